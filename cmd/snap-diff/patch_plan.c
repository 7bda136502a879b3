#include "patch_plan.h"
#include <stdlib.h>
#include "common/jsonw.h"
#include "common/mem.h"

/* ---- what is to be changed ---- */

void plan_open(struct plan *p)
{
	const struct side *s = p->side;

	for (size_t i = 0; i < s->n_parts; i++)
		plan_part(p, s->parts[i].key)->edit.raw = s->parts[i].raw;
	for (size_t i = 0; i < s->n_lists; i++) {
		struct plan_list *l = plan_list(p, s->lists[i].key);

		l->list = &s->lists[i];
		l->whole.raw = l->list->raw;
	}
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->lists.count; i++) {
		struct plan_list *l = p->lists.entries[i].value;

		free(l->objects);
		free(l->added);
		map_free(&l->names);
	}
	map_free(&p->lists);
	map_free(&p->parts);
	arena_free(&p->arena);
}

struct plan_part *plan_part(struct plan *p, struct str key)
{
	bool fresh;
	struct map_entry *e = map_put(&p->parts, key, &fresh);

	if (fresh) {
		struct plan_part *part = ARENA_NEW(&p->arena, struct plan_part);

		part->key = key;
		e->value = part;
	}
	return e->value;
}

struct plan_list *plan_list(struct plan *p, struct str key)
{
	bool fresh;
	struct map_entry *e = map_put(&p->lists, key, &fresh);

	if (fresh) {
		struct plan_list *l = ARENA_NEW(&p->arena, struct plan_list);

		l->key = key;
		e->value = l;
	}
	return e->value;
}

static void make_key(struct strbuf *key, struct str ns, struct str name, size_t nth)
{
	strbuf_clear(key);
	strbuf_addf(key, "%zu %zu ", nth, ns.n);
	strbuf_addstr(key, ns);
	strbuf_addstr(key, name);
}

/* The number of the last object of a name is kept with number 0. */
static void know_names(struct plan *p, struct plan_list *l)
{
	struct strbuf key = {0};

	l->objects = xcalloc(l->list->n + 1, sizeof *l->objects);
	for (size_t i = 0; i < l->list->n; i++) {
		const struct object *o = &l->list->all[i];
		size_t nth;

		l->objects[i].raw = o->raw;
		for (int last = 1; last >= 0; last--) {
			make_key(&key, o->ns, o->name, last ? 0 : nth);
			struct str kept = arena_str(&p->arena, strbuf_str(&key));
			struct map_entry *e = map_put(&l->names, kept, NULL);

			nth = last ? (size_t)(uintptr_t)e->value + 1 : nth;
			e->value = last ? (void *)(uintptr_t)nth : &l->objects[i];
		}
	}
	strbuf_free(&key);
}

void plan_objects(struct plan *p, struct plan_list *l)
{
	if (l->list && l->list->is_array && !l->objects)
		know_names(p, l);
}

struct edit *plan_object(
	struct plan *p, struct plan_list *l, struct str ns, struct str name, size_t nth)
{
	struct strbuf key = {0};
	struct edit *found;

	if (!l->list || !l->list->is_array || l->whole.edited || !nth)
		return NULL;
	plan_objects(p, l);
	make_key(&key, ns, name, nth);
	found = map_get(&l->names, strbuf_str(&key));
	strbuf_free(&key);
	return found;
}

struct value *edit_value(struct plan *p, struct edit *edit)
{
	if (!edit->edited && edit->raw.n) {
		struct json *r = json_over_memory(edit->raw.p, edit->raw.n);

		edit->v = value_read(&p->arena, r);
		json_free(r);
	}
	edit->edited = true;
	return edit->v;
}

/* ---- writing ---- */

struct writing {
	struct plan *p;
	struct output *out;
	struct error *e;
	struct strbuf text;
	bool comma, ok;
};

static void put(struct writing *g, struct str text)
{
	g->ok = g->ok && output_write(g->out, text.p, text.n, g->e);
}

static void put_value(struct writing *g, const struct value *v)
{
	strbuf_clear(&g->text);
	value_write(&g->text, v);
	put(g, strbuf_str(&g->text));
}

static void put_comma(struct writing *g)
{
	if (g->comma)
		put(g, STR(","));
	g->comma = true;
}

static void put_key(struct writing *g, struct str key)
{
	put_comma(g);
	strbuf_clear(&g->text);
	jsonw_str(&(struct jsonw){.out = &g->text}, key);
	strbuf_addc(&g->text, ':');
	put(g, strbuf_str(&g->text));
}

