#include "replacement_walk.h"

#include <stdlib.h>

#include "../model/job.h"
#include "common/mem.h"
#include "heap.h"

struct best_so_far { /* of a leaf's stock, by fill_rank */
	int rank;
	struct job *job;
};
enum { ASKS = 64 };
struct leaf {
	struct job **sorted; /* the stock, best first */
	unsigned char *asks; /* what each of these asks for, see struct replacement_walk */
	struct best_so_far *best;
	int n, n_best;
	/* of the present simulation: */
	int at;              /* next of sorted; while filling, of best */
	struct job **others; /* jobs of the scenario, best first */
	struct job **filled; /* the same by fill_rank; while filling, those from seen on are not pushed yet */
	int n_others, next, seen; /* next: of others */
	bool stock_first;    /* the head is of the stock */
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
	struct job **filled, **others; /* room for the leaves' lists */
	bool by_keys;        /* what queues bring into comparisons hangs on their figures and the request of their next job only */
	struct ask {
		double v[3];
	} asks[ASKS];        /* the different requests of stock jobs: all that queues bring into comparisons besides their figures */
	int n_asks;
	struct qnode *last;  /* the leaf that gave the last job, of its stock; NULL: the last one was another */
	bool stays[ASKS];    /* by what its next job asks for: it is known that last stays in front of all others then */
	int rank;            /* while filling: what was pushed so far; else -1 */
};

static struct job *better(const struct replacement_walk *w, struct job *a, struct job *b)
{
	return !a ? b : !b ? a : session_job_less(w->session, b, a) ? b : a;
}

/* The best job pushed up to the present rank. */
static struct job *head_while_filling(struct replacement_walk *w, struct leaf *l)
{
	while (l->at + 1 < l->n_best && l->best[l->at + 1].rank <= w->rank)
		l->at++;
	for (; l->seen < l->n_others && l->filled[l->seen]->fill_rank <= w->rank; l->seen++)
		l->best_other = better(w, l->best_other, l->filled[l->seen]);
	return better(w, l->n_best && l->best[l->at].rank <= w->rank ? l->best[l->at].job : NULL, l->best_other);
}

static void set_head(const struct replacement_walk *w, struct leaf *l)
{
	struct job *stock = l->at < l->n ? l->sorted[l->at] : NULL, *other = l->next < l->n_others ? l->others[l->next] : NULL;

	l->stock_first = stock && (!other || session_job_less(w->session, stock, other));
	l->head = l->stock_first ? stock : other;
}

static struct job *best_job(struct replacement_walk *w, struct qnode *n)
{
	while (!n->is_leaf)
		n = n->heap.items[0];
	return w->rank >= 0 ? head_while_filling(w, &n->leaf) : n->leaf.head;
}

/* Figures change with the job popped last only, whose queues lose their keys then. */
static const void *key_of(struct replacement_walk *w, struct qnode *n)
{
	struct job *j = best_job(w, n);

	session_request_vector(w->session, j, false);
	return session_queue_key(w->session, n->queue, j->unit_sums);
}

static bool make_key(struct replacement_walk *w, struct qnode *n)
{
	if (!n->key && w->by_keys)
		n->key = key_of(w, n);
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
	int stock = l->n_best ? l->best[0].rank : -1, other = l->n_others ? l->filled[0]->fill_rank : -1;

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

static void clear(struct replacement_walk *w)
{
	w->roots.n = 0;
	w->last = NULL;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];

		q->linked = q->dirty = false;
		q->key = NULL;
		q->heap.n = q->leaf.at = q->leaf.n_others = q->leaf.next = q->leaf.seen = 0;
		q->leaf.best_other = NULL;
	}
}

/* Hands every leaf its part of the lists, which go by queue first. */
static void hand_out(struct replacement_walk *w, struct job **filled, struct job **others, int n)
{
	for (int i = 0; i < n; i++) {
		struct leaf *l = &w->nodes[filled[i]->queue->index].leaf;

		if (!l->n_others) {
			l->filled = &filled[i];
			l->others = &others[i];
		}
		l->n_others++;
	}
}

/* The leaves with jobs, by their first one. */
static int order_links(struct replacement_walk *w)
{
	int n = 0;

	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];
		int at = n, rank = q->is_leaf ? first_rank(&q->leaf) : -1;

		if (rank < 0)
			continue;
		for (; at > 0 && first_rank(&w->links[at - 1]->leaf) > rank; at--)
			w->links[at] = w->links[at - 1];
		w->links[at] = q;
		n++;
	}
	return n;
}

/* The leaves have their jobs. */
static void fill(struct replacement_walk *w)
{
	int links = order_links(w);

	for (int i = 0; i < links; i++) {
		w->rank = first_rank(&w->links[i]->leaf);
		link_node(w, w->links[i]);
	}
	w->rank = -1;
	for (int i = 0; i < links; i++) {
		w->links[i]->leaf.at = 0;
		set_head(w, &w->links[i]->leaf);
	}
}

