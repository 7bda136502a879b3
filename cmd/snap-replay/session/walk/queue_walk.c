#include "session/walk/queue_walk.h"

#include <stdlib.h>

#include "model/job.h"
#include "session/trace.h"
#include "common/grow.h"
#include "common/mem.h"
#include "session/walk/queue_heap.h"
#include "session/orders.h"

struct walk_node { /* its heap holds the jobs of a leaf */
	struct queue_entry entry;
	struct queue *queue;
};
_Static_assert(offsetof(struct walk_node, entry) == 0, "a heap holds entries");
struct popped {               /* of one leaf queue */
	struct job_list list; /* the popped jobs, and one free item for the next */
	int n, cap;
	struct job_sum sum;
};
struct walk {
	struct session *session;
	struct walk_options options;
	struct heap roots;
	struct walk_node *nodes; /* by queue index */
	struct popped *popped;   /* by queue index; victim walks only */
};

static bool job_before(void *ctx, void *a, void *b)
{
	struct walk *w = ctx;
	bool less = session_job_less(w->session, a, b);

	return w->options.victim ? !less : less;
}

/* The best job of a node: down through slot 0, without fixing. */
static const struct walk_node *best_leaf(const struct walk_node *n)
{
	while (!n->entry.is_leaf)
		n = n->entry.heap.items[0];
	return n;
}

/* The jobs popped from the leaf's queue so far and its slot 0. */
static const struct job_list *victims_of(struct walk *w, const struct walk_node *leaf)
{
	struct popped *p = &w->popped[leaf->queue->index];

	ARRAY_GROW(p->list.items, p->n, p->cap);
	p->list.items[p->n] = leaf->entry.heap.items[0];
	p->list.n = p->n + 1;
	p->list.sum = &p->sum;
	return &p->list;
}

static bool node_before(void *ctx, void *pa, void *pb)
{
	struct walk *w = ctx;
	const struct walk_node *a = pa, *b = pb, *la = best_leaf(a), *lb = best_leaf(b);

	if (w->options.victim)
		return !session_queue_less(w->session, a->queue, b->queue, NULL, NULL,
			victims_of(w, la), victims_of(w, lb));
	return session_queue_less(w->session, a->queue, b->queue, la->entry.heap.items[0],
		lb->entry.heap.items[0], NULL, NULL);
}

struct walk *walk_new(struct session *s, const struct walk_options *options)
{
	struct walk *w = xcalloc(1, sizeof *w);
	size_t queues = (size_t)s->c->n_queues;

	w->session = s;
	w->options = *options;
	w->nodes = xcalloc(queues, sizeof *w->nodes);
	for (int i = 0; i < s->c->n_queues; i++) {
		struct queue *q = s->c->queues[i];

		w->nodes[i].queue = q;
		w->nodes[i].entry.parent = q->parent ? &w->nodes[q->parent->index].entry : NULL;
		w->nodes[i].entry.is_leaf = !q->n_children;
	}
	if (options->victim)
		w->popped = xcalloc(queues, sizeof *w->popped);
	return w;
}

/* Which one goes depends on the order of filling. */
static void note_left_out(struct session *s, const struct queue *q)
{
	s->chance.left_out++;
	warn_input(s->warnings, q->name,
		"queueDepthPerAction leaves pod groups out of %s, which ones is chance: --seed N throws the dice anew",
		s->action);
}

void walk_push(struct walk *w, struct job *j)
{
	struct walk_node *n;

	if (!job_has_leaf(j))
		return;
	n = &w->nodes[j->queue->index];
	n->entry.empty = false;
	heap_push(&n->entry.heap, j, job_before, w);
	if (w->options.traced)
		trace_waits(w->session, j);
	if (w->options.depth != -1 && n->entry.heap.n > w->options.depth) {
		n->entry.heap
			.n--; /* the element in the last slot goes: not necessarily the worst */
		if (w->options.traced && w->options.depth > 1) /* a heap of one keeps the best */
			note_left_out(w->session, j->queue);
		if (w->options.traced)
			trace_stays_out(
				w->session, n->entry.heap.items[n->entry.heap.n], ABSENT_LEFT_OUT);
	}
	queue_heap_link(&w->roots, &n->entry, node_before,
		w); /* after the job is inside, so that comparisons find it */
	for (struct queue_entry *t = &n->entry; t; t = t->parent)
		t->dirty = true;
}

