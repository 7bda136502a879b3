#include "shortcuts/known_batches.h"

#include <string.h>

void known_batches_note(struct known_batches *k, const struct proposal *p)
{
	int blocks = p->among ? bit_blocks(p->among->n) : 0;

	k->among = NULL;
	if (!p->among || blocks > k->cap)
		return;
	k->among = p->among;
	k->recorded = p->recorded.items;
	k->blocks = blocks;
	memcpy(k->numbers, p->numbers, (size_t)blocks * sizeof *k->numbers);
}

bool known_batches_precede(const struct known_batches *k, const struct proposal *p)
{
	return p->among && k->among == p->among && k->recorded == p->recorded.items;
}

const struct batch *known_batches_differ(
	const struct known_batches *k, const struct proposal *p, int *at, int *one)
{
	for (int w = *at / 64; w < bit_blocks(p->among->n); *at = ++w * 64) {
		uint64_t before = w < k->blocks ? k->numbers[w] : 0,
			 left = (before ^ p->numbers[w]) >> (*at % 64);

		if (left) {
			int i = *at + __builtin_ctzll(left);

			*at = i + 1;
			*one = bit_is_set(p->numbers, i) ? 1 : -1;
			return &p->among->items[i];
		}
	}
	return NULL;
}
