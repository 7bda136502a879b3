/* What queues hold, on paper: for dry runs (shortcuts/dry_run.c), which charge and compare
 * queues thousands of times while the session stays as it is. A plugin makes the books; amounts are
 * vectors of three by SLOT_CPU, SLOT_MEMORY, SLOT_GPU, in preemptible pods. */
#ifndef SNAP_QUEUE_BOOKS_H
#define SNAP_QUEUE_BOOKS_H
#include <stdbool.h>
#include <stdint.h>

struct queue;
/* What a queue brings into a comparison with a sibling: the one with the smaller rank goes first,
 * then the one with the smaller share. */
struct queue_mark {
	uint64_t rank;
	double share;
};
struct queue_books;
struct queue_books_kind {
	/* Every queue holds what it holds in the session now, also after the next reset. */
	void (*read)(struct queue_books *b);
	/* From the next reset on the queue and those above hold so much more; less with sign -1. */
	void (*change)(
		struct queue_books *b, const struct queue *q, const double *amount, double sign);
	void (*reset)(struct queue_books *b);
	/* They hold so much more now. */
	void (*charge)(struct queue_books *b, const struct queue *q, const double *amount);
	struct queue_mark (*mark)(
		const struct queue_books *b, const struct queue *q, const double *request);
	/* l goes before r, where their marks are equal. */
	bool (*less)(const struct queue_books *b, const struct queue *l, const struct queue *r,
		const double *l_request, const double *r_request);
};
struct queue_books { /* the first member of the plugin's own */
	const struct queue_books_kind *kind;
};

#endif
