#include "dice.h"

/* FNV-1a: spelled out, so that the order does not change with the hash of common/map. */
static uint64_t fnv1a(struct str s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
	return h;
}

/* The finalizer of splitmix64, which maps no two numbers to one. */
uint64_t dice_mix(uint64_t number, uint64_t key)
{
	uint64_t x = number + key * UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

uint64_t dice_rank(const struct dice *d, struct str name)
{
	uint64_t h = fnv1a(name);

	return d->thrown ? dice_mix(h, d->seed + 1) : h;
}

int dice_compare(const struct dice *d, struct str a, struct str b)
{
	uint64_t l, r;

	if (!d->thrown)
		return str_cmp(a, b);
	l = dice_rank(d, a);
	r = dice_rank(d, b);
	return l != r ? (l < r ? -1 : 1) : str_cmp(a, b);
}
