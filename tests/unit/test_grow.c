#include "common/grow.h"

#include <stdlib.h>

#include "tap.h"

/* Appends n items one by one: capacities seen, and that each item keeps its value. */
static void test_heap(void)
{
	int *ints = NULL, n = 0, cap = 0;
	size_t *sizes = NULL, cap_sizes = 0, moved = 0;
	bool kept = true;

	for (; n < 1000; n++) {
		int before = cap;

		ARRAY_GROW(ints, n, cap);
		ARRAY_GROW(sizes, (size_t)n, cap_sizes);
		moved += cap != before;
		ints[n] = n;
		sizes[n] = (size_t)n;
	}
	for (int i = 0; i < n; i++)
		kept = kept && ints[i] == i && sizes[i] == (size_t)i;
	ok(kept, "items stay");
	ok(cap == 1024 && cap_sizes == 1024 && moved == 8, "the capacity doubles");
	ARRAY_RESERVE(ints, 1024, cap);
	ok(cap == 1024, "what has space does not grow");
	ARRAY_RESERVE(ints, 5000, cap);
	ok(cap == 5000, "space for many more at once");
	ARRAY_RESERVE(ints, 5001, cap);
	ok(cap == 10000, "space for one more doubles");
	ints[9999] = 1;
	ok(ints[999] == 999, "items stay");
	free(ints);
	free(sizes);
}

static void test_arena(void)
{
	struct arena a = {0};
	int *items = NULL, *few, n = 0, cap = 0;

	for (; n < 8; n++) {
		ARENA_GROW(&a, items, n, cap);
		items[n] = n;
	}
	few = items;
	ARENA_GROW(&a, items, n, cap);
	ok(cap == 16 && items != few && items[0] == 0 && items[7] == 7, "a copy in the arena");
	ok(items[8] == 0 && items[15] == 0, "new space is cleared");
	ok(few[7] == 7, "the smaller array stays");
	arena_free(&a);
}

int main(void)
{
	test_heap();
	test_arena();
	ok(next_capacity(0) == 8 && next_capacity(8) == 16 && next_capacity(64) == 128,
		"capacities are powers of two");
	return tap_end();
}
