#include "shortcuts/scenario_walk_private.h"

/* Of fewer siblings, none is left out: that saves few turns, and what they have popped is not known
 * to known_failures.h any more. To compare each two of more takes too long. */
enum { SIBLINGS_FEWEST = 6, SIBLINGS_MOST = 64 };

static bool are_told_apart(const struct scenario_walk *w, struct walk_queue *const *of, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			if (!w->ledger->ops->tells_apart(w->ledger, of[i]->queue, of[k]->queue))
				return false;
	return true;
}

/* True: they are told apart, and it is worth it. */
static bool look_at_order(const struct scenario_walk *w, const struct walk_queue *above)
{
	struct walk_queue *children[SIBLINGS_MOST];
	int n = above ? above->queue->n_children : w->n_tops;

	if (n < SIBLINGS_FEWEST || n > SIBLINGS_MOST)
		return false;
	for (int i = 0; i < n; i++)
		children[i] = above ? &w->queues[above->queue->children[i]->index] : w->tops[i];
	return are_told_apart(w, children, n);
}

/* The order of the queues directly below this one is total. */
static bool is_total(struct scenario_walk *w, const struct walk_queue *above)
{
	enum walk_order *known = &w->orders[above ? above->queue->index : w->session->c->n_queues];

	if (*known == ORDER_UNKNOWN)
		*known = look_at_order(w, above) ? ORDER_TOTAL : ORDER_PARTIAL;
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
		is_total(w, above) && others_are_heaps(w, h))
		leave_out(w, h);
}

bool walk_is_left_out(const struct walk_queue *q)
{
	while (q && !q->left_out)
		q = (const struct walk_queue *)q->entry.parent;
	return q != NULL;
}
