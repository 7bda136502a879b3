/* Known failures: scenarios whose dry run failed *by the turn* of the preemptor: before it, or
 * because the preemptor found no place then. They are remembered from one search to the next.
 *
 * Claim. A scenario is infeasible if its victims' jobs, and those of them that must return, are the
 *   same as those of a dry run for another preemptor J, its *source*, which failed by the turn of
 * J. The preemptor J' now has a pod like that of J, and no walk of the failures of J had passed it
 *   yet: each had popped no more fixed jobs of the leaf than come before J'.
 * Why. Let J and J' be jobs of one pod, which ask for the same whether they are preemptors or wait
 *   as they are. Then both scenario walks have the same jobs with the same requests, and start from
 *   the same amounts: between the two searches nothing changed (rules/04 19.12). The walks part at
 *   the turn of J, or at that of J' if it comes sooner, but behind the last victim.
 *   - If the dry run for J failed before that turn, so does the one for J'.
 *   - If J found no place, neither will J'. If it comes sooner, it finds the same room. If it comes
 *     later, more was placed: in a dry run room on nodes only shrinks.
 *   If J' is one pod of a gang, the gang as a whole counted in the walk for J neither when the
 *   queue heap was filled, nor as the next job of its leaf: a fixed job is before it that was not
 *   popped, and one that was filled in before it.
 *   If J is one pod of a gang, the gang as a whole counts in the walk for J'. That makes no
 *   difference for the same reason, if J was *hidden*: until the last victim was back, a fixed job
 *   was before it that was not popped.
 * Needs. Where a pod of J or J' may go depends on its request and on lasting nodes only.
 * Guard. known_failures_begin: one pod, the same nodes, the job's place in its leaf;
 *   scenario_walk_passed counts passed jobs, dry_result.hidden tells whether J was hidden. Sets of
 *   jobs are compared by digests of 128 bits. All is forgotten when a search leaves something
 *   behind (repeated_searches.h).
 * Test. tests/unit/snap-replay/test_known_failures.c; --exhaustive (prove.c). */
#ifndef SNAP_KNOWN_FAILURES_H
#define SNAP_KNOWN_FAILURES_H
#include "shortcuts/dry_run_private.h"

struct known_failures; /* of one action */

struct known_failures *known_failures_new(struct session *s);
void known_failures_free(struct known_failures *k);
void known_failures_forget(struct known_failures *k);

/* Call it behind dry_run_prepare, before the first scenario for this preemptor, whose unit it is.
 * nodes: as for dry_run_forecast. */
void known_failures_begin(struct known_failures *k, struct dry_run *r, struct task_list unit,
	const struct probe_nodes *nodes);
/* No scenario for the last preemptor follows, and no dry run is made now. */
void known_failures_end(struct known_failures *k);
/* Of in, chosen and must are read, and digest is set. True: the dry run fails. */
bool known_failures_has(struct known_failures *k, struct dry_input *in);
/* The dry run failed by the turn of the preemptor. hidden: as dry_result.hidden. */
void known_failures_add(struct known_failures *k, struct dry_input *in, bool hidden);

#endif