static bool is_there(const struct edit *edit)
{
	return edit->edited ? edit->v != NULL : edit->raw.n != 0;
}

static void put_edit(struct writing *g, const struct edit *edit)
{
	if (edit->edited)
		put_value(g, edit->v);
	else
		put(g, edit->raw);
}

/* ---- lists ---- */

/* An object at its place in the list. */
struct slot {
	const struct edit *kept;
	const struct value *added;
};

static bool no_place(struct writing *g, const struct plan_list *l)
{
	error_set(g->e, SNAP_INPUT, "the patch does not fit",
		"the places that it gives objects of %.*s are not those of a list",
		(int)(l->key.n < 80 ? l->key.n : 80), l->key.p);
	error_hint(g->e, "it is for the snapshot A of which it was made");
	return g->ok = false;
}

static bool is_free(const struct slot *slots, size_t n, size_t at)
{
	return at < n && !slots[at].kept && !slots[at].added;
}

static bool place_of(const struct value *order, size_t i, size_t *at)
{
	struct str text = order && i < order->count ? order->members[i].value->text : STR("");

	*at = 0;
	for (size_t k = 0; k < text.n && k < 10 && is_digit(text.p[k]); k++)
		*at = *at * 10 + (size_t)(text.p[k] - '0');
	return text.n != 0;
}

static bool fill(struct writing *g, const struct plan_list *l, struct slot *slots, size_t n,
	size_t n_objects)
{
	size_t next = 0, n_kept = 0;

	for (size_t i = 0; i < l->n_added; i++) {
		if (!is_free(slots, n, l->added[i].at))
			return no_place(g, l);
		slots[l->added[i].at].added = l->added[i].v;
	}
	for (size_t i = 0; i < n_objects; i++) {
		size_t at;

		if (!is_there(&l->objects[i]))
			continue;
		if (!l->order)
			while (next < n && !is_free(slots, n, next))
				next++;
		if (l->order && !place_of(l->order, n_kept, &next))
			return no_place(g, l);
		at = next;
		if (!is_free(slots, n, at))
			return no_place(g, l);
		slots[at].kept = &l->objects[i];
		n_kept++;
	}
	return !l->order || l->order->count == n_kept || no_place(g, l);
}

static void put_slots(struct writing *g, const struct plan_list *l)
{
	size_t n_objects = l->list && l->list->is_array && !l->whole.edited ? l->list->n : 0,
	       n = l->n_added;

	for (size_t i = 0; i < n_objects; i++)
		n += is_there(&l->objects[i]);
	struct slot *slots = xcalloc(n + 1, sizeof *slots);
	if (fill(g, l, slots, n, n_objects)) {
		put(g, STR("["));
		g->comma = false;
		for (size_t i = 0; i < n; i++) {
			put_comma(g);
			if (slots[i].kept)
				put_edit(g, slots[i].kept);
			else
				put_value(g, slots[i].added);
		}
		put(g, STR("]"));
		g->comma = true;
	}
	free(slots);
}

static void put_list(struct writing *g, struct plan_list *l)
{
	const struct edit *whole = &l->whole;
	bool array = whole->edited ? whole->v && whole->v->type == JSON_ARRAY && !whole->v->count
				   : l->list && l->list->is_array;

	if (!is_there(whole)) {
		if (l->n_added || l->order)
			no_place(g, l);
		return;
	}
	put_key(g, l->key);
	if (!l->n_added && !l->order && !l->objects) {
		put_edit(g, whole);
	} else if (array) {
		put_slots(g, l);
	} else if (whole->edited && !l->n_added && !l->order) {
		put_edit(g, whole);
	} else {
		no_place(g, l);
	}
}

/* ---- all ---- */

bool plan_write(struct plan *p, struct output *out, struct error *e)
{
	struct writing g = {.p = p, .out = out, .e = e, .ok = true};

	put(&g, STR("{"));
	for (size_t i = 0; g.ok && i < p->parts.count; i++) {
		const struct plan_part *part = p->parts.entries[i].value;

		if (!is_there(&part->edit))
			continue;
		put_key(&g, part->key);
		put_edit(&g, &part->edit);
	}
	if (p->side->raw_objects.n && !p->without_lists) {
		put_key(&g, p->side->raw_objects);
		put(&g, STR("{"));
		g.comma = false;
		for (size_t i = 0; g.ok && i < p->lists.count; i++)
			put_list(&g, p->lists.entries[i].value);
		put(&g, STR("}"));
	}
	put(&g, STR("}\n"));
	strbuf_free(&g.text);
	return g.ok;
}