void replacement_walk_start(struct replacement_walk *w, struct job **jobs, int n)
{
	int kept = 0;

	clear(w);
	w->by_keys = session_has_queue_keys(w->session) && !w->session->literal;
	for (int i = 0; i < n; i++)
		if (job_has_leaf(jobs[i]))
			w->filled[kept++] = jobs[i];
	qsort(w->filled, (size_t)kept, sizeof *w->filled, by_queue);
	memcpy(w->others, w->filled, (size_t)kept * sizeof *w->others);
	hand_out(w, w->filled, w->others, kept);
	for (int i = 0; i < w->session->c->n_queues; i++)
		session_sort_jobs(w->session, w->nodes[i].leaf.others, w->nodes[i].leaf.n_others);
	fill(w);
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

/* The leaf whose job is next, with its ancestors at slot 0 of their heaps. */
static struct qnode *first_leaf(struct replacement_walk *w)
{
	struct heap *h = &w->roots;

	for (;;) {
		struct qnode *n = h->items[0];

		if (n->dirty) {
			heap_fix_first(h, node_before, w);
			n->dirty = false; /* look at slot 0 again: perhaps it is another node now */
		} else if (n->is_leaf) {
			return n;
		} else {
			h = &n->heap;
		}
	}
}

/* The leaf is in front with the job of the stock that is its next one. Only if it was in front before, too, is it known to stay there with
 * what this job asks for: else its ancestors came to the front with the next job of another leaf, and were not compared again since. */
static void note_front(struct replacement_walk *w, struct qnode *n)
{
	if (n == w->last)
		w->stays[n->leaf.asks[n->leaf.at]] = true;
	else
		memset(w->stays, 0, sizeof w->stays);
	w->last = n;
}

/* A job of the stock changes no figures: if its leaf stayed in front of all with one that asks for as much, it does now, and all heaps are
 * left as they are. (Asks beyond ASKS share the last number, which is never taken for known.) */
static bool stays_in_front(const struct replacement_walk *w, const struct leaf *l)
{
	return w->by_keys && l->stock_first && l->asks[l->at] < ASKS - 1 && w->stays[l->asks[l->at]];
}

static void forget_keys(struct qnode *n)
{
	for (; n; n = n->parent)
		n->key = NULL;
}

static struct job *pop_stock(struct replacement_walk *w, struct qnode *n)
{
	struct job *j = n->leaf.head;

	note_front(w, n);
	n->leaf.at++;
	set_head(w, &n->leaf);
	if (stays_in_front(w, &n->leaf))
		forget_keys(n);
	else
		prune(w, n);
	return j;
}

static struct job *pop_other(struct replacement_walk *w, struct qnode *n)
{
	struct job *j = n->leaf.head;

	w->last = NULL;
	n->leaf.next++;
	set_head(w, &n->leaf);
	prune(w, n);
	return j;
}

struct job *replacement_walk_pop(struct replacement_walk *w)
{
	struct qnode *n;

	if (!w->roots.n)
		return NULL;
	n = first_leaf(w);
	return n->leaf.stock_first ? pop_stock(w, n) : pop_other(w, n);
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

static unsigned char number_of_ask(struct replacement_walk *w, const double *sums)
{
	int i = 0;

	while (i < w->n_asks && memcmp(w->asks[i].v, sums, sizeof w->asks[i].v) != 0)
		i++;
	if (i == w->n_asks && i < ASKS - 1)
		memcpy(w->asks[w->n_asks++].v, sums, sizeof w->asks[i].v);
	return (unsigned char)i;
}

static void read_asks(struct replacement_walk *w, struct leaf *l)
{
	for (int i = 0; i < l->n; i++) {
		session_request_vector(w->session, l->sorted[i], false);
		l->asks[i] = number_of_ask(w, l->sorted[i]->unit_sums);
	}
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
	w->filled = xcalloc((size_t)c->n_jobs + 2, sizeof(struct job *));
	w->others = xcalloc((size_t)c->n_jobs + 2, sizeof(struct job *));
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (!j->counts[POD_PENDING] || !job_has_leaf(j) || j == preemptor->session_job)
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
		l->asks = xcalloc((size_t)l->n + 1, sizeof *l->asks);
		l->best = xcalloc((size_t)l->n + 1, sizeof *l->best);
		l->n = 0;
	}
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j->counts[POD_PENDING] && job_has_leaf(j) && j != preemptor->session_job &&
		    j->counts[POD_PENDING] + j->counts[POD_GATED] == j->n_tasks)
			w->nodes[j->queue->index].leaf.sorted[w->nodes[j->queue->index].leaf.n++] = j;
	}
	for (int i = 0; i < c->n_queues; i++) {
		note_best(s, &w->nodes[i].leaf);
		session_sort_jobs(s, w->nodes[i].leaf.sorted, w->nodes[i].leaf.n);
		read_asks(w, &w->nodes[i].leaf);
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
		free(w->nodes[i].leaf.asks);
		free(w->nodes[i].leaf.best);
	}
	free(w->roots.items);
	free(w->links);
	free(w->mixed.items);
	free(w->filled);
	free(w->others);
	free(w->nodes);
	free(w);
}
