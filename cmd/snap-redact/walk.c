#include "walk.h"

#include "common/jsonw.h"
#include "common/kinds.h"
#include "settings.h"

/* ---- writing ---- */

void put(struct walk *w, struct str s)
{
	if (w->writing)
		strbuf_addstr(w->out, s);
}

void put_text(struct walk *w, struct str s)
{
	struct jsonw j = {.out = w->out};

	if (w->writing)
		jsonw_str(&j, s);
}

void put_comma(struct walk *w)
{
	if (!w->writing)
		return;
	char before = w->out->len ? w->out->s[w->out->len - 1] : '{';
	if (before != '{' && before != '[' && before != ':')
		strbuf_addc(w->out, ',');
}

void put_key(struct walk *w, struct str key)
{
	put_comma(w);
	put_text(w, key);
	put(w, STR(":"));
}

void put_member(struct walk *w, const struct schema_member *m)
{
	put_comma(w);
	put(w, m->text);
}

/* ---- names ---- */

static struct name *find_name(struct walk *w, enum names kind, struct str old)
{
	struct name *n = book_find(w->book, kind, old);

	if (n)
		n->seen = true;
	return n;
}

struct str walk_new_name(struct walk *w, enum names kind, struct str old)
{
	const struct name *n = find_name(w, kind, old);

	return n ? n->to : old.n ? STR("unknown") : old;
}

static void put_plain(struct walk *w, struct str s)
{
	strbuf_addc(w->out, '"');
	strbuf_addstr(w->out, s);
	strbuf_addc(w->out, '"');
}

struct name *walk_name(struct walk *w, enum names kind, struct str old)
{
	if (!w->writing)
		return book_add(w->book, kind, old);
	const struct name *n = find_name(w, kind, old);
	if (n && n->is_plain)
		put_plain(w, n->to);
	else
		put_text(w, n ? n->to : old.n ? STR("unknown") : old);
	return NULL;
}

bool walk_enter(struct walk *w, enum json_type t)
{
	if (json_peek(w->r) != t) {
		take_other(w);
		return false;
	}
	json_enter(w->r);
	put(w, t == JSON_OBJECT ? STR("{") : STR("["));
	return true;
}

bool walk_string(struct walk *w, struct str *s)
{
	if (json_peek(w->r) == JSON_STRING)
		return json_string(w->r, s);
	take_other(w);
	return false;
}

void walk_keep(struct walk *w, struct str s)
{
	put_text(w, s);
}

void take_name(struct walk *w, enum names kind)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	struct name *n = walk_name(w, kind, s);
	if (!n)
		return;
	n->is_object =
		n->is_object || (kind == NAMES_POD_GROUP && str_eq(w->place->key, STR("name")));
	if (kind == NAMES_POD)
		w->pod = n->old;
}

void take_other(struct walk *w)
{
	struct str s;

	switch (json_peek(w->r)) {
	case JSON_NULL: put(w, STR("null")); break;
	case JSON_OBJECT: put(w, STR("{}")); break;
	case JSON_ARRAY: put(w, STR("[]")); break;
	case JSON_STRING: put(w, STR("\"\"")); break;
	case JSON_TRUE:
	case JSON_FALSE: put(w, STR("true")); break;
	case JSON_NUMBER:
		if (json_number(w->r, &s))
			put(w, s);
		return;
	case JSON_END: return;
	}
	json_skip(w->r);
}

/* ---- places ---- */

static void add_place(const struct place *p, struct strbuf *b)
{
	if (!p)
		return;
	add_place(p->above, b);
	if (!p->key.n || str_eq(p->key, STR("rawObjects")))
		return;
	if (b->len)
		strbuf_addc(b, '.');
	strbuf_addstr(b, p->key);
}

struct str walk_collection(const struct walk *w)
{
	struct str found = {0};

	for (const struct place *p = w->place; p; p = p->above)
		if (p->key.n && !str_eq(p->key, STR("rawObjects")))
			found = p->key;
	return found;
}

bool walk_listed(const struct walk *w, struct str key, char *const *list, int n)
{
	struct strbuf path = {0};
	const struct place here = {w->place, key};
	bool found = false;

	if (n)
		add_place(&here, &path);
	for (int i = 0; i < n && !found; i++)
		found = str_eq(strbuf_str(&path), str_of(list[i]));
	strbuf_free(&path);
	return found;
}

static void count_unknown(struct walk *w, struct str key)
{
	enum { MOST = 1000 }; /* a stranger's file may have any number */
	struct strbuf path = {0};
	const struct place here = {w->place, key};
	struct map_entry *e;
	bool fresh;

	add_place(&here, &path);
	if (w->unknown->count >= MOST)
		e = map_put(w->unknown, STR("..."), &fresh);
	else
		e = map_put(w->unknown, strbuf_str(&path), &fresh);
	if (fresh && e->key.p == path.s)
		e->key = arena_str(&w->book->arena, strbuf_str(&path));
	e->value = (void *)((uintptr_t)e->value + 1);
	strbuf_free(&path);
}

void walk_unknown(struct walk *w, struct str key, bool open)
{
	struct str raw;

	if (walk_listed(w, key, w->settings->keep, w->settings->n_keep)) {
		put_key(w, key);
		if (json_raw(w->r, &raw))
			put(w, raw);
		return;
	}
	if (!w->writing && !open && !w->quiet)
		count_unknown(w, key);
	json_skip(w->r);
}

/* ---- objects and lists ---- */

/* A member of the document. */
static void note_part(struct params *p, struct str key)
{
	p->known = p->known || is_snapshot_key(key);
	p->objects = p->objects || same_but_case(key, STR("rawObjects"));
}

static void walk_object(struct walk *w, const struct schema *s)
{
	struct place here = {w->place, {0}};
	struct str key;
	int hint = 0;

	json_enter(w->r);
	put(w, STR("{"));
	put(w, w->head);
	w->head = STR("");
	while (json_key(w->r, &key)) {
		const struct schema_member *m = schema_find(s, key, &hint);

		if (!w->place && w->params)
			note_part(w->params, key);

		if (!m) {
			walk_unknown(w, key, false);
			continue;
		}
		if (m->of->form == FORM_VALUE && m->of->what == WHAT_SOURCE) {
			take_source(w);
			continue;
		}
		if (m->of->form == FORM_VALUE && m->of->what == WHAT_DROP) {
			walk_unknown(w, m->key, true);
			continue;
		}
		if (w->settings->n_drop &&
			walk_listed(w, m->key, w->settings->drop, w->settings->n_drop)) {
			json_skip(w->r);
			continue;
		}
		put_member(w, m);
		here.key = m->key;
		w->place = &here;
		walk_value(w, m->of);
		w->place = here.above;
	}
	put(w, STR("}"));
}

/* The items; those that have become empty are left out of the lists in which they say nothing. */
static void walk_list(struct walk *w, const struct schema *s)
{
	json_enter(w->r);
	put(w, STR("["));
	while (json_element(w->r)) {
		put_comma(w);
		walk_value(w, s->item);
		sink_settle(w->sink);
	}
	put(w, STR("]"));
}

void walk_value(struct walk *w, const struct schema *s)
{
	enum json_type t = json_peek(w->r);

	if (s->form == FORM_VALUE)
		take(w, s->what);
	else if (s->form == FORM_OBJECT && t == JSON_OBJECT)
		walk_object(w, s);
	else if (s->form == FORM_LIST && t == JSON_ARRAY)
		walk_list(w, s);
	else
		take_other(w);
}
