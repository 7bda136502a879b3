/* Sets of the numbers 0 to n - 1 as bits, of which most blocks are empty: which ones are not is
 * kept, too, so that members are found without a look at every block. The owner knows n. */
#ifndef SNAP_SPARSE_SET_H
#define SNAP_SPARSE_SET_H
#include <string.h>

#include "common/arena.h"
#include "model/bits.h"

struct sparse_set {
	uint64_t *bits; /* bit_blocks(n) blocks */
	uint64_t *some; /* as bits: the blocks that are not 0 */
};

/* How many blocks `some` has. */
static inline int sparse_set_spans(int n)
{
	return bit_blocks(bit_blocks(n));
}

static inline struct sparse_set sparse_set_new(struct arena *a, int n)
{
	return (struct sparse_set){ARENA_ARRAY(a, (size_t)bit_blocks(n), uint64_t),
		ARENA_ARRAY(a, (size_t)sparse_set_spans(n), uint64_t)};
}

/* The first block from `from` that is not 0; bit_blocks(n): there is none. */
static inline int sparse_set_next(const struct sparse_set *m, int n, int from)
{
	return bit_next(m->some, from, bit_blocks(n));
}

/* Looks at the blocks that are not 0 only. */
static inline void sparse_set_clear(struct sparse_set *m, int n)
{
	for (int w = sparse_set_next(m, n, 0); w < bit_blocks(n); w = sparse_set_next(m, n, w + 1))
		m->bits[w] = 0;
	memset(m->some, 0, (size_t)sparse_set_spans(n) * sizeof *m->some);
}

static inline void sparse_set_add(struct sparse_set *m, int i)
{
	bit_set(m->bits, i);
	bit_set(m->some, i / 64);
}

static inline void sparse_set_remove(struct sparse_set *m, int i)
{
	bit_clear(m->bits, i);
	if (!m->bits[(unsigned)i / 64])
		bit_clear(m->some, i / 64);
}

#endif
