/* Dry jobs that were read in an earlier search of the action, and have not changed since
 * (dry_units.h): their pods and their place among the others stay what they were. */
#include "model/bits.h"
#include "shortcuts/dry_units.h"
#include "shortcuts/fixed_jobs.h"

/* NULL: nothing is kept of how jobs were read. */
static struct dry_units *kept_of(const struct search *q, const struct dry_run *r)
{
	return node_ledger_numbers_last(r->lane->nodes) ? dry_run_units(q) : NULL;
}

/* A booking that may be lost makes its pod irreversible, and the job no dry job. There are hardly
 * ever any. */
static bool keeps_places(const struct search *q, const struct bounds *f, const struct dry_run *r)
{
	int n = q->session->c->n_tasks;

	return kept_of(q, r) && bit_next(f->may_lose_booking, 0, n) == n;
}

/* ---- their pods ---- */

/* Classes and nodes of kept pods that are not read this time do no harm. */
void dry_run_open_kept(const struct search *q, const struct bounds *f, struct dry_run *r)
{
	struct dry_units *u = kept_of(q, r);

	r->keeps_places = keeps_places(q, f, r);
	if (!u)
		return;
	for (int i = 0; i < u->n_classes; i++)
		node_ledger_open(r->lane->nodes, u->classes[i], u->requests[u->classes[i]]);
	dry_run_reach(r, u->reachable);
	dry_units_note_stale(u, f);
}

/* Runs read the pods of one queue's jobs one after the other: they lie together in memory. */
bool dry_run_recall(
	const struct search *q, struct dry_run *r, const struct job *j, struct dry_job *dry)
{
	const struct dry_units *u = kept_of(q, r);

	if (!u || !u->of[j->index].has_read)
		return false;
	*dry = u->jobs[j->index];
	memcpy(&r->pods[r->n_pods], &u->pods[dry->first], (size_t)dry->n * sizeof *r->pods);
	dry->first = dry->first_evicted = r->n_pods;
	r->n_pods += dry->n;
	return true;
}

void dry_run_keep(const struct search *q, const struct dry_run *r, struct task_list unit,
	const struct dry_job *dry)
{
	struct dry_units *u = kept_of(q, r);

	if (u)
		dry_units_keep_read(u, r, unit, dry);
}

/* ---- their places ---- */

static struct dry_units *places_of(const struct search *q, const struct dry_run *r)
{
	return r->keeps_places ? dry_run_units(q) : NULL;
}

bool dry_run_is_kept(const struct search *q, const struct dry_run *r, const struct job *j)
{
	struct dry_units *u = places_of(q, r);

	return u && dry_units_look(u, j)->has_place && !j->unit_cached;
}

int dry_run_list_kept(
	const struct search *q, const struct dry_run *r, const uint64_t *among, struct job **out)
{
	struct dry_units *u = places_of(q, r);
	int n = 0;

	for (int i = 0; u && i < u->n_order; i++) {
		struct job *j = u->order[i];

		if (bit_is_set(among, j->index))
			out[n++] = j;
		else
			u->of[j->index].has_place = false;
	}
	return n;
}

/* How many fixed jobs of its leaf come before the job once it has lost its pods. */
static int count_anew(struct search *q, struct dry_run *r, struct job *j)
{
	int n = r->evicted.n, fixed_before;

	dry_run_evict_pods(q, &r->evicted, j);
	fixed_before = scenario_walk_job(r->lane->walk, j, NULL, false).fixed_before;
	dry_run_restore_pods(q, &r->evicted, n);
	return fixed_before;
}

void dry_run_place_kept(
	struct search *q, struct dry_run *r, struct job *j, const struct fixed_jobs *fixed, int at)
{
	struct dry_unit *kept = &dry_run_units(q)->of[j->index];
	uint64_t version = fixed->leaves[j->queue->index].version;

	dry_run_recall(q, r, j, &r->jobs[at]);
	if (kept->leaf_version != version)
		kept->fixed_before = count_anew(q, r, j);
	kept->leaf_version = version;
	r->in_walk[at] =
		scenario_walk_job_at(r->lane->walk, j, r->jobs[at].amount, kept->fixed_before);
}

void dry_run_keep_places(
	const struct search *q, const struct dry_run *r, const struct fixed_jobs *fixed)
{
	struct dry_units *u = places_of(q, r);

	if (!u)
		return;
	u->n_order = 0;
	for (int i = 0; i < r->preemptor_position; i++) { /* which is behind all others */
		struct job *j = r->in_walk[i].job;
		struct dry_unit *one = &u->of[j->index];

		if (!r->jobs[i].n || !one->has_read)
			continue;
		one->has_place = true;
		one->fixed_before = r->in_walk[i].fixed_before;
		one->leaf_version = fixed->leaves[j->queue->index].version;
		u->order[u->n_order++] = j;
	}
}
