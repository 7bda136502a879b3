/* Digests of 128 bits: two sums, modulo 2^64. Those of multisets of tasks are made here, as sums of
 * the tasks' keys: they do not depend on an order, and two multisets together have the sum of their
 * digests. (shortcuts/known_failures.c makes those of lists of jobs.)
 *
 * Equal digests are taken for equal multisets. If keys are as good as random, two different
 * multisets have equal digests with a chance of 2^-128; any two of a search's 10^6 scenarios, with
 * one of 10^-27. If it happens, a scenario is taken for one that failed, and is not tried. */
#ifndef SNAP_SUM_DIGEST_H
#define SNAP_SUM_DIGEST_H
#include "model/cluster.h"
#include "model/hash_mix.h"

struct sum_digest {
	uint64_t at[2];
};

static inline bool digest_equal(const struct sum_digest *a, const struct sum_digest *b)
{
	return a->at[0] == b->at[0] && a->at[1] == b->at[1];
}

static inline void digest_add(struct sum_digest *d, const struct sum_digest *more)
{
	d->at[0] += more->at[0];
	d->at[1] += more->at[1];
}

static inline void digest_subtract(struct sum_digest *d, const struct sum_digest *less)
{
	d->at[0] -= less->at[0];
	d->at[1] -= less->at[1];
}

/* All zero: of no tasks. */
static inline struct sum_digest digest_of_tasks(struct task *const *tasks, int n)
{
	struct sum_digest d = {{0}};

	for (int i = 0; i < n; i++) {
		uint64_t key = hash_mix((uint64_t)tasks[i]->index, 1);

		digest_add(&d, &(struct sum_digest){{key, hash_mix(~key, 1)}});
	}
	return d;
}

#endif
