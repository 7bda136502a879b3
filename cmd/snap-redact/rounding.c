#include "rounding.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/msg.h"
#include "common/quantity.h"

__extension__ typedef __int128 int128;

void rounding_free(struct rounding *r)
{
	for (size_t i = 0; i < r->groups.count; i++) {
		struct round_group *g = r->groups.entries[i].value;

		free((char *)(uintptr_t)g->name.p);
		free(g);
	}
	map_free(&r->groups);
}

static struct round_group *group_of(struct rounding *r, struct str name)
{
	bool fresh;
	struct map_entry *e = map_put(&r->groups, name, &fresh);

	if (fresh) {
		struct round_group *g = xcalloc(1, sizeof *g);
		struct strbuf copy = {0};

		strbuf_addstr(&copy, name);
		g->name = strbuf_str(&copy); /* takes over the memory */
		g->off = r->off;
		e->key = g->name;
		e->value = g;
	}
	return e->value;
}

/* Up to seven binary digits, and no fraction: what is on a node fits there as before. */
static uint64_t round_up(uint64_t value)
{
	enum { DIGITS = 7 };
	uint64_t step = 1;

	while (value / step >= (UINT64_C(1) << DIGITS))
		step *= 2;
	return (value + step - 1) / step * step;
}

static void write_amount(struct strbuf *text, uint64_t value)
{
	static const char units[] = "KMGTPE";
	size_t power = 0;

	/* Counts stay counts. */
	if (value >= UINT64_C(1) << 20)
		for (; value % 1024 == 0 && units[power]; power++)
			value /= 1024;
	strbuf_clear(text);
	strbuf_addf(text, "%llu", (unsigned long long)value);
	if (power)
		strbuf_addf(text, "%ci", units[power - 1]);
}

struct str rounding_of(
	struct rounding *r, struct str resource, struct str capacity, struct strbuf *text)
{
	static const int64_t nano = 1000000000;
	struct quantity q;

	if (!quantity_parse(capacity, &q) || !quantity_value_fits(q) || q.nano < nano ||
		quantity_value(q) > INT64_MAX / 2)
		return capacity;
	uint64_t round = round_up((uint64_t)quantity_value(q));
	if (q.nano == (int128)round * nano)
		return capacity;
	struct round_group *g = group_of(r, resource);
	g->odd = true;
	if (g->off)
		return capacity;
	write_amount(text, round);
	return strbuf_str(text);
}

void rounding_set(struct rounding *r, bool off)
{
	r->off = off;
	for (size_t i = 0; i < r->groups.count; i++)
		((struct round_group *)r->groups.entries[i].value)->off = off;
}

struct round_group *rounding_next(const struct rounding *r, size_t *at)
{
	while (*at < r->groups.count) {
		struct round_group *g = r->groups.entries[(*at)++].value;

		if (g->odd)
			return g;
	}
	return NULL;
}

void rounding_tell(const struct rounding *r, const char *why)
{
	struct strbuf list = {0};
	struct round_group *g;

	for (size_t at = 0; (g = rounding_next(r, &at));)
		if (g->off) {
			strbuf_addz(&list, list.len ? ", " : "");
			strbuf_add_safe(&list, g->name);
		}
	if (list.len)
		msg_note("capacities that were not rounded: %s: %s", list.s, why);
	strbuf_free(&list);
}
