/* The queue ledger: the allocated amounts of all queues, and the order of queues that follows from
 * them. A plugin makes it (hook queue_ledger). There are two kinds:
 *   - A live ledger reads the session's own amounts at each call. It has only the operations
 *     version, sort_key, below, before and tells_apart; the others are NULL.
 *   - Any other ledger holds copies of the amounts: start amounts and present amounts. Dry runs
 *     (shortcuts/dry_run.c) change them, and the session stays the same. Call load first.
 *
 * Amounts and requests are double[3], indexed by SLOT_CPU (milli-CPU), SLOT_MEMORY (bytes) and
 * SLOT_GPU (GPUs). Operations that change a queue's amount change those of all queues above it,
 * too. They book preemptible pods only. */
#ifndef SNAP_QUEUE_LEDGER_H
#define SNAP_QUEUE_LEDGER_H
#include <stdbool.h>
#include <stdint.h>

struct queue;
/* The sort key of a queue with the request of its next job. Of two siblings the one with the
 * smaller rank goes first, with equal ranks the one with the smaller share. For equal keys call
 * before(). */
struct queue_sort_key {
	uint64_t rank;
	double share;
};
static inline int queue_sort_key_order(
	const struct queue_sort_key *l, const struct queue_sort_key *r) /* negative: l first */
{
	if (l->rank != r->rank)
		return l->rank < r->rank ? -1 : 1;
	return (l->share > r->share) - (l->share < r->share);
}

/* Up to which a queue has a smaller key than some other one: if it holds no more than `more` beyond
 * its present amounts, and that and the request of its next job together are no more than most.
 * Neither may be negative. */
struct queue_bound {
	double most[3], more[3];
};

struct queue_ledger;
struct queue_ledger_ops {
	/* Copies the session's amounts to the start and the present amounts. */
	void (*load)(struct queue_ledger *l);
	/* Adds sign * amount to the queue's start amount. The present amount stays. */
	void (*change_start)(
		struct queue_ledger *l, const struct queue *q, const double *amount, double sign);
	/* Copies the start amounts to the present amounts. */
	void (*reset)(struct queue_ledger *l);
	/* Adds the amount to the queue's present amount. */
	void (*allocate)(struct queue_ledger *l, const struct queue *q, const double *amount);
	/* From 1. Another one with each change of the queue's present amount; behind a load or a
	 * reset it may be one from before. With equal versions, the queue and all queues below it
	 * hold the same, if all amounts that were added and subtracted since load are whole, and no
	 * start amount was above what was loaded. */
	uint64_t (*version)(const struct queue_ledger *l, const struct queue *q);
	/* False: the queue, or one above it, would hold more than its limit (rules/05 11). */
	bool (*admits)(const struct queue_ledger *l, const struct queue *q, const double *amount);
	/* The key by the present amounts. */
	struct queue_sort_key (*sort_key)(
		const struct queue_ledger *l, const struct queue *q, const double *request);
	/* key: of the queue with some request, by the present amounts, and smaller than *than. Sets
	 * *bound. False: none is known. */
	bool (*below)(const struct queue_ledger *l, const struct queue *q,
		const struct queue_sort_key *key, const struct queue_sort_key *than,
		struct queue_bound *bound);
	/* True: a goes before its sibling b, by the present amounts. For equal keys the requests
	 * make no difference. */
	bool (*before)(const struct queue_ledger *l, const struct queue *a, const struct queue *b,
		const double *a_request, const double *b_request);
	/* True: before() tells the siblings a and b apart, whatever they hold. If it does so with
	 * each two of some siblings, their order is total. */
	bool (*tells_apart)(
		const struct queue_ledger *l, const struct queue *a, const struct queue *b);
};
/* The first member of the plugin's own struct, which is in the caller's arena. */
struct queue_ledger {
	const struct queue_ledger_ops *ops;
};

/* True: the order of these siblings is total, whatever they hold. Compares each two of them. */
static inline bool queue_ledger_is_total(
	const struct queue_ledger *l, const struct queue *const *siblings, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			if (!l->ops->tells_apart(l, siblings[k], siblings[i]))
				return false;
	return true;
}

#endif
