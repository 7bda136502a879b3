#include "model/dice.h"

#include "common/rank.h"
#include "model/hash_mix.h"

/* Slots of one group in a Go map. A group has its entries in the order in which they were put in. A
 * walk begins at a random slot and goes round, so a group with free slots is mostly walked from its
 * first entry. A random hash spreads more entries over several groups. */
enum { GROUP = 8 };

uint64_t dice_mix(uint64_t number, uint64_t key)
{
	return hash_mix(number, key);
}

uint64_t dice_rank(const struct dice *d, struct str name)
{
	uint64_t h = rank_of_name(name);

	return d->thrown ? dice_mix(h, d->seed + 1) : h;
}

static uint64_t throw(const struct dice *d, uint64_t key)
{
	return dice_mix(key, d->seed + 1);
}

/* The entry at which a walk from this slot begins: behind the last one, entry 0. */
static int entry_at(uint64_t slot, int n)
{
	return slot < (uint64_t)n ? (int)slot : 0;
}

int dice_start(const struct dice *d, uint64_t key, int n)
{
	uint64_t slot = throw(d, key) % (uint64_t)(n < GROUP ? GROUP : n);

	return d->thrown ? entry_at(slot, n) : 0;
}

static void rotate(void **items, int n, int start)
{
	void *copy[GROUP];

	for (int i = 0; i < n; i++)
		copy[i] = items[i];
	for (int i = 0; i < n; i++)
		items[i] = copy[(start + i) % n];
}

static void mix_up(const struct dice *d, uint64_t key, void **items, int n)
{
	for (int i = n - 1; i > 0; i--) {
		uint64_t k = throw(d, dice_mix((uint64_t)i, key)) % ((uint64_t)i + 1);
		void *t = items[i];

		items[i] = items[k];
		items[k] = t;
	}
}

void dice_shuffle(const struct dice *d, uint64_t key, void *items, int n)
{
	if (!d->thrown || n < 2)
		return;
	if (n <= GROUP)
		rotate(items, n, dice_start(d, key, n));
	else
		mix_up(d, key, items, n);
}

/* Without a seed each walk begins 5 slots behind the one before: that reaches all 8 slots in turn,
 * and not in their order. */
void dice_turn(const struct dice *d, uint64_t number, void *items, int n)
{
	if (n < 2)
		return;
	if (n > GROUP)
		mix_up(d, number, items, n);
	else
		rotate(items, n,
			d->thrown ? dice_start(d, number, n) : entry_at(5 * number % GROUP, n));
}
