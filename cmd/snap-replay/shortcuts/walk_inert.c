#include "shortcuts/scenario_walk_private.h"

/* Of fewer siblings, none is left out: that saves few turns, and what they have popped is not known
 * to known_failures.h any more. To compare each two of more takes too long. */
enum { SIBLINGS_FEWEST = 6, SIBLINGS_MOST = 64 };

static bool look_at_order(const struct scenario_walk *w, const struct walk_queue *above, int n)
{
	const struct queue *siblings[SIBLINGS_MOST];

	for (int i = 0; i < n; i++)
		siblings[i] = above ? above->queue->children[i] : w->tops[i]->queue;
	return queue_ledger_is_total(w->ledger, siblings, n);
}

/* Of the queues directly below this one, or, with NULL, of the top queues: there are not too few
 * of them, nor too many, and their order is total. */
static bool may_be_left_out(struct scenario_walk *w, const struct walk_queue *above)
{
	enum walk_order *known = &w->orders[above ? above->queue->index : w->session->c->n_queues];
	int n = above ? above->queue->n_children : w->n_tops;

	if (n < SIBLINGS_FEWEST || n > SIBLINGS_MOST)
		return false;
	if (*known == ORDER_UNKNOWN)
		*known = look_at_order(w, above, n) ? ORDER_TOTAL : ORDER_PARTIAL;
	return *known == ORDER_TOTAL;
}

static bool has_inert(const struct heap *h)
{
	for (int i = 0; i < h->n; i++)
		if (!((const struct walk_queue *)h->items[i])->left)
			return true;
	return false;
}

/* A queue is written no further on than it was read. */
static void leave_out(struct scenario_walk *w, struct heap *h)
{
	int n = h->n;

	h->n = 0;
	for (int i = 0; i < n; i++) {
		struct walk_queue *q = h->items[i];

		q->left_out = !q->left;
		q->rival = NULL;
		if (q->left)
			heap_push(h, q, queue_before, w);
	}
}

/* The highest heap with more than one queue; an empty one: there is none. *above: the queue above
 * it; NULL: it is that of the top queues. */
static struct heap *first_with_siblings(struct scenario_walk *w, const struct walk_queue **above)
{
	struct heap *h = first_heap(w);

	*above = w->within;
	while (h->n == 1) {
		struct walk_queue *only = h->items[0];

		*above = only;
		h = &only->entry.heap;
	}
	return h;
}

void walk_leave_out_inert(struct scenario_walk *w)
{
	const struct walk_queue *above;
	struct heap *h = first_with_siblings(w, &above);

	w->may_leave_out = false;
	if (h->n > 1 && !w->of_one && (!is_watched(w) || h == watched_heap(w)) && has_inert(h) &&
		may_be_left_out(w, above) && others_are_heaps(w, h))
		leave_out(w, h);
}

bool walk_is_left_out(const struct walk_queue *q)
{
	while (q && !q->left_out)
		q = (const struct walk_queue *)q->entry.parent;
	return q != NULL;
}
