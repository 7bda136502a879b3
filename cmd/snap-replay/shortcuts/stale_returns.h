/* Stale returns: victims that must return, with a stale booking, by which they may go home.
 *
 * Claim. A scenario is infeasible if those of them that cannot go home by it request more than the
 *   scenario has to spare: before its dry run (INFEASIBLE_UNFAIR), or at some turn in it.
 * Why. Spare room is that of INFEASIBLE_CAPACITY (bounds.c), less what gain_bound.h takes, and
 *   less what came back in the dry run. Such a victim counts there only when it is back, but for
 *   members of cliques (stale_gangs.h), all but one of which count from the start: if it is chosen
 *   for the node of a stale booking, it goes home without a test of room (rules/04 9.3).
 *   That node must hold what the pod requests, and what it holds does not rise while pods are
 *   placed. So once no such node does, the pod goes where its request fits, or the scenario fails.
 * Needs. All victims' jobs are dry jobs. The pods of the victim's job go to usable nodes only.
 * Guard. That of dry runs (dry_run.h); find_must in stale_returns.c.
 * Test. tests/unit/snap-replay/test_stale_returns.c; --exhaustive (prove.c). */
#ifndef SNAP_STALE_RETURNS_H
#define SNAP_STALE_RETURNS_H
#include "shortcuts/dry_run_private.h"

struct stale_returns;

/* For the dry runs of r, in the search's arena. */
struct stale_returns *stale_returns_new(struct search *q, const struct dry_run *r);
/* Call it whenever r was read anew. */
void stale_returns_prepare(struct stale_returns *s);
/* in->must is set, if the gain bound was asked, and the victims are summed up in f. True: the
 * scenario fails. Else sets in->stale, valid until the next call. */
bool stale_returns_refute(struct stale_returns *s, const struct bounds *f,
	const struct probe_nodes *nodes, struct dry_input *in);
/* Call it at the start of a dry run. */
void stale_returns_begin(struct dry_lane *l, const struct dry_input *in);
/* In a dry run, with what is left to spare now. True: it fails. */
bool stale_returns_lack_room(struct dry_lane *l, const struct dry_input *in);

#endif
