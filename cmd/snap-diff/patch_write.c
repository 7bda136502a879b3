#include "patch.h"
#include <stdlib.h>
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/value_diff.h"

struct writing {
	struct output *out;
	struct error *e;
	struct strbuf line;
	struct jsonw w;
	size_t n;
	bool failed;
	/* What the operations are about; list NULL: the document. */
	const struct match *list;
	const struct object *object;
	size_t nth; /* among those of its name, from 1 */
};

/* ---- lines ---- */

static void begin(struct writing *g, const char *op)
{
	strbuf_clear(&g->line);
	g->w.comma = false;
	jsonw_begin(&g->w, '{');
	jsonw_member_str(&g->w, "op", str_of(op));
}

static void end(struct writing *g)
{
	jsonw_end(&g->w, '}');
	jsonw_newline(&g->w);
	g->n++;
	g->failed = g->failed || !output_write(g->out, g->line.s, g->line.len, g->e);
}

static void add_subject(struct writing *g)
{
	if (!g->list)
		return;
	jsonw_member_str(&g->w, "kind", g->list->key);
	if (!g->object)
		return;
	if (g->object->ns.n)
		jsonw_member_str(&g->w, "namespace", g->object->ns);
	jsonw_member_str(&g->w, "name", g->object->name);
	if (g->nth > 1) {
		jsonw_key(&g->w, "nth");
		jsonw_int(&g->w, (int64_t)g->nth);
	}
}

static void add_steps(struct jsonw *w, const struct value_place *place)
{
	if (!place)
		return;
	add_steps(w, place->above);
	if (place->of_object)
		jsonw_str(w, place->key);
	else
		jsonw_int(w, (int64_t)place->index);
}

/* NULL for a or b: there is none on that side. */
static void send_change(struct writing *g, const struct value_place *place, const struct value *a,
	const struct value *b)
{
	begin(g, b ? "set" : "unset");
	add_subject(g);
	jsonw_key(&g->w, "path");
	jsonw_begin(&g->w, '[');
	add_steps(&g->w, place);
	jsonw_end(&g->w, ']');
	value_write_member(&g->w, "from", a);
	value_write_member(&g->w, "to", b);
	end(g);
}

/* ---- values, as they are written ---- */

static void compare(struct writing *g, const struct value_place *place, const struct value *a,
	const struct value *b);

static void compare_objects(struct writing *g, const struct value_place *above,
	const struct value *a, const struct value *b)
{
	struct value_place in = {.above = above, .of_object = true};

	for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
		int order = i == a->count ? 1
			: k == b->count   ? -1
					  : str_cmp(a->members[i].key, b->members[k].key);

		in.key = order <= 0 ? a->members[i].key : b->members[k].key;
		if (order == 0)
			compare(g, &in, a->members[i].value, b->members[k].value);
		else
			send_change(g, &in, order < 0 ? a->members[i].value : NULL,
				order > 0 ? b->members[k].value : NULL);
		i += order <= 0;
		k += order >= 0;
	}
}

static void compare(struct writing *g, const struct value_place *place, const struct value *a,
	const struct value *b)
{
	struct value_place in = {.above = place};

	if (a->type == JSON_OBJECT && b->type == JSON_OBJECT) {
		compare_objects(g, place, a, b);
	} else if (a->type == JSON_ARRAY && b->type == JSON_ARRAY && a->count == b->count) {
		for (; in.index < a->count; in.index++)
			compare(g, &in, a->members[in.index].value, b->members[in.index].value);
	} else if (!value_equal(a, b)) {
		send_change(g, place, a, b);
	}
}

static struct value *parse(struct arena *a, struct str raw)
{
	struct json *r = json_over_memory(raw.p, raw.n);
	struct value *v = value_read(a, r);

	json_free(r);
	return v;
}

/* Of JSON as written; empty: missing. */
static void compare_raw(
	struct writing *g, const struct value_place *place, struct str a, struct str b)
{
	struct arena arena = {0};
	const struct value *x, *y;

	if (str_eq(a, b))
		return;
	x = a.n ? parse(&arena, a) : NULL;
	y = b.n ? parse(&arena, b) : NULL;
	if (x && y)
		compare(g, place, x, y);
	else
		send_change(g, place, x, y);
	arena_free(&arena);
}

/* ---- lists ---- */

static const struct object *named(const struct pair *p)
{
	return p->a ? p->a : p->b;
}

static bool same_name(const struct object *a, const struct object *b)
{
	return str_eq(a->ns, b->ns) && str_eq(a->name, b->name);
}

