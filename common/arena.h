/* Arena: memory that is allocated in small pieces and freed all at once. */
#ifndef SNAP_ARENA_H
#define SNAP_ARENA_H
#include "str.h"

/* Start with {0}. The arena owns everything allocated from it, until arena_free. */
struct arena {
	struct arena_block *blocks;
	char *next, *end;
	size_t total; /* bytes requested from malloc, for statistics */
};

void arena_free(struct arena *a);
/* Aligned for any type; not cleared. */
void *arena_alloc(struct arena *a, size_t size);
/* n * size cleared bytes; an overflow of the product ends the program. */
void *arena_zalloc(struct arena *a, size_t n, size_t size);
/* A copy of s, followed by a NUL. */
struct str arena_str(struct arena *a, struct str s);

#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_zalloc((a), (n), sizeof(type)))

#endif
