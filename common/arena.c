#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/arena.h"
#include "common/mem.h"

#if ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

enum { ALIGN = 16, BLOCK_MIN = 1 << 14, BLOCK_MAX = 1 << 22, RED_ZONE_MAX = 1024 };

struct arena_block {
	struct arena_block *next;
	size_t size;
	_Alignas(ALIGN) char bytes[];
};

void arena_free(struct arena *a)
{
	for (struct arena_block *b = a->blocks, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (struct arena){0};
}

static struct arena_block *new_block(struct arena *a, size_t size)
{
	size_t whole = size < SIZE_MAX - sizeof(struct arena_block)
		? size + sizeof(struct arena_block)
		: SIZE_MAX;
	struct arena_block *b = xmalloc(whole);

	b->size = size;
	a->total += whole;
	return b;
}

/* For the address sanitizer: a block of its own between red zones, which an index of -1 or of the
 * number of elements does not reach past. */
static void *alloc_between_red_zones(struct arena *a, size_t size)
{
	size_t zone = size < RED_ZONE_MAX ? size - size % ALIGN + ALIGN : RED_ZONE_MAX;
	struct arena_block *b =
		new_block(a, size < SIZE_MAX - 2 * zone ? zone + size + zone : SIZE_MAX);

	b->next = a->blocks;
	a->blocks = b;
	ASAN_POISON_MEMORY_REGION(b->bytes, zone);
	ASAN_POISON_MEMORY_REGION(b->bytes + zone + size, zone);
	return b->bytes + zone;
}

static void *alloc_slow(struct arena *a, size_t size)
{
	if (ADDRESS_SANITIZER)
		return alloc_between_red_zones(a, size);
	/* A large allocation gets its own block behind the current block, whose rest stays in use.
	 */
	if (a->blocks && size > BLOCK_MAX / 4) {
		struct arena_block *b = new_block(a, size);

		b->next = a->blocks->next;
		a->blocks->next = b;
		return b->bytes;
	}
	/* Blocks grow with the total: small runs stay small, large runs make few calls. */
	size_t room = a->total < BLOCK_MIN ? BLOCK_MIN
		: a->total > BLOCK_MAX     ? BLOCK_MAX
					   : a->total;
	struct arena_block *b = new_block(a, room < size ? size : room);
	b->next = a->blocks;
	a->blocks = b;
	a->next = b->bytes + size;
	a->end = b->bytes + b->size;
	return b->bytes;
}

void *arena_alloc(struct arena *a, size_t size)
{
	size_t pad = (ALIGN - ((uintptr_t)a->next & (ALIGN - 1))) & (ALIGN - 1);
	size_t left = (size_t)(a->end - a->next);

	if (left < pad || left - pad < size || !a->next)
		return alloc_slow(a, size);
	char *p = a->next + pad;
	a->next = p + size;
	return p;
}

void *arena_zalloc(struct arena *a, size_t n, size_t size)
{
	size_t whole = size && n > SIZE_MAX / size
		? SIZE_MAX
		: n * size; /* SIZE_MAX cannot be had: out of memory */

	return memset(arena_alloc(a, whole), 0, whole);
}

struct str arena_str(struct arena *a, struct str s)
{
	/* Not aligned: snapshots hold millions of short texts. */
	char *p = a->next;

	if (s.n < (size_t)(a->end - a->next))
		a->next += s.n + 1;
	else
		p = alloc_slow(a, s.n + 1);
	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = 0;
	return (struct str){p, s.n};
}

struct str arena_vtextf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;

	va_copy(again, ap);
	size_t n = (size_t)vsnprintf(NULL, 0, fmt, ap);
	char *text = arena_alloc(a, n + 1); /* and the NUL */
	vsnprintf(text, n + 1, fmt, again);
	va_end(again);
	return (struct str){text, n};
}
