#include "edits.h"

#include <stdlib.h>

#include "common/grow.h"

bool edits_open(struct edits *e, struct state *s, struct str text)
{
	struct json *r = json_over_memory(text.p, text.n);

	*e = (struct edits){.state = s};
	e->document = value_read(&e->arena, r);
	json_free(r);
	return e->document != NULL;
}

void edits_close(struct edits *e)
{
	free(e->list);
	free(e->starts);
	arena_free(&e->arena);
}

void edits_group(struct edits *e)
{
	ARRAY_GROW(e->starts, e->groups, e->cap_groups);
	e->starts[e->groups++] = e->n;
}

void edits_add(struct edits *e, struct value *holder, size_t index, struct value *to)
{
	ARRAY_GROW(e->list, e->n, e->cap);
	e->list[e->n++] = (struct edit){holder, index, to};
}

void edits_write(const struct edits *e, struct strbuf *text)
{
	strbuf_clear(text);
	value_write(text, e->document);
	strbuf_addc(text, '\n');
	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
}

/* ---- chunks ---- */

static void collect(struct edits *e, const struct edit_kind *kind)
{
	e->n = e->groups = 0;
	kind->collect(e, kind->ctx);
}

static void do_edit(const struct edit *t)
{
	struct value *v = t->holder;

	if (t->to) {
		v->members[t->index].value = t->to;
		return;
	}
	memmove(&v->members[t->index], &v->members[t->index + 1],
		(v->count - t->index - 1) * sizeof *v->members);
	v->count--;
}

void edits_do(struct edits *e, int begin, int end)
{
	int n = end < e->groups ? e->starts[end] : e->n;

	for (int i = n; begin < end && i-- > e->starts[begin];)
		do_edit(&e->list[i]);
}

static int chunks(const struct edits *e)
{
	return (e->groups + e->size - 1) / e->size;
}

static void do_chunk(struct edits *e, int chunk)
{
	int begin = chunk * e->size, end = begin + e->size;

	edits_do(e, begin, end < e->groups ? end : e->groups);
}

struct asking {
	struct edits *edits;
	const struct edit_kind *kind;
};

/* In a copy of the program. Chunks are tried from the last one on, too. */
static bool goes(void *ctx, int i)
{
	const struct asking *a = ctx;
	struct edits *e = a->edits;
	struct strbuf text = {0};

	do_chunk(e, chunks(e) - 1 - i);
	if (a->kind->sound && !a->kind->sound(e, a->kind->ctx))
		return false;
	edits_write(e, &text);
	return state_text_holds(e->state, strbuf_str(&text));
}

/* True: something was done. */
static bool pass(struct edits *e, const struct edit_kind *kind)
{
	struct prober *p = &e->state->prober;
	struct asking a = {e, kind};
	int n = chunks(e);
	bool any = false;

	strbuf_clear(&p->doing);
	strbuf_add_count(&p->doing, e->groups, kind->noun);
	for (int i = 0; i < n && !p->over; i++) {
		progress_part(&p->progress, i + 1, n);
		i = probe_first(p, i, n, goes, &a);
		if (i < n) {
			do_chunk(e, n - 1 - i);
			any = true;
		}
	}
	return any;
}

bool edits_reduce(struct edits *e, const struct edit_kind *kind)
{
	bool any = false;

	collect(e, kind);
	for (int size = e->groups; size >= 1 && e->groups && !e->state->prober.over; size /= 2) {
		e->size = size;
		if (!pass(e, kind))
			continue;
		any = true;
		collect(e, kind);
		size = size < e->groups ? size : e->groups;
	}
	return any;
}
