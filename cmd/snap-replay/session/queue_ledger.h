/* The queue ledger: the allocated amounts of all queues, and the order of queues that follows from
 * them. A plugin makes it (hook session.queue_ledger). There are two kinds:
 *   - A live ledger has the session's own amounts at any time. Of the operations it has only
 * sort_key and before; the others are NULL.
 *   - Any other ledger holds a copy, which dry runs (shortcuts/dry_run.c) change thousands of times
 *     while the session stays the same. Load it before the first use.
 *
 * An amount is a vector by SLOT_CPU, SLOT_MEMORY and SLOT_GPU; it counts preemptible pods. An
 * operation that changes a queue's amount changes those of all queues above it as well. */
#ifndef SNAP_QUEUE_LEDGER_H
#define SNAP_QUEUE_LEDGER_H
#include <stdbool.h>
#include <stdint.h>

struct queue;
/* One queue with the request of its next job. Of two siblings the smaller rank goes first; of equal
 * ranks the smaller share; where both are equal, ask before(). */
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

struct queue_ledger;
struct queue_ledger_ops {
	/* The start amounts become those of the session. */
	void (*load)(struct queue_ledger *l);
	/* The queue's start amount grows by sign * amount. The present amount stays. */
	void (*change_start)(
		struct queue_ledger *l, const struct queue *q, const double *amount, double sign);
	/* The present amounts become the start amounts. */
	void (*reset)(struct queue_ledger *l);
	/* The queue's present amount grows. */
	void (*allocate)(struct queue_ledger *l, const struct queue *q, const double *amount);
	struct queue_sort_key (*sort_key)(
		const struct queue_ledger *l, const struct queue *q, const double *request);
	/* a goes before b. */
	bool (*before)(const struct queue_ledger *l, const struct queue *a, const struct queue *b,
		const double *a_request, const double *b_request);
};
struct queue_ledger { /* the first member of the plugin's own struct; lives in the caller's arena */
	const struct queue_ledger_ops *ops;
};

#endif
