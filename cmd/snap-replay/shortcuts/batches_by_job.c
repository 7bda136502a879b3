#include "shortcuts/batches_by_job.h"

#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "common/mem.h"

void batches_by_job_clear(struct batches_by_job *k, int n_jobs)
{
	size_t blocks = (size_t)bit_blocks(n_jobs);

	if (!k->jobs) {
		k->jobs = xcalloc(blocks, sizeof *k->jobs);
		k->last = xcalloc((size_t)n_jobs, sizeof *k->last);
		k->n_jobs = n_jobs;
	}
	memset(k->jobs, 0, blocks * sizeof *k->jobs);
	k->n = 0;
}

void batches_by_job_add(struct batches_by_job *k, int job)
{
	ARRAY_GROW(k->before, k->n, k->cap);
	k->before[k->n++] = bit_is_set(k->jobs, job) ? k->last[job] : 0;
	bit_set(k->jobs, job);
	k->last[job] = k->n;
}

void batches_by_job_free(struct batches_by_job *k)
{
	free(k->jobs);
	free(k->last);
	free(k->before);
	*k = (struct batches_by_job){0};
}

/* The first job from `from` on that is in the set and has a batch; n_jobs: none. */
static int next_job(const struct batches_by_job *k, const uint64_t *jobs, int from)
{
	for (int w = from / 64; from < k->n_jobs; from = ++w * 64) {
		uint64_t left = (jobs[w] & k->jobs[w]) >> (from % 64);

		if (left)
			return from + __builtin_ctzll(left);
	}
	return k->n_jobs;
}

static const struct batch *look_at_all(
	const struct proposal *p, const uint64_t *jobs, struct batch_cursor *at)
{
	const struct batch *b;

	while ((b = next_potential(p, &at->number)) && !bit_is_set(jobs, b->job_index))
		;
	return b;
}

const struct batch *next_batch_in(
	const struct proposal *p, const uint64_t *jobs, struct batch_cursor *at)
{
	const struct batches_by_job *k = p->by_job;

	if (!k)
		return look_at_all(p, jobs, at);
	for (;;) {
		while (at->number) {
			int i = at->number - 1;

			at->number = k->before[i];
			if (bit_is_set(p->numbers, i))
				return &p->among->items[i];
		}
		at->job = next_job(k, jobs, at->job);
		if (at->job == k->n_jobs)
			return NULL;
		at->number = k->last[at->job++];
	}
}
