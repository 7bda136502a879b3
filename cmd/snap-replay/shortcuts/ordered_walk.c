#include "shortcuts/ordered_walk.h"

#include <stdlib.h>

#include "model/job.h"
#include "session/bits.h"
#include "shortcuts/winner.h"

struct qnode { /* a queue in the walk */
	struct queue_entry entry;
	struct queue *queue;
	struct queue_sort_key
		mark; /* where marked: with its next job and its figures as they are */
	bool marked;
	/* of a leaf: */
	int first, end; /* places of its jobs, in both orders */
	int at;         /* the next one's; end: none */
	int best, seen; /* while filling: the best one's that was pushed, and where in fillers the
			   rest begins */
};
struct ordered_walk {
	struct session *s;
	const struct queue_ledger *ledger;
	struct qnode *nodes;   /* by queue index */
	struct qnode **leaves; /* room to sort those with jobs */
	struct heap roots;
	struct job **jobs; /* by place */
	struct filler {
		int rank, place;      /* rank: fill_rank */
	} * fillers;                  /* the same jobs by queue, and there by rank */
	int *fill_place;              /* by place: where in fillers */
	double (*requests)[3];        /* by place */
	unsigned char *request_class; /* the same: which of the different requests it is */
	struct request_classes classes;
	uint64_t *walks, *silent, *fills; /* places of those who walk, of those of them who are
					     silent; of the first in fillers */
	struct winner winner;             /* of silent jobs */
	int rank;                         /* while filling: what was pushed so far; else -1 */
};

/* With room for that many: it never grows. */
static struct heap heap_for(struct arena *a, int n)
{
	return (struct heap){(void **)ARENA_ARRAY(a, (size_t)n + 1, void *), 0, n + 1};
}

struct ordered_walk *ordered_walk_new(struct session *s, struct arena *a)
{
	struct ordered_walk *w = ARENA_NEW(a, struct ordered_walk);
	size_t jobs = (size_t)s->c->n_jobs + 2, queues = (size_t)s->c->n_queues + 1,
	       words = jobs / 64 + 1;

	w->s = s;
	w->rank = -1;
	w->nodes = ARENA_ARRAY(a, queues, struct qnode);
	w->roots = heap_for(a, s->c->n_queues);
	w->leaves = ARENA_ARRAY(a, queues, struct qnode *);
	w->jobs = ARENA_ARRAY(a, jobs, struct job *);
	w->fillers = ARENA_ARRAY(a, jobs, struct filler);
	w->fill_place = ARENA_ARRAY(a, jobs, int);
	w->requests = arena_zalloc(a, jobs, sizeof *w->requests);
	w->request_class = ARENA_ARRAY(a, jobs, unsigned char);
	w->walks = ARENA_ARRAY(a, words, uint64_t);
	w->silent = ARENA_ARRAY(a, words, uint64_t);
	w->fills = ARENA_ARRAY(a, words, uint64_t);
	for (int i = 0; i < s->c->n_queues; i++) {
		struct queue *q = s->c->queues[i];

		w->nodes[i].queue = q;
		w->nodes[i].entry.parent = q->parent ? &w->nodes[q->parent->index].entry : NULL;
		w->nodes[i].entry.is_leaf = !q->n_children;
		w->nodes[i].entry.heap = heap_for(a, q->n_children);
	}
	return w;
}

/* ---- who walks ---- */

static int by_queue(const void *a, const void *b)
{
	return (*(struct job *const *)a)->queue->index - (*(struct job *const *)b)->queue->index;
}

static int by_rank(const void *a, const void *b)
{
	return ((const struct filler *)a)->rank - ((const struct filler *)b)->rank;
}

/* The leaf's jobs have their places. */
static void list_fillers(struct ordered_walk *w, const struct qnode *leaf)
{
	for (int i = leaf->first; i < leaf->end; i++)
		w->fillers[i] = (struct filler){w->jobs[i]->fill_rank, i};
	qsort(&w->fillers[leaf->first], (size_t)(leaf->end - leaf->first), sizeof *w->fillers,
		by_rank);
	for (int i = leaf->first; i < leaf->end; i++)
		w->fill_place[w->fillers[i].place] = i;
}

static void clear(struct ordered_walk *w, int n)
{
	size_t bytes = (size_t)bit_words(n) * sizeof *w->walks;

	memset(w->walks, 0, bytes);
	memset(w->silent, 0, bytes);
	memset(w->fills, 0, bytes);
	for (int i = 0; i < w->s->c->n_queues; i++)
		w->nodes[i].first = w->nodes[i].end = 0;
	w->classes.n = 0;
}

struct job *const *ordered_walk_set(struct ordered_walk *w, struct job *const *jobs, int n)
{
	clear(w, n);
	memcpy(w->jobs, jobs, (size_t)n * sizeof *jobs);
	qsort(w->jobs, (size_t)n, sizeof *w->jobs, by_queue);
	for (int i = 0, end = 0; i < n; i = end) {
		struct qnode *leaf = &w->nodes[w->jobs[i]->queue->index];

		while (end < n && w->jobs[end]->queue == leaf->queue)
			end++;
		leaf->first = i;
		leaf->end = end;
		session_sort_jobs(w->s, &w->jobs[i], end - i);
		list_fillers(w, leaf);
	}
	return w->jobs;
}

