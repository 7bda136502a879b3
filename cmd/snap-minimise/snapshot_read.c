#include "snapshot.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/json.h"
#include "common/timefmt.h"
#include "common/value.h"
#include "object.h"

/* The objects of one kind as the text has them, those among them that the engine left out. */
struct found {
	struct object *all;
	int n, cap;
};

struct reading {
	struct snapshot *s;
	struct json *r; /* of the document */
	struct found found[KIND_COUNT];
	int cap_parts;
	struct value *source; /* NULL: no object */
	bool has_source;
};

/* ---- the document ---- */

static size_t offset_in(const struct reading *g, const char *p)
{
	return (size_t)(p - g->s->text.p);
}

static void add_part(struct reading *g, struct str raw, enum kind kind)
{
	struct snapshot *s = g->s;

	for (int i = 0; i < s->n_parts; i++)
		if (s->parts[i].kind == kind)
			s->parts[i].counts = false;
	ARRAY_GROW(s->parts, s->n_parts, g->cap_parts);
	s->parts[s->n_parts++] =
		(struct part){offset_in(g, raw.p), offset_in(g, raw.p) + raw.n, kind, true};
}

static void read_list(struct reading *g, enum kind kind)
{
	struct found *f = &g->found[kind];
	struct str list, raw;
	struct json *r;

	f->n = 0; /* of several lists the last one counts */
	if (json_peek(g->r) != JSON_ARRAY) {
		json_skip(g->r);
		return;
	}
	if (!json_raw(g->r, &list))
		return;
	add_part(g, list, kind);
	r = json_over_memory(list.p, list.n);
	json_enter(r);
	while (json_element(r) && json_raw(r, &raw)) {
		ARRAY_GROW(f->all, f->n, f->cap);
		f->all[f->n] = (struct object){.begin = offset_in(g, raw.p),
			.end = offset_in(g, raw.p) + raw.n,
			.ns = STR(""),
			.name = STR(""),
			.of = STR(""),
			.on = STR("")};
		object_read(&g->s->arena, raw, kind, &f->all[f->n++]);
	}
	json_free(r);
}

static void read_raw_objects(struct reading *g)
{
	struct str key;

	if (json_peek(g->r) != JSON_OBJECT) {
		json_skip(g->r);
		return;
	}
	json_enter(g->r);
	while (json_key(g->r, &key)) {
		enum kind kind = kind_of_key(key);

		if (kind != KIND_NONE)
			read_list(g, kind);
		else
			json_skip(g->r);
	}
}

static void read_source(struct reading *g)
{
	struct str raw;

	if (!json_raw(g->r, &raw))
		return;
	add_part(g, raw, KIND_NONE);
	struct json *r = json_over_memory(raw.p, raw.n);
	g->source = json_peek(r) == JSON_OBJECT ? value_read(&g->s->arena, r) : NULL;
	g->has_source = true;
	json_free(r);
}

static bool read_document(struct reading *g, struct error *e)
{
	struct str key;
	const char *brace = str_find(g->s->text, '{');

	g->s->top = brace ? offset_in(g, brace) + 1 : 0;
	json_enter(g->r);
	while (json_key(g->r, &key))
		if (same_but_case(key, STR("rawObjects")))
			read_raw_objects(g);
		else if (same_but_case(key, STR(SOURCE_KEY)))
			read_source(g);
		else
			json_skip(g->r);
	if (!json_finish(g->r))
		json_error(g->r, e);
	return !e->status;
}

/* ---- the engine's numbers ---- */

/* Of equal names the engine keeps the first: those that it has come in the order of the text. */
static void number(struct reading *g, const struct engine *engine, enum kind kind)
{
	struct snapshot *s = g->s;
	const struct found *f = &g->found[kind];
	int n = engine_count(engine, kind), at = 0;
	struct str ns, name;

	for (int i = 0; i < f->n && at < n; i++) {
		engine_name(engine, kind, at, &ns, &name);
		if (str_eq(ns, f->all[i].ns) && str_eq(name, f->all[i].name))
			s->objects[s->first[kind] + at++] = f->all[i];
	}
	s->first[kind + 1] = s->first[kind] + at;
}

static bool number_all(struct reading *g, const struct engine *engine, struct error *e)
{
	struct snapshot *s = g->s;
	int n = 0;

	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		n += engine_count(engine, kind);
	s->objects = arena_alloc(&s->arena, ((size_t)n + 1) * sizeof *s->objects);
	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		number(g, engine, kind);
	s->n = s->first[KIND_COUNT];
	return s->n == n ||
		error_set(e, SNAP_INPUT, "unexpected value",
			"the names of %d objects cannot be found in the text", n - s->n);
}

/* The clock of what is left is that of the whole, although what told it may be gone. */
static void keep_clock(struct reading *g, struct instant now)
{
	struct snapshot *s = g->s;
	struct value *source = g->source ? g->source : value_new(&s->arena, JSON_OBJECT);
	struct strbuf text = {0};
	struct instant before = TIME_ZERO;

	rfc3339_parse(value_str(value_get(source, STR("capturedAt"))), &before);
	if (instant_cmp(before, now) == 0)
		return;
	rfc3339_format(&text, now);
	if (!value_get(source, STR("format")))
		value_insert(&s->arena, source, STR("format"),
			value_text(&s->arena, STR("snap-minimise")));
	value_insert(&s->arena, source, STR("capturedAt"),
		value_text(&s->arena, arena_str(&s->arena, strbuf_str(&text))));
	value_write(&s->source, source);
	strbuf_free(&text);
	if (!g->has_source) {
		text = s->source;
		s->source = (struct strbuf){0};
		strbuf_addf(&s->source, "\"" SOURCE_KEY "\":%s,", text.s);
		strbuf_free(&text);
		ARRAY_GROW(s->parts, s->n_parts, g->cap_parts);
		memmove(s->parts + 1, s->parts, (size_t)s->n_parts++ * sizeof *s->parts);
		s->parts[0] = (struct part){s->top, s->top, KIND_NONE, true};
	}
}

bool snapshot_read(struct snapshot *s, struct str text, const struct engine *g, struct error *e)
{
	struct reading reading = {.s = s, .r = json_over_memory(text.p, text.n)};
	bool good;

	s->text = text;
	good = read_document(&reading, e) && number_all(&reading, g, e);
	if (good)
		keep_clock(&reading, engine_now(g));
	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		free(reading.found[kind].all);
	json_free(reading.r);
	return good;
}
