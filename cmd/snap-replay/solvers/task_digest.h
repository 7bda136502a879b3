/* Digests of multisets of tasks: two sums of keys, modulo 2^64. A task's keys are made of its
 * index, so a digest depends neither on the order of the tasks nor on their addresses. Two
 * multisets together have the sum of their digests.
 *
 * Equal digests are taken for equal multisets. If keys are as good as random, two different
 * multisets have equal digests with a chance of 2^-128; any two of a search's 10^6 scenarios, with
 * one of 10^-27. */
#ifndef SNAP_TASK_DIGEST_H
#define SNAP_TASK_DIGEST_H
#include "model/cluster.h"

struct task_digest { /* all zero: of no tasks */
	uint64_t at[2];
};

/* splitmix64 */
static inline uint64_t hash_mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline bool digest_equal(const struct task_digest *a, const struct task_digest *b)
{
	return a->at[0] == b->at[0] && a->at[1] == b->at[1];
}

static inline void digest_add(struct task_digest *d, const struct task_digest *more)
{
	d->at[0] += more->at[0];
	d->at[1] += more->at[1];
}

static inline void digest_subtract(struct task_digest *d, const struct task_digest *less)
{
	d->at[0] -= less->at[0];
	d->at[1] -= less->at[1];
}

static inline struct task_digest digest_of_tasks(struct task *const *tasks, int n)
{
	struct task_digest d = {{0}};

	for (int i = 0; i < n; i++) {
		uint64_t key = hash_mix((uint64_t)tasks[i]->index);

		digest_add(&d, &(struct task_digest){{key, hash_mix(~key)}});
	}
	return d;
}

#endif
