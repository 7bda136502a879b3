#include "shortcuts/replacement_walk.h"

#include <stdlib.h>

#include "model/job.h"
#include "common/mem.h"
#include "shortcuts/winner.h"

struct best_so_far { /* of a leaf's stock, by fill_rank */
	int rank;
	struct job *job;
};
struct leaf {
	struct job **sorted;          /* the stock, best first */
	unsigned char *request_class; /* of each of these */
	struct best_so_far *best;
	int n, n_best;
	/* of the present simulation: */
	int at;              /* next of sorted; while filling, of best */
	struct job **others; /* jobs of the scenario, best first */
	struct job **filled; /* the same by fill_rank; while filling, those from seen on are not
				pushed yet */
	int n_others, next, seen; /* next: of others */
	bool stock_first;         /* the head is of the stock */
	struct job *best_other;
	struct job *head; /* filled: the next job; NULL: empty */
};
struct qnode { /* a queue in the walk */
	struct queue_entry entry;
	struct queue *queue;
	struct leaf leaf;
	const void *key; /* what it brings into comparisons; NULL: to be made anew, as its next job
			    or its figures may have changed */
};
struct replacement_walk {
	struct session *session;
	struct qnode *nodes; /* by queue index */
	struct heap roots;
	struct qnode **links; /* leaves in the order of their first job */
	struct job_list mixed;
	struct job **filled, **others; /* room for the leaves' lists */
	bool by_keys; /* what queues bring into comparisons hangs on their figures and the request
			 of their next job only */
	struct request_classes classes; /* of the stock */
	struct winner winner;
	int rank; /* while filling: what was pushed so far; else -1 */
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
	return better(w, l->n_best && l->best[l->at].rank <= w->rank ? l->best[l->at].job : NULL,
		l->best_other);
}

static void set_head(const struct replacement_walk *w, struct qnode *n)
{
	struct leaf *l = &n->leaf;
	struct job *stock = l->at < l->n ? l->sorted[l->at] : NULL,
		   *other = l->next < l->n_others ? l->others[l->next] : NULL;

	l->stock_first = stock && (!other || session_job_less(w->session, stock, other));
	l->head = l->stock_first ? stock : other;
	n->entry.empty = !l->head;
}

static struct job *best_job(struct replacement_walk *w, struct qnode *n)
{
	while (!n->entry.is_leaf)
		n = n->entry.heap.items[0];
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
	return session_queue_less(
		w->session, a->queue, b->queue, best_job(w, a), best_job(w, b), NULL, NULL);
}

static int first_rank(const struct leaf *l)
{
	int stock = l->n_best ? l->best[0].rank : -1,
	    other = l->n_others ? l->filled[0]->fill_rank : -1;

	return stock < 0 || (other >= 0 && other < stock) ? other : stock;
}

static int by_rank(const void *a, const void *b)
{
	return (*(struct job *const *)a)->fill_rank - (*(struct job *const *)b)->fill_rank;
}

static bool by_queue_less(const struct job *a, const struct job *b)
{
	return a->queue->index != b->queue->index ? a->queue->index < b->queue->index
						  : a->fill_rank < b->fill_rank;
}

static int by_queue(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	return by_queue_less(l, r) ? -1 : by_queue_less(r, l);
}

static void clear(struct replacement_walk *w)
{
	w->roots.n = 0;
	w->winner.leaf = NULL;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];

		q->entry.linked = q->entry.dirty = false;
		q->key = NULL;
		q->entry.heap.n = q->leaf.at = q->leaf.n_others = q->leaf.next = q->leaf.seen = 0;
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
		int at = n, rank = q->entry.is_leaf ? first_rank(&q->leaf) : -1;

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
		queue_heap_link(&w->roots, &w->links[i]->entry, node_before, w);
	}
	w->rank = -1;
	for (int i = 0; i < links; i++) {
		w->links[i]->leaf.at = 0;
		set_head(w, w->links[i]);
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

static void forget_keys(struct queue_entry *t)
{
	for (; t; t = t->parent)
		((struct qnode *)t)->key = NULL;
}

static void pop_leaf(struct replacement_walk *w, struct qnode *n)
{
	forget_keys(queue_heap_pop_leaf(&w->roots, &n->entry, node_before, w));
}

static struct job *pop_stock(struct replacement_walk *w, struct qnode *n)
{
	struct leaf *l = &n->leaf;
	struct job *j = l->head;

	winner_is(&w->winner, &n->entry, l->request_class[l->at]);
	l->at++;
	set_head(w, n);
	if (w->by_keys && l->stock_first && winner_stays(&w->winner, l->request_class[l->at]))
		forget_keys(&n->entry);
	else
		pop_leaf(w, n);
	return j;
}

static struct job *pop_other(struct replacement_walk *w, struct qnode *n)
{
	struct job *j = n->leaf.head;

	w->winner.leaf = NULL;
	n->leaf.next++;
	set_head(w, n);
	pop_leaf(w, n);
	return j;
}

struct job *replacement_walk_pop(struct replacement_walk *w)
{
	struct qnode *n;

	if (!w->roots.n)
		return NULL;
	n = (struct qnode *)queue_heap_first(&w->roots, node_before, w);
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
			l->best[l->n_best++] =
				(struct best_so_far){l->sorted[i]->fill_rank, l->sorted[i]};
}

static void read_request_classes(struct replacement_walk *w, struct leaf *l)
{
	for (int i = 0; i < l->n; i++) {
		session_request_vector(w->session, l->sorted[i], false);
		l->request_class[i] = request_class_of(&w->classes, l->sorted[i]->unit_sums);
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
		w->nodes[i].entry.parent =
			c->queues[i]->parent ? &w->nodes[c->queues[i]->parent->index].entry : NULL;
		w->nodes[i].entry.is_leaf = !c->queues[i]->n_children;
		l->sorted = xcalloc((size_t)l->n + 1, sizeof(struct job *));
		l->request_class = xcalloc((size_t)l->n + 1, sizeof *l->request_class);
		l->best = xcalloc((size_t)l->n + 1, sizeof *l->best);
		l->n = 0;
	}
	for (int i = 0; i < c->n_jobs; i++) {
		struct job *j = c->jobs[i];

		if (j->counts[POD_PENDING] && job_has_leaf(j) && j != preemptor->session_job &&
			j->counts[POD_PENDING] + j->counts[POD_GATED] == j->n_tasks)
			w->nodes[j->queue->index].leaf.sorted[w->nodes[j->queue->index].leaf.n++] =
				j;
	}
	for (int i = 0; i < c->n_queues; i++) {
		note_best(s, &w->nodes[i].leaf);
		session_sort_jobs(s, w->nodes[i].leaf.sorted, w->nodes[i].leaf.n);
		read_request_classes(w, &w->nodes[i].leaf);
	}
	return w;
}

void replacement_walk_free(struct replacement_walk *w)
{
	if (!w)
		return;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		free(w->nodes[i].entry.heap.items);
		free(w->nodes[i].leaf.sorted);
		free(w->nodes[i].leaf.request_class);
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
