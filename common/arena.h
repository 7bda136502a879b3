/* Arena: memory that is allocated in small pieces and freed all at once. */
#ifndef SNAP_ARENA_H
#define SNAP_ARENA_H
#include <stdarg.h>
#include "str.h"

/* 1 in a build with the address sanitizer: there each allocation lies between red zones, memory
 * that the sanitizer lets nobody touch. */
#ifdef __has_feature
#define ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER 1
#else
#define ADDRESS_SANITIZER 0
#endif

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
/* What vprintf would write, followed by a NUL. */
struct str arena_vtextf(struct arena *a, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_zalloc((a), (n), sizeof(type)))

#endif
