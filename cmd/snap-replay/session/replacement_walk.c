#include "replacement_walk.h"

#include <stdlib.h>

#include "common/mem.h"
#include "heap.h"

struct best_so_far { /* of a leaf's stock, by fill_rank */
	int rank;
	struct job *job;
};
struct leaf {
	struct job **sorted; /* the stock, best first */
	struct best_so_far *best;
	int n, n_best;
	/* of the present simulation: */
	int at;              /* next of sorted; while filling, of best */
	struct heap others;  /* jobs of the scenario */
	struct job **filled; /* while filling: the leaf's others by rank, those from seen on not pushed yet */
	int n_filled, seen;
	struct job *best_other;
	struct job *head;    /* filled: the next job; NULL: empty */
};
struct qnode {
	struct queue *queue;
	struct qnode *parent;
	struct heap heap;    /* of an inner node: children */
	struct leaf leaf;
	bool is_leaf, linked, dirty;
	const void *key;     /* what it brings into comparisons; NULL: to be made anew, as its next job or its figures may have changed */
};
struct replacement_walk {
	struct session *session;
	struct qnode *nodes; /* by queue index */
	struct heap roots;
	struct qnode **links; /* leaves in the order of their first job */
	struct job_list mixed;
	int rank;            /* while filling: what was pushed so far; else -1 */
};

static bool job_before(void *ctx, void *a, void *b)
{
	return session_job_less(ctx, a, b);
}

static struct job *better(struct session *s, struct job *a, struct job *b)
{
	return !a ? b : !b ? a : session_job_less(s, b, a) ? b : a;
}

/* The best job pushed up to the present rank. */
static struct job *head_while_filling(struct replacement_walk *w, struct leaf *l)
{
	while (l->at + 1 < l->n_best && l->best[l->at + 1].rank <= w->rank)
		l->at++;
	for (; l->seen < l->n_filled && l->filled[l->seen]->fill_rank <= w->rank; l->seen++)
		l->best_other = better(w->session, l->best_other, l->filled[l->seen]);
	return better(w->session, l->n_best && l->best[l->at].rank <= w->rank ? l->best[l->at].job : NULL, l->best_other);
}

static void set_head(struct session *s, struct leaf *l)
{
	l->head = better(s, l->at < l->n ? l->sorted[l->at] : NULL, l->others.n ? l->others.items[0] : NULL);
}

static struct job *best_job(struct replacement_walk *w, struct qnode *n)
{
	while (!n->is_leaf)
		n = n->heap.items[0];
	return w->rank >= 0 ? head_while_filling(w, &n->leaf) : n->leaf.head;
}

/* Figures change with the job popped last only, whose queues lose their keys then. */
static bool make_key(struct replacement_walk *w, struct qnode *n)
{
	if (!n->key)
		n->key = session_queue_key(w->session, n->queue, best_job(w, n));
	return n->key != NULL;
}

static bool node_before(void *ctx, void *pa, void *pb)
{
	struct replacement_walk *w = ctx;
	struct qnode *a = pa, *b = pb;

	if (w->rank < 0 && make_key(w, a) && make_key(w, b))
		return session_queue_less_by_key(w->session, a->queue, b->queue, a->key, b->key);
	return session_queue_less(w->session, a->queue, b->queue, best_job(w, a), best_job(w, b), NULL, NULL);
}

static void link_node(struct replacement_walk *w, struct qnode *n)
{
	struct queue *up = n->queue->parent;

	n->linked = n->dirty = true;
	n->parent = up ? &w->nodes[up->index] : NULL;
	heap_push(up ? &n->parent->heap : &w->roots, n, node_before, w);
	if (up && !n->parent->linked)
		link_node(w, n->parent);
}

static int first_rank(const struct leaf *l)
{
	int stock = l->n_best ? l->best[0].rank : -1, other = l->n_filled ? l->filled[0]->fill_rank : -1;

	return stock < 0 || (other >= 0 && other < stock) ? other : stock;
}

static int by_rank(const void *a, const void *b)
{
	return (*(struct job *const *)a)->fill_rank - (*(struct job *const *)b)->fill_rank;
}

static bool by_queue_less(const struct job *a, const struct job *b)
{
	return a->queue->index != b->queue->index ? a->queue->index < b->queue->index : a->fill_rank < b->fill_rank;
}

static int by_queue(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	return by_queue_less(l, r) ? -1 : by_queue_less(r, l);
}

static bool has_leaf(const struct job *j)
{
	return j->queue && !j->queue->n_children;
}

/* Hands every leaf its part of the jobs. */
static void hand_out(struct replacement_walk *w, struct job **jobs, int n)
{
	int kept = 0;

	for (int i = 0; i < n; i++)
		if (has_leaf(jobs[i]))
			jobs[kept++] = jobs[i];
	qsort(jobs, (size_t)kept, sizeof *jobs, by_queue);
	for (int i = 0; i < kept; i++) {
		struct leaf *l = &w->nodes[jobs[i]->queue->index].leaf;

		if (!l->n_filled)
			l->filled = &jobs[i];
		l->n_filled++;
	}
}

static int order_links(struct replacement_walk *w, const struct queue *below)
{
	int n = 0;

	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];
		int at = n, rank = q->is_leaf && (!below || q->queue->parent == below) ? first_rank(&q->leaf) : -1;

		if (rank < 0)
			continue;
		for (; at > 0 && first_rank(&w->links[at - 1]->leaf) > rank; at--)
			w->links[at] = w->links[at - 1];
		w->links[at] = q;
		n++;
	}
	return n;
}

