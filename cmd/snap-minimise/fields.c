#include "fields.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/json.h"
#include "common/value.h"

/* A member or an element that may go. */
struct spot {
	struct value *holder;
	size_t index;
};

struct fields {
	struct state *state;
	struct value *document;
	struct arena arena;
	struct spot *spots; /* of one depth, by holder and index */
	int n, cap;
	int size; /* spots of a chunk */
};

/* ---- what may go ---- */

/* What an object is known by stays: without it, it would be another one. The holder of an object's
 * members has no key. */
static bool is_identity(struct str holder, struct str key)
{
	return (!holder.n && str_eq(key, STR("metadata"))) ||
		(str_eq(holder, STR("metadata")) &&
			(str_eq(key, STR("name")) || str_eq(key, STR("namespace")) ||
				str_eq(key, STR("uid"))));
}

/* The spots so many levels below v, the value of key. */
static void collect(struct fields *f, struct value *v, struct str key, int depth)
{
	if (v->type != JSON_OBJECT && v->type != JSON_ARRAY)
		return;
	for (size_t i = 0; i < v->count; i++) {
		struct str member = v->members[i].key;

		if (depth > 0) {
			collect(f, v->members[i].value, member, depth - 1);
		} else if (!is_identity(key, member)) {
			ARRAY_GROW(f->spots, f->n, f->cap);
			f->spots[f->n++] = (struct spot){v, i};
		}
	}
}

/* False: nothing is as deep. */
static bool collect_depth(struct fields *f, int depth)
{
	const struct value *lists = value_field(f->document, STR("rawObjects"));

	f->n = 0;
	for (size_t i = 0; lists && i < lists->count; i++) {
		struct value *list = lists->members[i].value;

		for (size_t k = 0; list->type == JSON_ARRAY && k < list->count; k++)
			collect(f, list->members[k].value, STR(""), depth);
	}
	return f->n > 0;
}

/* ---- probes ---- */

/* Takes spots begin .. end - 1 out of the document. */
static void take_out(struct fields *f, int begin, int end)
{
	for (int i = end - 1; i >= begin; i--) {
		struct value *v = f->spots[i].holder;
		size_t at = f->spots[i].index;

		memmove(&v->members[at], &v->members[at + 1],
			(v->count - at - 1) * sizeof *v->members);
		v->count--;
	}
}

static void write_document(const struct fields *f, struct strbuf *text)
{
	strbuf_clear(text);
	value_write(text, f->document);
	strbuf_addc(text, '\n');
	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
}

static int end_of(const struct fields *f, int chunk)
{
	int end = (chunk + 1) * f->size;

	return end < f->n ? end : f->n;
}

/* In a copy of the program. Chunks are tried from the last one on: what goes leaves the indexes of
 * those before as they are. */
static bool goes_without(void *ctx, int i)
{
	struct fields *f = ctx;
	int chunk = (f->n + f->size - 1) / f->size - 1 - i;
	struct strbuf text = {0};

	take_out(f, chunk * f->size, end_of(f, chunk));
	write_document(f, &text);
	return state_text_holds(f->state, strbuf_str(&text));
}

/* True: something went. */
static bool pass(struct fields *f)
{
	struct prober *p = &f->state->prober;
	int n = (f->n + f->size - 1) / f->size;
	bool any = false;

	strbuf_clear(&p->doing);
	strbuf_add_count(&p->doing, f->n, "field");
	for (int i = 0; i < n && !p->over; i++) {
		progress_part(&p->progress, i + 1, n);
		i = probe_first(p, i, n, goes_without, f);
		if (i < n) {
			take_out(f, (n - 1 - i) * f->size, end_of(f, n - 1 - i));
			any = true;
		}
	}
	return any;
}

static bool reduce_depth(struct fields *f, int depth)
{
	bool any = false;

	for (int size = f->n; size >= 1 && f->n && !f->state->prober.over; size /= 2) {
		f->size = size;
		if (!pass(f))
			continue;
		any = true;
		collect_depth(f, depth);
		size = size < f->n ? size : f->n;
	}
	return any;
}

void reduce_fields(struct state *s, struct strbuf *text)
{
	struct fields f = {.state = s};
	struct json *r = json_over_memory(text->s, text->len);
	bool any = true;

	f.document = value_read(&f.arena, r);
	json_free(r);
	while (f.document && any && !s->prober.over) {
		any = false;
		for (int depth = 0; collect_depth(&f, depth) && !s->prober.over; depth++)
			any = reduce_depth(&f, depth) || any;
	}
	if (f.document)
		write_document(&f, text);
	free(f.spots);
	arena_free(&f.arena);
}
