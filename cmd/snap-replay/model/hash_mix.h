/* A hash of two numbers: the finalizer of splitmix64. For a fixed key, different numbers have
 * different hashes. */
#ifndef SNAP_HASH_MIX_H
#define SNAP_HASH_MIX_H
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t number, uint64_t key)
{
	uint64_t x = number + key * UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

#endif
