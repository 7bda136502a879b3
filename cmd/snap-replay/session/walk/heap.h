/* A binary heap of pointers. It makes the same comparisons and swaps as Go's container/heap
 * (rules/03 3.1): keys change while items are inside, so the order of results depends on its
 * layout. The functions are inline, so that the compiler puts the comparison into their loops. */
#ifndef SNAP_HEAP_H
#define SNAP_HEAP_H
#include <stdbool.h>

#include "common/grow.h"

struct heap { /* start with {0}; the owner frees items */
	void **items;
	int n, cap;
};
typedef bool heap_less(void *ctx, void *a, void *b); /* true: a goes before b */

static inline void heap_swap(struct heap *h, int i, int j)
{
	void *t = h->items[i];

	h->items[i] = h->items[j];
	h->items[j] = t;
}

static inline void heap_up(struct heap *h, int j, heap_less *less, void *ctx)
{
	while (j > 0) {
		int i = (j - 1) / 2;

		if (!less(ctx, h->items[j], h->items[i]))
			return;
		heap_swap(h, i, j);
		j = i;
	}
}

static inline void heap_down(struct heap *h, int i, int n, heap_less *less, void *ctx)
{
	for (int child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && less(ctx, h->items[child + 1], h->items[child]))
			child++;
		if (!less(ctx, h->items[child], h->items[i]))
			return;
		heap_swap(h, i, child);
	}
}

static inline void heap_push(struct heap *h, void *item, heap_less *less, void *ctx)
{
	ARRAY_GROW(h->items, h->n, h->cap);
	h->items[h->n++] = item;
	heap_up(h, h->n - 1, less, ctx);
}

/* Takes out items[0]. h must not be empty. */
static inline void *heap_pop(struct heap *h, heap_less *less, void *ctx)
{
	heap_swap(h, 0, h->n - 1);
	heap_down(h, 0, h->n - 1, less, ctx);
	return h->items[--h->n];
}

/* Call after the key of items[0] changed: moves it down to its place. */
static inline void heap_fix_first(struct heap *h, heap_less *less, void *ctx)
{
	heap_down(h, 0, h->n, less, ctx);
}

#endif
