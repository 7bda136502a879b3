/* Whose turn it is, queue by queue: the tree of heaps of a walk (rules/03 3), and what makes
 * the quick walks of simulations and dry runs quick. In a header, so that comparisons are
 * compiled into the loops. */
#ifndef SNAP_TURNS_H
#define SNAP_TURNS_H
#include <string.h>

#include "session/walk/heap.h"

struct turn { /* a queue; the first member of a walk's own node */
	struct turn *parent;
	struct heap heap; /* of an inner node: children */
	bool is_leaf, linked, dirty;
	bool over; /* a leaf without jobs */
};

/* The leaf has its first job: it comes into the heap above, and so do its ancestors that are not
 * there yet. */
static inline void turns_link(struct heap *roots, struct turn *t, heap_less *less, void *ctx)
{
	for (; t && !t->linked; t = t->parent) {
		t->linked = t->dirty = true;
		heap_push(t->parent ? &t->parent->heap : roots, t, less, ctx);
	}
}

/* The leaf whose job is next, with its ancestors at slot 0 of their heaps. roots must not be empty.
 */
static inline struct turn *turns_first(struct heap *roots, heap_less *less, void *ctx)
{
	struct heap *h = roots;

	for (;;) {
		struct turn *t = h->items[0];

		if (t->dirty) {
			heap_fix_first(h, less, ctx);
			t->dirty =
				false; /* look at slot 0 again: perhaps it is another queue now */
		} else if (t->is_leaf) {
			return t;
		} else {
			h = &t->heap;
		}
	}
}

/* The first leaf gave its job: who has none left goes, the others above are to be compared again.
 * Returns the lowest of these; NULL: none. */
static inline struct turn *turns_took(
	struct heap *roots, struct turn *t, heap_less *less, void *ctx)
{
	while (t && (t->is_leaf ? t->over : !t->heap.n)) {
		heap_pop(t->parent ? &t->parent->heap : roots, less,
			ctx); /* t sits in slot 0 there */
		t->linked = false;
		t = t->parent;
	}
	for (struct turn *up = t; up; up = up->parent)
		up->dirty = true;
	return t;
}

/* ---- jobs whose turn changes no figures ---- */

enum { ASKS = 64 };
/* The different requests of such jobs: all that queues bring into comparisons besides their
 * figures. */
struct asks {
	double v[ASKS][3];
	int n;
};

/* Those beyond ASKS share the last number, which is never taken for known. */
static inline unsigned char asks_number(struct asks *a, const double *request)
{
	int i = 0;

	while (i < a->n && memcmp(a->v[i], request, sizeof a->v[i]) != 0)
		i++;
	if (i == a->n && i < ASKS - 1)
		memcpy(a->v[a->n++], request, sizeof a->v[i]);
	return (unsigned char)i;
}

/* A leaf that stayed in front of all with one of them stays there with the next that asks for as
 * much: all heaps are left as they are. */
struct front {
	const struct turn *last; /* the leaf that gave the last job, which was such a one; NULL: it
				    was another */
	bool stays[ASKS];        /* by what its next job asks for: it is known to stay in front */
};

/* The leaf is in front with one that asks for this. Only if it was in front before, too, is it
 * known to stay there with it: else its ancestors came to the front with the next job of another
 * leaf, and were not compared again since. */
static inline void front_note(struct front *f, const struct turn *leaf, unsigned char ask)
{
	if (leaf == f->last)
		f->stays[ask] = true;
	else
		memset(f->stays, 0, sizeof f->stays);
	f->last = leaf;
}

static inline bool front_stays(const struct front *f, unsigned char ask)
{
	return ask < ASKS - 1 && f->stays[ask];
}

#endif