static void send_pair(struct writing *g, const struct pair *p)
{
	struct arena arena = {0};

	g->object = named(p);
	if (p->a && p->b) {
		compare_raw(g, NULL, p->a->raw, p->b->raw);
		return;
	}
	begin(g, p->a ? "remove" : "add");
	add_subject(g);
	if (p->b) {
		jsonw_key(&g->w, "at");
		jsonw_int(&g->w, p->b - g->list->b->all);
		value_write_member(&g->w, "object", parse(&arena, p->b->raw));
	}
	end(g);
	arena_free(&arena);
}

/* Objects that stay may stand in another order: for each its place, in the order of A. */
static void send_order(struct writing *g, const struct match *m)
{
	size_t *place = xcalloc(m->a->n + 1, sizeof *place), last = 0;
	bool in_order = true;

	for (size_t i = 0; i < m->n; i++)
		if (m->pairs[i].a && m->pairs[i].b)
			place[m->pairs[i].a - m->a->all] = (size_t)(m->pairs[i].b - m->b->all) + 1;
	for (size_t i = 0; i < m->a->n; i++) {
		in_order = in_order && (!place[i] || place[i] > last);
		last = place[i] ? place[i] : last;
	}
	g->object = NULL;
	if (!in_order) {
		begin(g, "order");
		add_subject(g);
		jsonw_key(&g->w, "to");
		jsonw_begin(&g->w, '[');
		for (size_t i = 0; i < m->a->n; i++)
			if (place[i])
				jsonw_int(&g->w, (int64_t)place[i] - 1);
		jsonw_end(&g->w, ']');
		end(g);
	}
	free(place);
}

static void send_objects(struct writing *g, const struct match *m)
{
	g->list = m;
	for (size_t i = 0; !g->failed && i < m->n; i++) {
		const struct pair *p = &m->pairs[i];
		bool again = i && same_name(named(p), named(&m->pairs[i - 1]));

		g->nth = again ? g->nth + 1 : 1;
		send_pair(g, p);
	}
	if (m->a && m->b)
		send_order(g, m);
	g->list = NULL;
	g->object = NULL;
}

/* Where one side has no list of objects, the member is made or set as a whole; objects are added to
 * an empty one. */
static void send_list(struct writing *g, const struct match *m, const struct value_place *above)
{
	const struct value_place place = {.above = above, .key = m->key, .of_object = true};
	bool from = m->a && m->a->is_array, to = m->b && m->b->is_array;

	if (!from || !to)
		compare_raw(g, &place, m->a ? m->a->raw : STR(""),
			!m->b        ? STR("")
				: to ? STR("[]")
				     : m->b->raw);
	if (to)
		send_objects(g, m);
}

/* ---- all ---- */

/* Where the lists are of members with two keys, or of one side alone, all of them go, and others
 * come. */
static void unset_lists(struct writing *g, const struct side *a)
{
	const struct value_place place = {.key = a->raw_objects, .of_object = true};

	if (a->raw_objects.n)
		send_change(g, &place, NULL, NULL);
}

static void set_lists(struct writing *g, const struct side *b)
{
	const struct value_place place = {.key = b->raw_objects, .of_object = true};
	struct strbuf all = {0};
	struct jsonw w = {.out = &all};

	if (!b->raw_objects.n)
		return;
	jsonw_begin(&w, '{');
	for (size_t i = 0; i < b->n_lists; i++) {
		jsonw_keys(&w, b->lists[i].key);
		jsonw_raw(&w, b->lists[i].raw);
	}
	jsonw_end(&w, '}');
	size_t n = all.len;
	memset(strbuf_reserve(&all, JSON_PADDING), 0, JSON_PADDING);
	compare_raw(g, &place, STR(""), (struct str){all.s, n});
	strbuf_free(&all);
}

bool patch_write(struct output *out, const struct comparison *c, size_t *n, struct error *e)
{
	static const char head[] = "{\"patch\":\"snap-diff\",\"version\":1}\n";
	const struct value_place above = {.key = c->sides[1].raw_objects, .of_object = true};
	bool same_lists = str_eq(c->sides[0].raw_objects, c->sides[1].raw_objects);
	struct writing g = {.out = out, .e = e};

	g.w.out = &g.line;
	g.failed = !output_write(out, head, sizeof head - 1, e);
	if (!same_lists)
		unset_lists(&g, &c->sides[0]);
	for (size_t i = 0; !g.failed && i < c->n_parts; i++) {
		const struct value_place place = {.key = c->parts[i].key, .of_object = true};

		compare_raw(&g, &place, c->parts[i].a, c->parts[i].b);
	}
	if (!same_lists)
		set_lists(&g, &c->sides[1]);
	else
		for (size_t i = 0; !g.failed && i < c->n_lists; i++)
			send_list(&g, &c->lists[i], &above);
	strbuf_free(&g.line);
	*n = g.n;
	return !g.failed;
}
