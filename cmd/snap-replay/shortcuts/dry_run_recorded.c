/* The recorded jobs of a probe: jobs of recorded victims that do not lose, in its scenarios, what
 * they lose as dry jobs (dry_run.h).
 *
 * Claim. In a scenario without other victims of theirs, they lose and get back what dry runs say.
 * Why. All scenarios of a probe have its recorded victims. So such a job loses the same pods in all
 *   of them, and its unit and its place in the order of jobs, which depend on its own pods alone,
 *   are read once, while these pods are evicted. What its unit does not have stays evicted; of a
 *   job that must return INFEASIBLE_UNITS has seen that.
 * Needs. That of dry jobs (dry_run.h), but for how many pods the job loses and gets back. The unit
 *   is some of the recorded pods.
 * Guard. read_recorded; dry_run_scenario: other victims of the job change how many pods it loses.
 *   Bounds that take it that a dry job gets back all it loses are not asked: dry_run_forecast.
 * Test. tests/unit/snap-replay/test_dry_run.c; --exhaustive. */
#include "shortcuts/dry_run_private.h"

/* ---- its pods ---- */

void dry_run_evict_recorded(struct search *q, struct dry_run *r, const struct job *j)
{
	const struct batches *all = &r->recorded_victims;

	for (int i = 0; i < all->n; i++)
		for (int k = 0; k < all->items[i].n && all->items[i].job == j; k++)
			dry_run_evict_pod(q, &r->evicted, all->items[i].tasks[k]);
}

bool dry_run_is_recorded(const struct dry_run *r, const struct job *j)
{
	for (int i = 0; i < r->n_recorded; i++)
		if (r->recorded[i].in_walk.job == j)
			return true;
	return false;
}

static bool is_in(struct task_list list, const struct task *t)
{
	for (int i = 0; i < list.n; i++)
		if (list.items[i] == t)
			return true;
	return false;
}

/* Call it while the job's recorded pods, and no others, are evicted. False: it cannot take part. */
static bool read_pods(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out)
{
	struct evicted_pods *e = &r->evicted;
	struct task_list unit = session_tasks_to_allocate(q->session, j, false);
	bool ok = e->n == dry_run_count_to_allocate(j) && dry_run_read_unit(q, f, r, j, unit, out);

	for (int i = 0; i < e->n && ok; i++)
		if (!is_in(unit, e->tasks[i]))
			ok = dry_run_read_pods(q, f, r, (struct task_list){&e->tasks[i], 1}, out);
	return ok;
}

/* The job loses as a dry job what is recorded of it. */
static bool loses_the_same(const struct dry_run *r, const struct dry_job *dry, const struct job *j)
{
	const struct batches *all = &r->recorded_victims;
	const struct task *one = NULL;
	int n = 0;

	for (int i = 0; i < all->n; i++)
		if (all->items[i].job == j) {
			n += all->items[i].n;
			one = all->items[i].tasks[0];
		}
	return n == dry->n_evicted && (!dry->surplus || dry->surplus == one);
}

/* ---- all of them ---- */

/* If the job cannot take part, nothing changes: no scenario of the probe is a dry run then. */
static void read_recorded(struct search *q, struct bounds *f, struct dry_run *r, int from)
{
	struct recorded_job before = {
		.from = from, .job = r->jobs[from], .in_walk = r->in_walk[from]};
	struct job *j = before.in_walk.job;
	struct walk_job in_walk = {0};
	struct dry_job now;
	bool ok;

	dry_run_evict_recorded(q, r, j);
	ok = read_pods(q, f, r, j, &now);
	if (ok) {
		before.to = dry_run_find_place(q, r, from, j);
		in_walk = scenario_walk_job(r->lane->walk, j, now.amount, false);
	}
	dry_run_restore_pods(q, &r->evicted, 0);
	if (!ok)
		return;
	r->n_pods += now.n_evicted;
	dry_run_make_place(r, from, before.to);
	dry_run_put(r, before.to, &now, &in_walk);
	r->recorded[r->n_recorded++] = before;
}

void dry_run_read_recorded(
	struct search *q, struct bounds *f, struct dry_run *r, const struct batches *recorded)
{
	r->recorded_victims = *recorded;
	r->recorded = ARENA_ARRAY(&q->arena, (size_t)recorded->n, struct recorded_job);
	for (int i = 0; i < recorded->n; i++) {
		struct job *j = recorded->items[i].job;
		int at = r->position[j->index];

		if (at >= 0 && !j->unit_cached && !dry_run_is_recorded(r, j) &&
			!loses_the_same(r, &r->jobs[at], j))
			read_recorded(q, f, r, at);
	}
}

void dry_run_restore_recorded(struct dry_run *r)
{
	while (r->n_recorded > 0) {
		const struct recorded_job *one = &r->recorded[--r->n_recorded];

		dry_run_make_place(r, one->to, one->from);
		dry_run_put(r, one->from, &one->job, &one->in_walk);
	}
}
