/* Numbers by chance, but the same in every run of a test program. */
#ifndef SNAP_CHANCE_H
#define SNAP_CHANCE_H
#include <stdint.h>

/* 0 to n - 1 */
static inline int under(int n)
{
	static uint32_t seed = 2463534242u;

	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (int)(seed % (uint32_t)n);
}

#endif