static void clear(struct replacement_walk *w)
{
	w->roots.n = 0;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];

		q->linked = q->dirty = false;
		q->key = NULL;
		q->heap.n = q->leaf.others.n = q->leaf.at = q->leaf.n_filled = q->leaf.seen = 0;
		q->leaf.best_other = NULL;
	}
}

void replacement_walk_start(struct replacement_walk *w, const struct queue *below, struct job **jobs, int n)
{
	int links;

	clear(w);
	hand_out(w, jobs, n);
	links = order_links(w, below);
	for (int i = 0; i < links; i++) {
		w->rank = first_rank(&w->links[i]->leaf);
		link_node(w, w->links[i]);
	}
	w->rank = -1;
	for (int i = 0; i < links; i++) {
		struct leaf *l = &w->links[i]->leaf;

		l->at = 0;
		for (int k = 0; k < l->n_filled; k++)
			heap_push(&l->others, l->filled[k], job_before, w->session);
		set_head(w->session, l);
	}
}

/* The popped job was none of the scenario's, and the next one brings the same into comparisons: all stands as it is. */
static bool unchanged(struct replacement_walk *w, const struct qnode *n)
{
	return n->key && n->leaf.head && session_queue_key(w->session, n->queue, n->leaf.head) == n->key;
}

static void prune(struct replacement_walk *w, struct qnode *n)
{
	while (n && (n->is_leaf ? !n->leaf.head : !n->heap.n)) {
		heap_pop(n->parent ? &n->parent->heap : &w->roots, node_before, w); /* n sits in slot 0 there */
		n = n->parent;
	}
	for (; n; n = n->parent) {
		n->dirty = true;
		n->key = NULL;
	}
}

struct job *replacement_walk_pop(struct replacement_walk *w)
{
	struct heap *h = &w->roots;
	struct qnode *n;
	struct job *j;
	bool from_stock;

	if (!h->n)
		return NULL;
	for (;;) {
		n = h->items[0];
		if (n->dirty) {
			heap_fix_first(h, node_before, w);
			n->dirty = false; /* look at slot 0 again: perhaps it is another node now */
			continue;
		}
		if (n->is_leaf)
			break;
		h = &n->heap;
	}
	j = n->leaf.head;
	from_stock = n->leaf.at < n->leaf.n && j == n->leaf.sorted[n->leaf.at];
	if (from_stock)
		n->leaf.at++;
	else
		heap_pop(&n->leaf.others, job_before, w->session);
	set_head(w->session, &n->leaf);
	if (!from_stock || !unchanged(w, n))
		prune(w, n);
	return j;
}

const struct job_list *replacement_walk_mixed(const struct replacement_walk *w)
{
	return &w->mixed;
}

/* ---- the stock ---- */

static void note_best(struct session *s, struct leaf *l)
{
	qsort(l->sorted, (size_t)l->n, sizeof *l->sorted, by_rank);
	for (int i = 0; i < l->n; i++)
		if (!l->n_best || session_job_less(s, l->sorted[i], l->best[l->n_best - 1].job))
			l->best[l->n_best++] = (struct best_so_far){l->sorted[i]->fill_rank, l->sorted[i]};
}

/* Through a heap: the order is total, and qsort has no place for the session. */
static void sort_stock(struct session *s, struct leaf *l)
{
	struct heap h = {0};

	for (int i = 0; i < l->n; i++)
		heap_push(&h, l->sorted[i], job_before, s);
	for (int i = 0; i < l->n; i++)
		l->sorted[i] = heap_pop(&h, job_before, s);
	free(h.items);
}

struct replacement_walk *replacement_walk_new(struct session *s, const struct job *preemptor)
{
	struct replacement_walk *w = xcalloc(1, sizeof *w);
	const struct cluster *c = s->c;

	w->session = s;
	w->rank = -1;
	w->nodes = xcalloc((size_t)c->n_queues + 1, sizeof *w->nodes);
	w->links = xcalloc((size_t)c->n_queues + 1, sizeof(struct qnode *));
	w->mixed.items = xcalloc((size_t)c->n_jobs + 1, sizeof(struct job *));
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (!j->counts[POD_PENDING] || !has_leaf(j) || j == preemptor->session_job)
			continue;
		if (j->counts[POD_PENDING] + j->counts[POD_GATED] < j->n_tasks)
			w->mixed.items[w->mixed.n++] = j;
		else
			w->nodes[j->queue->index].leaf.n++;
	}
	for (int i = 0; i < c->n_queues; i++) {
		struct leaf *l = &w->nodes[i].leaf;

		w->nodes[i].queue = c->queues[i];
		w->nodes[i].is_leaf = !c->queues[i]->n_children;
		l->sorted = xcalloc((size_t)l->n + 1, sizeof(struct job *));
		l->best = xcalloc((size_t)l->n + 1, sizeof *l->best);
		l->n = 0;
	}
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j->counts[POD_PENDING] && has_leaf(j) && j != preemptor->session_job &&
		    j->counts[POD_PENDING] + j->counts[POD_GATED] == j->n_tasks)
			w->nodes[j->queue->index].leaf.sorted[w->nodes[j->queue->index].leaf.n++] = j;
	}
	for (int i = 0; i < c->n_queues; i++) {
		note_best(s, &w->nodes[i].leaf);
		sort_stock(s, &w->nodes[i].leaf);
	}
	return w;
}

void replacement_walk_free(struct replacement_walk *w)
{
	if (!w)
		return;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		free(w->nodes[i].heap.items);
		free(w->nodes[i].leaf.sorted);
		free(w->nodes[i].leaf.best);
		free(w->nodes[i].leaf.others.items);
	}
	free(w->roots.items);
	free(w->links);
	free(w->mixed.items);
	free(w->nodes);
	free(w);
}
