/* The winner: the leaf queue that gave the last job of a walk, and the request classes with which
 * it is known to stay in front of all others. While it is, the heaps need no comparison.
 *
 * Only for *inert* jobs: popping them changes no queue's amounts. All that changes in comparisons
 * is the request of the winner's next job, so a winner that stayed in front with a request once
 * stays there with every equal request. */
#ifndef SNAP_WINNER_H
#define SNAP_WINNER_H
#include <string.h>

#include "session/walk/queue_heap.h"

enum { REQUEST_CLASSES = 64 };
/* The distinct requests of inert jobs: CPU, memory, GPUs. */
struct request_classes {
	double requests[REQUEST_CLASSES][3];
	int n;
};

/* The class of the request. The last class is shared by all requests that found the table full; a
 * winner is never known to stay in front with it. */
static inline unsigned char request_class_of(struct request_classes *c, const double *request)
{
	int i = 0;

	while (i < c->n && memcmp(c->requests[i], request, sizeof c->requests[i]) != 0)
		i++;
	if (i == c->n && i < REQUEST_CLASSES - 1)
		memcpy(c->requests[c->n++], request, sizeof c->requests[i]);
	return (unsigned char)i;
}

struct winner {
	const struct queue_entry *leaf; /* NULL: the last job was not inert */
	bool stays[REQUEST_CLASSES];    /* known to stay in front with such a next job */
};

/* The leaf is in front with an inert job of this class. That proves that it stays in front with
 * such a job only if it gave the last job as well: otherwise the queues above it came to the front
 * with another leaf's job, and were not compared since. */
static inline void winner_is(
	struct winner *w, const struct queue_entry *leaf, unsigned char request_class)
{
	if (leaf == w->leaf)
		w->stays[request_class] = true;
	else
		memset(w->stays, 0, sizeof w->stays);
	w->leaf = leaf;
}

static inline bool winner_stays(const struct winner *w, unsigned char request_class)
{
	return request_class < REQUEST_CLASSES - 1 && w->stays[request_class];
}

#endif
