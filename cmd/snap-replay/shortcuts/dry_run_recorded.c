/* The recorded jobs of a probe: jobs of recorded victims that do not lose, in its scenarios, what
 * they lose as dry jobs (dry_run.h), or that are partly running: they have Pending pods.
 *
 * Claim. In a scenario without other victims of theirs, they lose and get back what dry runs say.
 * Why. All scenarios of a probe have its recorded victims. So such a job loses the same pods in all
 *   of them, and its unit and its place in the order of jobs, which depend on its own pods alone,
 *   are read once, while these pods are evicted. What its unit does not have stays evicted; of a
 *   job that must return INFEASIBLE_UNITS has seen that. Partly running jobs are fixed jobs of the
 *   walk. A recorded one is not, as no scenario of the probe leaves it alone: it is read with the
 *   dry jobs. It may place Pending pods in place of some that it lost.
 * Needs. That of dry jobs (dry_run.h), but for which pods the job loses and gets back. The unit is
 *   some of the recorded pods, and of Pending ones without claims.
 * Guard. read_recorded, dry_run_read_partly; dry_run_scenario: other victims of the job change how
 *   many pods it loses. Bounds that take it that a dry job gets back all it loses are not asked:
 *   dry_jobs_are_whole.
 * Test. tests/unit/snap-replay/test_dry_run.c; --exhaustive. */
#include "shortcuts/dry_run_private.h"

/* ---- its pods ---- */

/* The job's next recorded batch; *at: 0 at first. NULL: there is none. */
static const struct batch *next_recorded(const struct dry_run *r, const struct job *j, int *at)
{
	const struct batches *all = &r->recorded_victims;

	while (*at < all->n && all->items[*at].job != j)
		++*at;
	return *at < all->n ? &all->items[(*at)++] : NULL;
}

void dry_run_evict_recorded(struct search *q, struct dry_run *r, const struct job *j)
{
	const struct batch *b;

	for (int at = 0; (b = next_recorded(r, j, &at));)
		for (int i = 0; i < b->n; i++)
			dry_run_evict_pod(q, &r->evicted, b->tasks[i]);
}

bool dry_run_is_recorded(const struct dry_run *r, const struct job *j)
{
	if (dry_job_is_partly(r, j))
		return true;
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
	const struct task *one = NULL;
	const struct batch *b;
	int n = 0;

	for (int at = 0; (b = next_recorded(r, j, &at)); n += b->n)
		one = b->tasks[0];
	return n == dry->n_evicted && (!dry->surplus || dry->surplus == one);
}

/* ---- partly running ones ---- */

bool dry_run_note_recorded(
	struct search *q, struct bounds *f, struct dry_run *r, const struct batches *recorded)
{
	uint64_t *now = ARENA_ARRAY(&q->arena, (size_t)r->blocks, uint64_t);
	bool differ;

	r->recorded_victims = *recorded;
	r->any_partly = false;
	for (int i = 0; i < recorded->n; i++) {
		const struct job *j = recorded->items[i].job;

		if (!j->counts[POD_PENDING] || !dry_run_may_serve(f, j))
			continue;
		bit_set(now, j->index);
		r->any_partly = true;
	}
	differ = memcmp(now, r->partly, (size_t)r->blocks * sizeof *now) != 0;
	r->partly = now;
	return differ;
}

/* Each pod of the unit was lost, or is Pending and has no claims. */
static bool is_unit_known(struct task_list unit, struct task_list lost)
{
	for (int i = 0; i < unit.n; i++)
		if (!is_in(lost, unit.items[i]) &&
			(unit.items[i]->status != POD_PENDING ||
				unit.items[i]->pod->spec->n_claims))
			return false;
	return true;
}

/* No pod is recorded twice: else victims_sum_up fails, and no dry run is made. */
static struct task_list recorded_of(struct search *q, const struct dry_run *r, const struct job *j)
{
	struct task_list out = {ARENA_ARRAY(&q->arena, (size_t)j->n_tasks, struct task *), 0};
	const struct batch *b;

	for (int at = 0; (b = next_recorded(r, j, &at)); out.n += b->n)
		memcpy(out.items + out.n, b->tasks, (size_t)b->n * sizeof *out.items);
	return out;
}

bool dry_run_read_lost(struct search *q, struct bounds *f, struct dry_run *r, struct job *j,
	struct task_list lost, struct dry_job *out)
{
	struct task_list unit = session_tasks_to_allocate(q->session, j, false);

	if (!is_unit_known(unit, lost) || !dry_run_read_unit(q, f, r, j, unit, out))
		return false;
	out->first_evicted = out->first + out->n;
	out->n_evicted = 0;
	memset(out->evicted, 0, sizeof out->evicted);
	out->accepted = true;
	if (!dry_run_read_pods(q, f, r, lost, out))
		return false;
	r->n_pods += out->n + out->n_evicted;
	return true;
}

bool dry_run_read_partly(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out)
{
	return dry_run_read_lost(q, f, r, j, recorded_of(q, r, j), out);
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

void dry_run_read_recorded(struct search *q, struct bounds *f, struct dry_run *r)
{
	const struct batches *recorded = &r->recorded_victims;

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
