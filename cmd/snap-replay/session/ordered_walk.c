#include "ordered_walk.h"

#include <stdlib.h>

#include "../model/job.h"
#include "bits.h"
#include "heap.h"

enum { ASKS = 64 };
struct turn { /* a queue in the walk */
	struct queue *queue;
	struct turn *parent;
	struct heap heap;       /* of an inner node: children */
	bool is_leaf, linked, dirty, marked;
	struct queue_mark mark; /* where marked: with its next job and its figures as they are */
	/* of a leaf: */
	int first, end;         /* places of its jobs, in both orders */
	int at;                 /* the next one's; end: none */
	int best, seen;         /* while filling: the best one's that was pushed, and where in fillers the rest begins */
};
struct ordered_walk {
	struct session *s;
	const struct queue_books *books;
	struct turn *turns;      /* by queue index */
	struct turn **leaves;    /* room to sort those with jobs */
	struct heap roots;
	struct job **jobs;       /* by place */
	struct filler {
		int rank, place;     /* rank: fill_rank */
	} *fillers;              /* the same jobs by queue, and there by rank */
	int *fill_place;         /* by place: where in fillers */
	double (*requests)[3];   /* by place */
	unsigned char *asks;     /* the same: which of the different requests it is */
	struct ask {
		double v[3];
	} kinds[ASKS];
	int n_kinds;
	uint64_t *walks, *silent, *fills; /* places of those who walk, of those of them who are silent; of the first in fillers */
	struct turn *last;       /* the leaf whose job went before, a silent one; NULL: that was another one */
	bool stays[ASKS];        /* by what its next job asks for: it is known that last stays in front of all others then */
	int rank;                /* while filling: what was pushed so far; else -1 */
};

/* With room for that many: it never grows. */
static struct heap heap_for(struct arena *a, int n)
{
	return (struct heap){(void **)ARENA_ARRAY(a, (size_t)n + 1, void *), 0, n + 1};
}

struct ordered_walk *ordered_walk_new(struct session *s, struct arena *a)
{
	struct ordered_walk *w = ARENA_NEW(a, struct ordered_walk);
	size_t jobs = (size_t)s->c->n_jobs + 2, queues = (size_t)s->c->n_queues + 1, words = jobs / 64 + 1;

