/* The winner: the leaf queue that gave the last job of a scenario walk. A queue is in front if the
 * walk takes its next job from it. As long as the winner is known to stay in front, the heaps need
 * no comparison.
 *
 * The last job must be a fixed job of the walk, which is inert: popping it changed no queue's
 * amounts. Then comparisons can only differ by the request of the winner's next job. So a winner
 * that stayed in front with a request once stays in front with every equal request. */
#ifndef SNAP_WINNER_H
#define SNAP_WINNER_H
#include <string.h>

#include "session/walk/queue_heap.h"

enum { REQUEST_CLASSES = 64, NO_CLASS = REQUEST_CLASSES - 1 };
/* The different requests of jobs: CPU, memory, GPUs. */
struct request_classes {
	double requests[REQUEST_CLASSES][3];
	int n;
};

/* The class of the request, which is added if it is new. If the table is full, all new requests
 * share the class NO_CLASS, of which nothing is known. */
static inline unsigned char request_class_of(struct request_classes *c, const double *request)
{
	int i = 0;

	while (i < c->n && memcmp(c->requests[i], request, sizeof c->requests[i]) != 0)
		i++;
	if (i == c->n && i < NO_CLASS)
		memcpy(c->requests[c->n++], request, sizeof c->requests[i]);
	return (unsigned char)i;
}

struct winner {
	const struct queue_entry *leaf; /* NULL: none, or the last job was not a fixed one */
	/* By request class of its next job: it stays in front. False for NO_CLASS. */
	bool stays[REQUEST_CLASSES];
};

/* Call before each pop of a fixed job of this class: the leaf is in front with it. That proves that
 * it stays in front with such a job only if it is the winner already. Otherwise the queues above it
 * came to the front with a job of another leaf, and were not compared since. */
static inline void winner_is(
	struct winner *w, const struct queue_entry *leaf, unsigned char request_class)
{
	if (leaf == w->leaf)
		w->stays[request_class] = request_class != NO_CLASS;
	else
		memset(w->stays, 0, sizeof w->stays);
	w->leaf = leaf;
}

#endif
