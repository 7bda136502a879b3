#include "common/peek.h"

static void join(struct peek *k, struct str block)
{
	struct str have = k->have;

	if (k->joined.s && have.p == k->joined.s + (k->joined.len - have.n)) {
		if (have.p != k->joined.s)
			memmove(k->joined.s, have.p, have.n);
		k->joined.len = have.n;
	} else {
		strbuf_clear(&k->joined);
		strbuf_addstr(&k->joined, have);
	}
	strbuf_addstr(&k->joined, block);
	k->have = strbuf_str(&k->joined);
}

bool peek_need(struct peek *k, size_t n, struct error *e)
{
	struct str block;

	while (k->have.n < n && !k->ended) {
		int more = raw_next(k->raw, &block, e);

		if (more < 0)
			return false;
		if (more == 0)
			k->ended = true;
		else if (k->have.n)
			join(k, block);
		else
			k->have = block;
	}
	return true;
}

void peek_take(struct peek *k, size_t n)
{
	k->have = (struct str){k->have.p + n, k->have.n - n};
}

uint64_t peek_offset(const struct peek *k)
{
	return raw_offset(k->raw) - k->have.n;
}

void peek_free(struct peek *k)
{
	strbuf_free(&k->joined);
}
