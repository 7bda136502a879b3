#include "objects.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "units.h"

/* A chunk is some units, one behind the other. */
struct chunks {
	struct state *state;
	const struct units *units;
	int size; /* units of a chunk */
	int n;
};

/* Takes the chunk away. False: none of it was left. */
static bool clear_chunk(const struct chunks *c, int chunk, unsigned char *keep)
{
	const struct units *u = c->units;
	int begin = chunk * c->size, end = begin + c->size < u->n ? begin + c->size : u->n;
	bool any = false;

	for (int i = u->starts[begin]; i < u->starts[end]; i++) {
		any = any || keep[u->members[i]];
		keep[u->members[i]] = 0;
	}
	return any;
}

/* In a copy of the program. */
static bool goes_without(void *ctx, int chunk)
{
	const struct chunks *c = ctx;

	return clear_chunk(c, chunk, c->state->keep) && state_holds(c->state, c->state->keep);
}

/* True: something went. */
static bool pass(struct state *s, enum unit_list list, const struct units *u, int size)
{
	struct chunks c = {s, u, size, (u->n + size - 1) / size};
	bool any = false;

	for (int i = 0; i < c.n && !s->prober.over; i++) {
		strbuf_clear(&s->prober.doing);
		strbuf_add_count(&s->prober.doing, u->n, unit_list_names[list]);
		progress_part(&s->prober.progress, i + 1, c.n);
		i = probe_first(&s->prober, i, c.n, goes_without, &c);
		if (i < c.n)
			any = clear_chunk(&c, i, s->keep) || any;
	}
	return any;
}

/* Halves first, then quarters, up to single units, or to a part of all. */
static bool reduce_units(struct state *s, enum unit_list list, enum grain grain)
{
	struct units u = {0};
	bool any = false;

	units_of(&u, list, &s->snapshot, s->keep);
	for (int size = u.n, least = grain_least(grain, u.n);
		size >= least && u.n && !s->prober.over; size /= 2) {
		if (!pass(s, list, &u, size))
			continue;
		any = true;
		units_free(&u);
		units_of(&u, list, &s->snapshot, s->keep);
		size = size < u.n ? size : u.n;
	}
	units_free(&u);
	return any;
}

void reduce_objects(struct state *s, enum grain grain)
{
	bool any = true;

	while (any && !s->prober.over) {
		any = false;
		for (enum unit_list list = 0; list < UNIT_LISTS; list++)
			any = reduce_units(s, list, grain) || any;
		any = any && grain == GRAIN_FINE;
	}
}