void ordered_walk_ask(struct ordered_walk *w, int place, const double *request)
{
	memcpy(w->requests[place], request, sizeof w->requests[place]);
	w->request_class[place] = request_class_of(&w->classes, request);
}

void ordered_walk_add(struct ordered_walk *w, int place, bool silent)
{
	bit_set(w->walks, place);
	bit_set(w->fills, w->fill_place[place]);
	if (silent)
		bit_set(w->silent, place);
}

void ordered_walk_remove(struct ordered_walk *w, int place)
{
	bit_clear(w->walks, place);
	bit_clear(w->silent, place);
	bit_clear(w->fills, w->fill_place[place]);
}

/* ---- the order of queues ---- */

/* The place of the best job pushed up to the present rank. */
static int best_so_far(struct ordered_walk *w, struct qnode *leaf)
{
	while (leaf->seen < leaf->end && w->fillers[leaf->seen].rank <= w->rank) {
		int place = w->fillers[leaf->seen].place;

		leaf->best = place < leaf->best ? place : leaf->best;
		leaf->seen = bit_next(w->fills, leaf->seen + 1, leaf->end);
	}
	return leaf->best;
}

static const double *next_request(struct ordered_walk *w, struct qnode *n)
{
	while (!n->entry.is_leaf)
		n = n->entry.heap.items[0];
	return w->requests[w->rank >= 0 ? best_so_far(w, n) : n->at];
}

/* Figures change with the job popped last only, whose queues lose their marks then. While it is
 * filled, best jobs change. */
static void mark(struct ordered_walk *w, struct qnode *n)
{
	if (n->marked)
		return;
	n->mark = w->ledger->ops->sort_key(w->ledger, n->queue, next_request(w, n));
	n->marked = w->rank < 0;
}

static bool goes_before(void *ctx, void *pa, void *pb)
{
	struct ordered_walk *w = ctx;
	struct qnode *a = pa, *b = pb;

	mark(w, a);
	mark(w, b);
	if (a->mark.rank != b->mark.rank)
		return a->mark.rank < b->mark.rank;
	if (a->mark.share != b->mark.share)
		return a->mark.share < b->mark.share;
	return w->ledger->ops->before(
		w->ledger, a->queue, b->queue, next_request(w, a), next_request(w, b));
}

/* ---- the start ---- */

static int first_rank(const struct ordered_walk *w, const struct qnode *leaf)
{
	return w->fillers[leaf->seen].rank;
}

/* The leaves with jobs, by their first one; how many. */
static int order_leaves(struct ordered_walk *w)
{
	int n = 0;

	for (int i = 0; i < w->s->c->n_queues; i++) {
		struct qnode *q = &w->nodes[i];
		int at = n;

		q->entry.linked = q->entry.dirty = q->entry.empty = q->marked = false;
		q->entry.heap.n = 0;
		q->seen = bit_next(w->fills, q->first, q->end);
		q->best = q->end;
		if (q->seen == q->end)
			continue;
		for (; at > 0 && first_rank(w, w->leaves[at - 1]) > first_rank(w, q); at--)
			w->leaves[at] = w->leaves[at - 1];
		w->leaves[at] = q;
		n++;
	}
	return n;
}

void ordered_walk_start(struct ordered_walk *w, const struct queue_ledger *ledger)
{
	int leaves;

	w->ledger = ledger;
	w->roots.n = 0;
	w->winner.leaf = NULL;
	leaves = order_leaves(w);
	for (int i = 0; i < leaves; i++) {
		w->rank = first_rank(w, w->leaves[i]);
		queue_heap_link(&w->roots, &w->leaves[i]->entry, goes_before, w);
	}
	w->rank = -1;
	for (int i = 0; i < leaves; i++)
		w->leaves[i]->at = bit_next(w->walks, w->leaves[i]->first, w->leaves[i]->end);
}

/* ---- popping ---- */

/* Its job had its entry. */
static void go_on(struct ordered_walk *w, struct qnode *leaf)
{
	leaf->at = bit_next(w->walks, leaf->at + 1, leaf->end);
	leaf->entry.empty = leaf->at == leaf->end;
}

static void pop_leaf(struct ordered_walk *w, struct qnode *leaf)
{
	for (struct queue_entry *t = queue_heap_pop_leaf(&w->roots, &leaf->entry, goes_before, w);
		t; t = t->parent)
		((struct qnode *)t)->marked = false;
}

/* Pops the silent jobs of the first leaf as long as it is known to stay in front. */
static void pass_silent(struct ordered_walk *w, struct qnode *leaf)
{
	do {
		winner_is(&w->winner, &leaf->entry, w->request_class[leaf->at]);
		go_on(w, leaf);
	} while (!leaf->entry.empty && bit_is_set(w->silent, leaf->at) &&
		winner_stays(&w->winner, w->request_class[leaf->at]));
	pop_leaf(w, leaf);
}

int ordered_walk_pop(struct ordered_walk *w)
{
	while (w->roots.n) {
		struct qnode *leaf = (struct qnode *)queue_heap_first(&w->roots, goes_before, w);
		int place = leaf->at;

		if (bit_is_set(w->silent, place)) {
			pass_silent(w, leaf);
			continue;
		}
		w->winner.leaf = NULL;
		go_on(w, leaf);
		pop_leaf(w, leaf);
		return place;
	}
	return -1;
}
