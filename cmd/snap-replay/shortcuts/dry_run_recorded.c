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
#include "model/bits.h"
#include "model/job.h"
#include "session/orders.h"
#include "shortcuts/dry_run_private.h"

/* Evicts what is recorded of the job. */
static void evict_recorded(struct search *q, struct evicted_pods *e, const struct batches *recorded,
	const struct job *j)
{
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n && recorded->items[i].job == j; k++)
			dry_run_evict_pod(q, e, recorded->items[i].tasks[k]);
}

static bool is_recorded_job(const struct dry_run *r, int position)
{
	for (int i = 0; i < r->n_recorded; i++)
		if (r->recorded[i].in_walk.job == r->in_walk[position].job)
			return true;
	return false;
}

/* ---- its place ---- */

/* The job at that position comes before j, which has lost its pods. */
static bool comes_before(struct search *q, struct dry_run *r, const struct batches *recorded,
	int position, const struct job *j)
{
	struct job *other = r->in_walk[position].job;
	int n = r->evicted.n;
	bool before;

	if (other->queue != j->queue)
		return other->queue->index < j->queue->index;
	if (is_recorded_job(r, position))
		evict_recorded(q, &r->evicted, recorded, other);
	else if (position != r->preemptor_position)
		dry_run_evict_pods(q, &r->evicted, other);
	before = session_job_less(q->session, other, j);
	dry_run_restore_pods(q, &r->evicted, n);
	return before;
}

/* The position that it comes to, from that one. */
static int find_place(struct search *q, struct dry_run *r, const struct batches *recorded, int from)
{
	int low = 0, high = r->n_jobs - 1;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (comes_before(q, r, recorded, middle + (middle >= from), r->in_walk[from].job))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void move_neighbour(struct dry_run *r, int from, int to)
{
	struct walk_job in_walk = r->in_walk[from];

	if (from != r->preemptor_position) {
		dry_run_put(r, to, &r->jobs[from], &in_walk);
		return;
	}
	r->jobs[to] = r->jobs[from];
	in_walk.request = r->jobs[to].amount;
	r->in_walk[to] = in_walk;
	r->preemptor_position = to;
}

/* Makes a place for a job at `to`, where that at `from` leaves one. */
static void make_place(struct dry_run *r, int from, int to)
{
	for (; from < to; from++)
		move_neighbour(r, from + 1, from);
	for (; from > to; from--)
		move_neighbour(r, from - 1, from);
}

/* ---- its pods ---- */

static bool is_in(struct task_list list, const struct task *t)
{
	for (int i = 0; i < list.n; i++)
		if (list.items[i] == t)
			return true;
	return false;
}

/* Call it while the job's recorded pods, and no others, are evicted, from the n-th eviction on. */
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
static bool is_dry_job(
	const struct dry_job *dry, const struct batches *recorded, const struct job *j)
{
	const struct task *one = NULL;
	int n = 0;

	for (int i = 0; i < recorded->n; i++)
		if (recorded->items[i].job == j) {
			n += recorded->items[i].n;
			one = recorded->items[i].tasks[0];
		}
	return n == dry->n && (!dry->surplus || dry->surplus == one);
}

/* False: nothing changes. The scenarios of the probe are no dry runs then. */
static void read_recorded(struct search *q, struct bounds *f, struct dry_run *r,
	const struct batches *recorded, int from)
{
	struct recorded_job before = {
		.from = from, .job = r->jobs[from], .in_walk = r->in_walk[from]};
	struct job *j = before.in_walk.job;
	struct walk_job in_walk = {0};
	struct dry_job now;
	bool ok;

	evict_recorded(q, &r->evicted, recorded, j);
	ok = read_pods(q, f, r, j, &now);
	if (ok) {
		before.to = find_place(q, r, recorded, from);
		in_walk = scenario_walk_job(r->lane->walk, j, now.amount, false);
	}
	dry_run_restore_pods(q, &r->evicted, 0);
	if (!ok)
		return;
	r->n_pods += now.n_evicted;
	make_place(r, from, before.to);
	dry_run_put(r, before.to, &now, &in_walk);
	r->recorded[r->n_recorded++] = before;
}

void dry_run_read_recorded(
	struct search *q, struct bounds *f, struct dry_run *r, const struct batches *recorded)
{
	r->recorded = ARENA_ARRAY(&q->arena, (size_t)recorded->n, struct recorded_job);
	for (int i = 0; i < recorded->n; i++) {
		struct job *j = recorded->items[i].job;
		int at = r->position[j->index];

		if (at >= 0 && !j->unit_cached && !is_recorded_job(r, at) &&
			!is_dry_job(&r->jobs[at], recorded, j))
			read_recorded(q, f, r, recorded, at);
	}
}

void dry_run_restore_recorded(struct dry_run *r)
{
	while (r->n_recorded > 0) {
		const struct recorded_job *one = &r->recorded[--r->n_recorded];

		make_place(r, one->to, one->from);
		dry_run_put(r, one->from, &one->job, &one->in_walk);
	}
}
