#include "moves.h"

#include <stdlib.h>

#include "common/grow.h"

void moves_add(struct moves *m, int unit, int with)
{
	ARRAY_GROW(m->with, m->n, m->cap_with);
	m->with[m->n] = with;
	ARRAY_GROW(m->units, m->n, m->cap);
	m->units[m->n++] = unit;
}

struct asking {
	struct moves *moves;
	const struct move_kind *kind;
};

static void do_chunk(const struct asking *a, int chunk)
{
	struct moves *m = a->moves;

	for (int i = chunk * m->size; i < (chunk + 1) * m->size && i < m->n; i++)
		a->kind->move(m, m->units[i], m->with[i]);
}

/* In a copy of the program. */
static bool goes(void *ctx, int chunk)
{
	const struct asking *a = ctx;
	struct strbuf text = {0};

	do_chunk(a, chunk);
	draft_write(&a->moves->draft, &text);
	return state_text_holds(a->moves->draft.state, strbuf_str(&text));
}

/* True: something was moved. */
static bool pass(struct asking *a)
{
	struct moves *m = a->moves;
	struct prober *p = &m->draft.state->prober;
	int n = (m->n + m->size - 1) / m->size;
	bool any = false;

	strbuf_clear(&p->doing);
	strbuf_add_count(&p->doing, m->n, a->kind->noun);
	for (int i = 0; i < n && !p->over; i++) {
		progress_part(&p->progress, i + 1, n);
		i = probe_first(p, i, n, goes, a);
		if (i < n) {
			do_chunk(a, i);
			any = true;
		}
	}
	return any;
}

static bool reduce(struct moves *m, const struct move_kind *kind, enum grain grain)
{
	struct asking a = {m, kind};
	bool any = false;

	m->n = 0;
	kind->collect(m);
	for (int size = m->n, least = grain_least(grain, m->n);
		size >= least && m->n && !m->draft.state->prober.over; size /= 2) {
		m->size = size;
		if (!pass(&a))
			continue;
		any = true;
		m->n = 0;
		kind->collect(m);
		size = size < m->n ? size : m->n;
	}
	return any;
}

bool reduce_moves(struct state *s, enum grain grain, struct strbuf *text)
{
	static const struct move_kind *const kinds[] = {
		&move_fold, &move_splice, &move_merge_nodes, &move_merge_groups, &move_merge_pods};
	int n = grain == GRAIN_ROUGH ? 1 : (int)(sizeof kinds / sizeof *kinds);
	struct moves m = {0};
	bool any = false;

	draft_open(&m.draft, s);
	for (int i = 0; i < n && !s->prober.over; i++)
		any = reduce(&m, kinds[i], grain) || any;
	if (any) {
		strbuf_clear(text);
		draft_write(&m.draft, text);
	}
	draft_close(&m.draft);
	free(m.units);
	free(m.with);
	return any;
}
