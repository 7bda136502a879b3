/* Sets of the numbers 0 to n - 1 (node indexes, batches) as bits, in bit_blocks(n) blocks of 64
 * bits. */
#ifndef SNAP_BITS_H
#define SNAP_BITS_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int bit_blocks(int n)
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

/* The smallest member from `from` to end - 1; end: there is none. */
static inline int bit_next(const uint64_t *set, int from, int end)
{
	for (int block = from / 64; from < end; from = ++block * 64) {
		uint64_t left = set[block] >> (from % 64);

		if (left) {
			from += __builtin_ctzll(left);
			return from < end ? from : end;
		}
	}
	return end;
}

static inline void bit_clear(uint64_t *set, int i)
{
	set[(unsigned)i / 64] &= ~(UINT64_C(1) << ((unsigned)i % 64));
}

static inline bool bits_equal(const uint64_t *a, const uint64_t *b, int n)
{
	return memcmp(a, b, (size_t)bit_blocks(n) * sizeof *a) == 0;
}

static inline bool bits_within(const uint64_t *set, const uint64_t *of, int n)
{
	for (int w = 0; w < bit_blocks(n); w++)
		if (set[w] & ~of[w])
			return false;
	return true;
}

#endif
