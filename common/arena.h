/* Memory that lives as long as the run: allocate often, free all at once. */
#ifndef SNAP_ARENA_H
#define SNAP_ARENA_H
#include "str.h"

/* Start with {0}. Everything allocated from it belongs to it and dies in arena_free. */
struct arena {
	struct arena_block *blocks;
	char *next, *end;
	size_t total; /* bytes asked of malloc, for statistics */
};

void arena_free(struct arena *a);
void *arena_alloc(struct arena *a, size_t size); /* aligned for any type; not cleared */
void *arena_zalloc(
	struct arena *a, size_t n, size_t size);     /* n * size cleared bytes, overflow checked */
struct str arena_str(struct arena *a, struct str s); /* a copy, with a NUL behind it */

#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_zalloc((a), (n), sizeof(type)))

#endif
