#include <stdint.h>
#include <stdlib.h>
#include "common/arena.h"
#include "common/mem.h"

#ifdef __has_feature
#define ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER 1
#else
#define ADDRESS_SANITIZER 0
#endif
#if ADDRESS_SANITIZER
/* Each allocation is a block of its own, so that the sanitizer sees its end. */
enum { ALIGN = 16, BLOCK_MIN = 1, BLOCK_MAX = 1 };
#else
enum { ALIGN = 16, BLOCK_MIN = 1 << 14, BLOCK_MAX = 1 << 22 };
#endif

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

static void *alloc_slow(struct arena *a, size_t size)
{
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
