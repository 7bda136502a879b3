/* Sets of small numbers (nodes, batches) as bits. A set for n of them has bit_words(n) words. */
#ifndef SNAP_BITS_H
#define SNAP_BITS_H
#include <stdbool.h>
#include <stdint.h>

static inline int bit_words(int n)
{
	return (n + 63) / 64;
}

static inline bool bit_is_set(const uint64_t *set, int i)
{
	return set[(unsigned)i / 64] >> ((unsigned)i % 64) & 1;
}

static inline void bit_set(uint64_t *set, int i)
{
	set[(unsigned)i / 64] |= UINT64_C(1) << ((unsigned)i % 64);
}

static inline void bit_clear(uint64_t *set, int i)
{
	set[(unsigned)i / 64] &= ~(UINT64_C(1) << ((unsigned)i % 64));
}

#endif
