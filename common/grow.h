/* Arrays that grow by doubling. An array and its capacity belong to the caller: NULL and 0 at
 * first. The capacity counts items, in an int or a size_t. Memory as in common/mem.h. */
#ifndef SNAP_GROW_H
#define SNAP_GROW_H
#include "common/arena.h"

/* Space for n items at least; the caller releases the array with free(). */
#define ARRAY_RESERVE(items, n, cap) \
	do { \
		if ((n) > (cap)) \
			(items) = GROW_BY(on_heap, cap)( \
				(items), (size_t)(n), &(cap), sizeof *(items)); \
	} while (0)
/* Space for one item behind the first n. */
#define ARRAY_GROW(items, n, cap) \
	do { \
		if ((n) >= (cap)) \
			(items) = GROW_BY(on_heap, cap)( \
				(items), (size_t)(n) + 1, &(cap), sizeof *(items)); \
	} while (0)
/* The same in an arena, which keeps the smaller arrays, too; the new space is cleared. */
#define ARENA_GROW(arena, items, n, cap) \
	do { \
		if ((n) >= (cap)) \
			(items) = GROW_BY(in_arena, cap)( \
				(arena), (items), (size_t)(n), &(cap), sizeof *(items)); \
	} while (0)
#define GROW_BY(how, cap) _Generic(&(cap), int * : grow_##how##_int, size_t * : grow_##how)

/* The capacity that follows cap: a power of two, if cap is one or 0. For hash tables, and for
 * several arrays with one capacity. */
size_t next_capacity(size_t cap);

/* For the macros. */
void *grow_on_heap(void *items, size_t n, size_t *cap, size_t size);
void *grow_on_heap_int(void *items, size_t n, int *cap, size_t size);
void *grow_in_arena(struct arena *arena, const void *items, size_t n, size_t *cap, size_t size);
void *grow_in_arena_int(struct arena *arena, const void *items, size_t n, int *cap, size_t size);

#endif