struct job *walk_pop(struct walk *w)
{
	struct walk_node *n;
	struct job *j;

	if (w->roots.n == 0)
		return NULL;
	n = (struct walk_node *)queue_heap_first(&w->roots, node_before, w);
	if (w->options.traced)
		trace_pop(w->session, w, n->entry.heap.items[0]);
	if (w->options.victim) {
		victims_of(w, n);
		w->popped[n->queue->index].n++; /* slot 0 stays in the list */
	}
	j = heap_pop(&n->entry.heap, job_before, w);
	n->entry.empty = n->entry.heap.n == 0;
	queue_heap_pop_leaf(&w->roots, &n->entry, node_before, w);
	if (w->options.traced)
		trace_popped(w->session, w, j);
	return j;
}

/* ---- for --explain ---- */

void queue_siblings(struct queue **a, struct queue **b)
{
	while ((*a)->depth > (*b)->depth)
		*a = (*a)->parent;
	while ((*b)->depth > (*a)->depth)
		*b = (*b)->parent;
	while ((*a)->parent != (*b)->parent) {
		*a = (*a)->parent;
		*b = (*b)->parent;
	}
}

struct job *walk_peek(struct walk *w)
{
	const struct heap *h = &w->roots;

	while (h->n) {
		const struct walk_node *best = h->items[0];

		for (int i = 1; i < h->n; i++) {
			const struct walk_node *one = h->items[i];

			if (session_queue_less_quietly(w->session, one->queue, best->queue,
				    best_leaf(one)->entry.heap.items[0],
				    best_leaf(best)->entry.heap.items[0]))
				best = one;
		}
		if (best->entry.is_leaf)
			return best->entry.heap.items[0];
		h = &best->entry.heap;
	}
	return NULL;
}

struct order_reason walk_reason(struct walk *w, struct job *a, struct job *b,
	const struct queue **a_queue, const struct queue **b_queue, const struct job **b_job)
{
	struct queue *l = a->queue, *r = b->queue;
	struct job *rival = b;

	*a_queue = *b_queue = NULL;
	*b_job = b;
	if (l == r)
		return session_job_reason(w->session, a, b);
	queue_siblings(&l, &r);
	if (w->nodes[r->index].entry.linked)
		rival = best_leaf(&w->nodes[r->index])->entry.heap.items[0];
	*a_queue = l;
	*b_queue = r;
	*b_job = rival;
	return session_queue_reason(w->session, l, r, a, rival);
}

static bool equal_quietly(struct walk *w, const struct walk_node *a, const struct walk_node *b)
{
	struct job *l = best_leaf(a)->entry.heap.items[0], *r = best_leaf(b)->entry.heap.items[0];

	return !session_queue_less_quietly(w->session, a->queue, b->queue, l, r) &&
		!session_queue_less_quietly(w->session, b->queue, a->queue, r, l);
}

static void ties_in(struct walk *w, const struct heap *h, bool *tied)
{
	for (int i = 0; i < h->n; i++) {
		const struct walk_node *one = h->items[i], *above = h->items[(i - 1) / 2];

		if (i > 0 && equal_quietly(w, one, above))
			tied[one->queue->index] = tied[above->queue->index] = true;
		if (!one->entry.is_leaf)
			ties_in(w, &one->entry.heap, tied);
	}
}

void walk_ties(struct walk *w, bool *tied)
{
	ties_in(w, &w->roots, tied);
}

bool walk_empty(const struct walk *w)
{
	return w->roots.n == 0;
}

static int node_size(const struct walk_node *n)
{
	int size = 0;

	if (n->entry.is_leaf)
		return n->entry.heap.n;
	for (int i = 0; i < n->entry.heap.n; i++)
		size += node_size(n->entry.heap.items[i]);
	return size;
}

int walk_size(const struct walk *w)
{
	int size = 0;

	for (int i = 0; i < w->roots.n; i++)
		size += node_size(w->roots.items[i]);
	return size;
}

void walk_free(struct walk *w)
{
	if (!w)
		return;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		free(w->nodes[i].entry.heap.items);
		if (w->popped)
			free(w->popped[i].list.items);
	}
	free(w->nodes);
	free(w->popped);
	free(w->roots.items);
	free(w);
}

struct session *walk_session(struct walk *w)
{
	return w->session;
}

const struct walk_options *walk_options_of(const struct walk *w)
{
	return &w->options;
}
