#include "common/grow.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "common/mem.h"

#define FIRST_CAPACITY 8

size_t next_capacity(size_t cap)
{
	if (cap > SIZE_MAX / 2)
		out_of_memory();
	return cap ? 2 * cap : FIRST_CAPACITY;
}

/* Doubles *cap, or sets it to n, if that is more. */
static void raise_to(size_t *cap, size_t n)
{
	size_t next = next_capacity(*cap);

	*cap = next < n ? n : next;
}

static int capacity_as_int(size_t cap)
{
	if (cap > INT_MAX)
		out_of_memory();
	return (int)cap;
}

void *grow_on_heap(void *items, size_t n, size_t *cap, size_t size)
{
	raise_to(cap, n);
	return xrealloc_array(items, *cap, size);
}

void *grow_on_heap_int(void *items, size_t n, int *cap, size_t size)
{
	size_t wide = (size_t)*cap;

	items = grow_on_heap(items, n, &wide, size);
	*cap = capacity_as_int(wide);
	return items;
}

void *grow_in_arena(struct arena *arena, const void *items, size_t n, size_t *cap, size_t size)
{
	void *more;

	*cap = next_capacity(*cap);
	more = arena_zalloc(arena, *cap, size);
	if (n)
		memcpy(more, items, n * size);
	return more;
}

void *grow_in_arena_int(struct arena *arena, const void *items, size_t n, int *cap, size_t size)
{
	size_t wide = (size_t)*cap;
	void *more = grow_in_arena(arena, items, n, &wide, size);

	*cap = capacity_as_int(wide);
	return more;
}