	w->s = s;
	w->rank = -1;
	w->turns = ARENA_ARRAY(a, queues, struct turn);
	w->roots = heap_for(a, s->c->n_queues);
	w->leaves = ARENA_ARRAY(a, queues, struct turn *);
	w->jobs = ARENA_ARRAY(a, jobs, struct job *);
	w->fillers = ARENA_ARRAY(a, jobs, struct filler);
	w->fill_place = ARENA_ARRAY(a, jobs, int);
	w->requests = arena_zalloc(a, jobs, sizeof *w->requests);
	w->asks = ARENA_ARRAY(a, jobs, unsigned char);
	w->walks = ARENA_ARRAY(a, words, uint64_t);
	w->silent = ARENA_ARRAY(a, words, uint64_t);
	w->fills = ARENA_ARRAY(a, words, uint64_t);
	for (int i = 0; i < s->c->n_queues; i++) {
		struct queue *q = s->c->queues[i];

		w->turns[i].queue = q;
		w->turns[i].parent = q->parent ? &w->turns[q->parent->index] : NULL;
		w->turns[i].is_leaf = !q->n_children;
		w->turns[i].heap = heap_for(a, q->n_children);
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
static void list_fillers(struct ordered_walk *w, const struct turn *leaf)
{
	for (int i = leaf->first; i < leaf->end; i++)
		w->fillers[i] = (struct filler){w->jobs[i]->fill_rank, i};
	qsort(&w->fillers[leaf->first], (size_t)(leaf->end - leaf->first), sizeof *w->fillers, by_rank);
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
		w->turns[i].first = w->turns[i].end = 0;
	w->n_kinds = 0;
}

struct job *const *ordered_walk_set(struct ordered_walk *w, struct job *const *jobs, int n)
{
	clear(w, n);
	memcpy(w->jobs, jobs, (size_t)n * sizeof *jobs);
	qsort(w->jobs, (size_t)n, sizeof *w->jobs, by_queue);
	for (int i = 0, end = 0; i < n; i = end) {
		struct turn *leaf = &w->turns[w->jobs[i]->queue->index];

		while (end < n && w->jobs[end]->queue == leaf->queue)
			end++;
		leaf->first = i;
		leaf->end = end;
		session_sort_jobs(w->s, &w->jobs[i], end - i);
		list_fillers(w, leaf);
	}
	return w->jobs;
}

static unsigned char kind_of(struct ordered_walk *w, const double *request)
{
	int i = 0;

	while (i < w->n_kinds && memcmp(w->kinds[i].v, request, sizeof w->kinds[i].v) != 0)
		i++;
	if (i == w->n_kinds && i < ASKS - 1)
		memcpy(w->kinds[w->n_kinds++].v, request, sizeof w->kinds[i].v);
	return (unsigned char)i;
}

void ordered_walk_ask(struct ordered_walk *w, int place, const double *request)
{
	memcpy(w->requests[place], request, sizeof w->requests[place]);
	w->asks[place] = kind_of(w, request);
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
	bit_clear(w->fills, w->fill_place[place]);
}

/* ---- the order of queues ---- */

/* The place of the best job pushed up to the present rank. */
static int best_so_far(struct ordered_walk *w, struct turn *leaf)
{
	while (leaf->seen < leaf->end && w->fillers[leaf->seen].rank <= w->rank) {
		int place = w->fillers[leaf->seen].place;

		leaf->best = place < leaf->best ? place : leaf->best;
		leaf->seen = bit_next(w->fills, leaf->seen + 1, leaf->end);
	}
	return leaf->best;
}

static const double *next_request(struct ordered_walk *w, struct turn *t)
{
	while (!t->is_leaf)
		t = t->heap.items[0];
	return w->requests[w->rank >= 0 ? best_so_far(w, t) : t->at];
}

/* Figures change with the job popped last only, whose queues lose their marks then. While it is filled, best jobs change. */
static void mark(struct ordered_walk *w, struct turn *t)
{
	if (t->marked)
		return;
	t->mark = w->books->kind->mark(w->books, t->queue, next_request(w, t));
	t->marked = w->rank < 0;
}

static bool goes_before(void *ctx, void *pa, void *pb)
{
	struct ordered_walk *w = ctx;
	struct turn *a = pa, *b = pb;

	mark(w, a);
	mark(w, b);
	if (a->mark.rank != b->mark.rank)
		return a->mark.rank < b->mark.rank;
	if (a->mark.share != b->mark.share)
		return a->mark.share < b->mark.share;
	return w->books->kind->less(w->books, a->queue, b->queue, next_request(w, a), next_request(w, b));
}

/* ---- the start ---- */

static void link_turn(struct ordered_walk *w, struct turn *t)
{
	t->linked = t->dirty = true;
	heap_push(t->parent ? &t->parent->heap : &w->roots, t, goes_before, w);
	if (t->parent && !t->parent->linked)
		link_turn(w, t->parent);
}

static int first_rank(const struct ordered_walk *w, const struct turn *leaf)
{
	return w->fillers[leaf->seen].rank;
}

/* The leaves with jobs, by their first one; how many. */
static int order_leaves(struct ordered_walk *w)
{
	int n = 0;

	for (int i = 0; i < w->s->c->n_queues; i++) {
		struct turn *t = &w->turns[i];
		int at = n;

		t->linked = t->dirty = t->marked = false;
		t->heap.n = 0;
		t->seen = bit_next(w->fills, t->first, t->end);
		t->best = t->end;
		if (t->seen == t->end)
			continue;
		for (; at > 0 && first_rank(w, w->leaves[at - 1]) > first_rank(w, t); at--)
			w->leaves[at] = w->leaves[at - 1];
		w->leaves[at] = t;
		n++;
	}
	return n;
}

void ordered_walk_start(struct ordered_walk *w, const struct queue_books *books)
{
	int leaves;

	w->books = books;
	w->roots.n = 0;
	w->last = NULL;
	leaves = order_leaves(w);
	for (int i = 0; i < leaves; i++) {
		w->rank = first_rank(w, w->leaves[i]);
		link_turn(w, w->leaves[i]);
	}
	w->rank = -1;
	for (int i = 0; i < leaves; i++)
		w->leaves[i]->at = bit_next(w->walks, w->leaves[i]->first, w->leaves[i]->end);
}

/* ---- one turn after the other ---- */

static void prune(struct ordered_walk *w, struct turn *t)
{
	while (t && (t->is_leaf ? t->at == t->end : !t->heap.n)) {
		heap_pop(t->parent ? &t->parent->heap : &w->roots, goes_before, w); /* t sits in slot 0 there */
		t = t->parent;
	}
	for (; t; t = t->parent) {
		t->dirty = true;
		t->marked = false;
	}
}

/* The leaf whose job is next, with its ancestors at slot 0 of their heaps. */
static struct turn *first_leaf(struct ordered_walk *w)
{
	struct heap *h = &w->roots;

	for (;;) {
		struct turn *t = h->items[0];

		if (t->dirty) {
			heap_fix_first(h, goes_before, w);
			t->dirty = false; /* look at slot 0 again: perhaps it is another queue now */
		} else if (t->is_leaf) {
			return t;
		} else {
			h = &t->heap;
		}
	}
}

/* The leaf is in front with a silent job. Only if it was in front before, too, is it known to stay there with what this job asks for: else
 * its ancestors came to the front with the next job of another leaf, and were not compared again since. */
static void note_front(struct ordered_walk *w, struct turn *leaf)
{
	if (leaf == w->last)
		w->stays[w->asks[leaf->at]] = true;
	else
		memset(w->stays, 0, sizeof w->stays);
	w->last = leaf;
}

/* A silent job changes no figures: if its leaf stayed in front of all with one that asks for as much, it does now, and all heaps are left
 * as they are. (Asks beyond ASKS share the last number, which is never taken for known.) */
static bool stays_in_front(const struct ordered_walk *w, const struct turn *leaf)
{
	int ask = leaf->at < leaf->end && bit_is_set(w->silent, leaf->at) ? w->asks[leaf->at] : ASKS - 1;

	return ask < ASKS - 1 && w->stays[ask];
}

/* The front leaf's silent jobs have their turn, up to where it may not be in front any more. */
static void pass_silent(struct ordered_walk *w, struct turn *leaf)
{
	do {
		note_front(w, leaf);
		leaf->at = bit_next(w->walks, leaf->at + 1, leaf->end);
	} while (stays_in_front(w, leaf));
	prune(w, leaf);
}

int ordered_walk_pop(struct ordered_walk *w)
{
	while (w->roots.n) {
		struct turn *leaf = first_leaf(w);
		int place = leaf->at;

		if (bit_is_set(w->silent, place)) {
			pass_silent(w, leaf);
			continue;
		}
		w->last = NULL;
		leaf->at = bit_next(w->walks, place + 1, leaf->end);
		prune(w, leaf);
		return place;
	}
	return -1;
}
