#include "report.h"
#include "common/jsonw.h"
#include "fields.h"
#include "queues.h"

struct writing {
	const struct comparison *c;
	const struct report_options *o;
	struct queues queues;
	struct strbuf line;
	struct jsonw w;
};

/* ---- summary ---- */

static void add_counts(struct jsonw *w, size_t n_a, size_t n_b, const size_t *counts)
{
	jsonw_member_size(w, "a", n_a);
	jsonw_member_size(w, "b", n_b);
	for (int k = 0; k < CHANGE_COUNT; k++)
		jsonw_member_size(w, change_names[k], counts[k]);
}

static void add_side(struct jsonw *w, const char *key, const struct side *s)
{
	struct strbuf at = {0};

	jsonw_key(w, key);
	jsonw_begin(w, '{');
	jsonw_key(w, "input");
	jsonw_strz(w, side_name(s));
	if (!instant_is_zero(s->captured)) {
		rfc3339_format(&at, s->captured);
		jsonw_member_str(w, "capturedAt", strbuf_str(&at));
		strbuf_free(&at);
	}
	jsonw_end(w, '}');
}

static void add_kinds(struct writing *g)
{
	struct jsonw *w = &g->w;

	jsonw_key(w, "kinds");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < g->c->n_lists; i++) {
		const struct match *m = &g->c->lists[i];

		jsonw_begin(w, '{');
		jsonw_member_str(w, "kind", m->key);
		add_counts(w, m->n_a, m->n_b, m->counts);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void add_queue_count(struct jsonw *w, const char *key, const struct queue_count *c)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	add_counts(w, c->n_a, c->n_b, c->counts);
	jsonw_end(w, '}');
}

static void add_queues(struct writing *g)
{
	struct jsonw *w = &g->w;

	jsonw_key(w, "queues");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < g->queues.n; i++) {
		const struct queue_row *row = g->queues.rows[i];

		jsonw_begin(w, '{');
		jsonw_member_str(w, "queue", row->name);
		add_queue_count(w, "podGroups", &row->groups);
		add_queue_count(w, "pods", &row->pods);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void add_summary(struct writing *g)
{
	struct jsonw *w = &g->w;

	jsonw_begin(w, '{');
	jsonw_member_str(w, "event", STR("summary"));
	jsonw_key(w, "equal");
	jsonw_bool(w, g->c->equal);
	add_side(w, "a", &g->c->sides[0]);
	add_side(w, "b", &g->c->sides[1]);
	jsonw_key(w, "changed");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < g->c->n_parts; i++)
		if (g->c->parts[i].differs)
			jsonw_str(w, g->c->parts[i].key);
	jsonw_end(w, ']');
	add_kinds(g);
	add_queues(g);
	jsonw_end(w, '}');
	jsonw_newline(w);
}

/* ---- objects ---- */

static bool add_field(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	struct writing *g = ctx;

	jsonw_begin(&g->w, '{');
	jsonw_member_str(&g->w, "path", path);
	value_write_member(&g->w, "a", a);
	value_write_member(&g->w, "b", b);
	jsonw_end(&g->w, '}');
	return true;
}

static void add_fields(struct writing *g, struct str a, struct str b)
{
	const struct fields f = {g->o->noise, add_field, g};

	jsonw_key(&g->w, "fields");
	jsonw_begin(&g->w, '[');
	fields_compare(&f, a, b);
	jsonw_end(&g->w, ']');
}

static void begin_object(struct writing *g, const char *change, struct str kind)
{
	strbuf_clear(&g->line);
	g->w.comma = false;
	jsonw_begin(&g->w, '{');
	jsonw_member_str(&g->w, "event", STR("object"));
	jsonw_member_str(&g->w, "change", str_of(change));
	jsonw_member_str(&g->w, "kind", kind);
}

static void end_object(struct writing *g)
{
	jsonw_end(&g->w, '}');
	jsonw_newline(&g->w);
}

static void add_object(struct writing *g, const struct match *m, const struct pair *p)
{
	const struct object *o = p->b ? p->b : p->a;
	struct str queue = queue_of(&g->queues, m->kind, p);

	begin_object(g, change_names[p->change], m->key);
	if (o->ns.n)
		jsonw_member_str(&g->w, "namespace", o->ns);
	jsonw_member_str(&g->w, "name", o->name);
	if (queue.n)
		jsonw_member_str(&g->w, "queue", queue);
	if (p->a && p->b)
		add_fields(g, p->a->raw, p->b->raw);
	end_object(g);
}

static void add_part(struct writing *g, struct str key, struct str a, struct str b)
{
	begin_object(g, change_names[!a.n ? CHANGE_NEW : b.n ? CHANGE_CHANGED : CHANGE_GONE], key);
	add_fields(g, a, b);
	end_object(g);
}

static bool send(struct writing *g, struct output *out, struct error *e)
{
	return output_write(out, g->line.s, g->line.len, e);
}

static bool send_list(struct writing *g, const struct match *m, struct output *out, struct error *e)
{
	bool ok = true;

	if (m->differs) {
		add_part(g, m->key, m->a ? m->a->raw : STR(""), m->b ? m->b->raw : STR(""));
		ok = send(g, out, e);
	}
	for (size_t i = 0; ok && i < m->n; i++)
		if (change_counts(m->pairs[i].change)) {
			add_object(g, m, &m->pairs[i]);
			ok = send(g, out, e);
		}
	return ok;
}

bool report_json(struct output *out, const struct comparison *c, const struct report_options *o,
	struct error *e)
{
	struct writing g = {.c = c, .o = o};
	bool ok;

	g.w.out = &g.line;
	queues_count(&g.queues, c);
	add_summary(&g);
	ok = send(&g, out, e);
	for (size_t i = 0; ok && i < c->n_parts; i++)
		if (c->parts[i].differs) {
			add_part(&g, c->parts[i].key, c->parts[i].a, c->parts[i].b);
			ok = send(&g, out, e);
		}
	for (size_t i = 0; ok && i < c->n_lists; i++)
		ok = send_list(&g, &c->lists[i], out, e);
	queues_free(&g.queues);
	strbuf_free(&g.line);
	return ok;
}
