/* The jobs of the victims of a scenario.
 *
 * Claim. dry_run_scenario finds the jobs that a count of all batches would find.
 * Why. What it counts are sums over batches: how many pods each job loses, and how many batches
 *   are none of a dry job. The batches that two scenarios of one list share add the same to both,
 *   so those are counted that only one of the two has.
 * Needs. A number stands for one batch of an accumulator's list, which only grows. Positions and
 *   dry jobs stay the same until dry_run_prepare, which forgets the counts.
 * Guard. follow(): the same lists.
 * Test. tests/unit/snap-replay/test_dry_run_victims.c; --exhaustive. */
#include "model/bits.h"
#include "shortcuts/dry_run_private.h"

/* The batch may be what the job loses in dry runs. */
static bool is_known(const struct dry_job *j, const struct batch *b)
{
	return !j->surplus || (b->n == 1 && b->tasks[0] == j->surplus);
}

/* Adds the job to what is counted by jobs, with one = 1, or takes it out with -1. */
static void count_job(const struct dry_run *r, struct dry_victims *v, int position, int one)
{
	int n = v->n_evicted[position];

	v->n_jobs += n ? one : 0;
	v->n_partial += n && n != r->jobs[position].n_evicted ? one : 0;
	v->n_twins += n && r->in_walk[position].twin ? one : 0;
}

static void count_batch(
	const struct dry_run *r, struct dry_victims *v, const struct batch *b, int one)
{
	int at = r->position[b->job_index];

	if (at < 0 || !is_known(&r->jobs[at], b)) {
		v->n_unknown += one;
		return;
	}
	count_job(r, v, at, -1);
	v->n_evicted[at] += one * b->n;
	count_job(r, v, at, 1);
	if (v->n_evicted[at])
		bit_set(v->chosen, at);
	else
		bit_clear(v->chosen, at);
}

static void empty(const struct dry_run *r, struct dry_victims *v)
{
	for (int w = 0; w < r->blocks; w++) {
		for (uint64_t left = v->chosen[w]; left; left &= left - 1)
			v->n_evicted[w * 64 + __builtin_ctzll(left)] = 0;
		v->chosen[w] = 0;
	}
	v->n_jobs = v->n_partial = v->n_twins = v->n_unknown = 0;
}

static void count_all(const struct dry_run *r, struct dry_victims *v, const struct proposal *p)
{
	const struct batch *b;

	empty(r, v);
	for (int i = 0; i < p->recorded.n; i++)
		count_batch(r, v, &p->recorded.items[i], 1);
	for (int at = 0; (b = next_potential(p, &at));)
		count_batch(r, v, b, 1);
}

/* False: nothing was counted. */
static bool follow(const struct dry_run *r, struct dry_victims *v, const struct proposal *p)
{
	const struct batch *b;

	if (!known_batches_precede(&v->batches, p))
		return false;
	for (int at = 0, one; (b = known_batches_differ(&v->batches, p, &at, &one));)
		count_batch(r, v, b, one);
	return true;
}

static struct dry_victims *victims_of(struct search *q, struct dry_run *r, int pick)
{
	struct dry_victims *v = &r->victims[pick < PREFIX_SETS ? pick : PREFIX_SETS - 1];

	if (v->chosen)
		return v;
	v->batches.cap = bit_blocks(q->session->c->n_tasks);
	v->batches.numbers = ARENA_ARRAY(&q->arena, (size_t)v->batches.cap, uint64_t);
	v->chosen = ARENA_ARRAY(&q->arena, (size_t)r->blocks, uint64_t);
	v->n_evicted = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs, int);
	return v;
}

void dry_run_forget_victims(struct dry_run *r)
{
	for (int i = 0; i < PREFIX_SETS; i++)
		r->victims[i].batches.among = NULL;
}

/* Finds out what the run asks about the jobs that were in no scenario yet. False: one of them is
 * no dry job. */
static bool judge_jobs(
	struct search *q, struct bounds *f, struct dry_run *r, const struct dry_victims *v)
{
	for (int w = 0; w < r->blocks; w++)
		for (uint64_t left = v->chosen[w] & ~r->judged[w]; left; left &= left - 1) {
			int at = w * 64 + __builtin_ctzll(left);
			struct dry_job *j = &r->jobs[at];

			if (dry_job_caches_old_unit(j->job))
				return false;
			j->must_return = bounds_fate(q, f, j->job) == MUST_RETURN ? RETURN_REQUIRED
										  : RETURN_OPTIONAL;
			bit_set(r->judged, at);
			if (j->must_return == RETURN_REQUIRED)
				bit_set(r->required, at);
		}
	return true;
}

bool dry_run_scenario(struct search *q, struct bounds *f, struct dry_run *r,
	const struct proposal *p, uint64_t *chosen, struct dry_input *in)
{
	struct dry_victims *v = victims_of(q, r, p->pick);

	if (!follow(r, v, p))
		count_all(r, v, p);
	known_batches_note(&v->batches, p);
	in->chosen = chosen;
	in->n_victim_jobs = v->n_jobs;
	in->has_twin = v->n_twins > 0;
	if (v->n_unknown || v->n_partial || !judge_jobs(q, f, r, v))
		return false;
	memcpy(chosen, v->chosen, (size_t)r->blocks * sizeof *chosen);
	return true;
}
