/* The queue heap of a walk (rules/03 3): the queues that have jobs, as a tree of heaps. `roots` is
 * the heap of the top queues; each inner queue holds a heap of its children.
 *
 * A change marks queues as dirty. A dirty queue is compared with its siblings only when it stands
 * in slot 0 (items[0]) of its heap; the results depend on this. The functions are inline, so that
 * the compiler puts the walk's comparison into their loops. */
#ifndef SNAP_QUEUE_HEAP_H
#define SNAP_QUEUE_HEAP_H
#include "session/walk/heap.h"

struct queue_entry {                /* the first member of a walk's own struct for a queue */
	struct queue_entry *parent; /* NULL: a top queue */
	struct heap heap;           /* inner queue: its children; leaf: free for the walk's use */
	bool is_leaf;               /* the queue has jobs, not children */
	bool empty;                 /* leaf: no job is left; set by the walk */
	bool linked;                /* the queue is in its parent's heap, or in roots */
	bool dirty;                 /* the queue must be compared again in slot 0 */
};

/* Puts the leaf and the queues above it into their heaps, from the leaf upwards, up to the first
 * that is there already. Call it after the leaf got its first job. */
static inline void queue_heap_link(
	struct heap *roots, struct queue_entry *leaf, heap_less *less, void *ctx)
{
	for (struct queue_entry *q = leaf; q && !q->linked; q = q->parent) {
		q->linked = q->dirty = true;
		heap_push(q->parent ? &q->parent->heap : roots, q, less, ctx);
	}
}

/* Returns the leaf whose job is next, after comparing dirty queues. The leaf and the queues above
 * it then stand in slot 0 of their heaps. roots must not be empty. */
static inline struct queue_entry *queue_heap_first(struct heap *roots, heap_less *less, void *ctx)
{
	struct heap *h = roots;

	for (;;) {
		struct queue_entry *q = h->items[0];

		if (q->dirty) {
			heap_fix_first(h, less, ctx);
			q->dirty = false; /* slot 0 may hold another queue now */
		} else if (q->is_leaf) {
			return q;
		} else {
			h = &q->heap;
		}
	}
}

/* Takes the leaf out of its heap if it is empty, then each queue above it that has no children
 * left; marks the others, from the leaf to the top, as dirty. Returns the lowest of these; NULL:
 * all were taken out. Call it after the leaf that queue_heap_first returned gave its job. */
static inline struct queue_entry *queue_heap_pop_leaf(
	struct heap *roots, struct queue_entry *leaf, heap_less *less, void *ctx)
{
	struct queue_entry *q = leaf;

	while (q && (q->is_leaf ? q->empty : !q->heap.n)) {
		heap_pop(q->parent ? &q->parent->heap : roots, less, ctx); /* q is in slot 0 */
		q->linked = false;
		q = q->parent;
	}
	for (struct queue_entry *up = q; up; up = up->parent)
		up->dirty = true;
	return q;
}

#endif
