#include "heap.h"

#include "common/mem.h"

static void swap(struct heap *h, int i, int j)
{
	void *t = h->items[i];

	h->items[i] = h->items[j];
	h->items[j] = t;
}

static void up(struct heap *h, int j, heap_less *less, void *ctx)
{
	while (j > 0) {
		int i = (j - 1) / 2;

		if (!less(ctx, h->items[j], h->items[i]))
			return;
		swap(h, i, j);
		j = i;
	}
}

static void down(struct heap *h, int i, int n, heap_less *less, void *ctx)
{
	for (int child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && less(ctx, h->items[child + 1], h->items[child]))
			child++;
		if (!less(ctx, h->items[child], h->items[i]))
			return;
		swap(h, i, child);
	}
}

void heap_push(struct heap *h, void *item, heap_less *less, void *ctx)
{
	if (h->n == h->cap) {
		h->cap = h->cap ? 2 * h->cap : 8;
		h->items = xrealloc_array(h->items, (size_t)h->cap, sizeof *h->items);
	}
	h->items[h->n++] = item;
	up(h, h->n - 1, less, ctx);
}

void *heap_pop(struct heap *h, heap_less *less, void *ctx)
{
	swap(h, 0, h->n - 1);
	down(h, 0, h->n - 1, less, ctx);
	return h->items[--h->n];
}

void heap_fix_first(struct heap *h, heap_less *less, void *ctx)
{
	down(h, 0, h->n, less, ctx);
}
