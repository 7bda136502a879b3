#include "common/jsonw.h"
#include "fields.h"
#include "reasons.h"
#include "run_report.h"

struct lines {
	const struct run_comparison *c;
	struct output *out;
	struct error *e;
	struct strbuf line;
	struct jsonw w;
	const struct told_pair *pair;
	const char *change; /* of its reasons */
};

static void begin(struct lines *g, const char *event)
{
	strbuf_clear(&g->line);
	g->w.comma = false;
	jsonw_begin(&g->w, '{');
	jsonw_member_str(&g->w, "event", str_of(event));
}

static bool end(struct lines *g)
{
	jsonw_end(&g->w, '}');
	jsonw_newline(&g->w);
	return output_write(g->out, g->line.s, g->line.len, g->e);
}

static bool send_summary(struct lines *g)
{
	const struct run_comparison *c = g->c;

	begin(g, "summary");
	jsonw_key(&g->w, "equal");
	jsonw_bool(&g->w, c->equal);
	jsonw_member_str(&g->w, "a", str_of(c->runs[0].name));
	jsonw_member_str(&g->w, "b", str_of(c->runs[1].name));
	for (int i = 0; i < PLACE_COUNT; i++)
		jsonw_member_size(&g->w, place_names[i], c->places[i]);
	jsonw_member_size(&g->w, "queues", c->n_queues);
	jsonw_member_size(&g->w, "pending", c->n_pending);
	return end(g);
}

static bool send_pods(struct lines *g)
{
	bool ok = true;

	for (size_t i = 0; ok && i < g->c->pods.n; i++) {
		const struct pod_row *row = &g->c->pods.all[i];

		begin(g, "pod");
		jsonw_member_str(&g->w, "change", str_of(place_names[place_of(row)]));
		jsonw_member_str(&g->w, "pod", row->pod);
		jsonw_member_str(&g->w, "a", row->texts[0]);
		jsonw_member_str(&g->w, "b", row->texts[1]);
		ok = end(g);
	}
	return ok;
}

static bool add_field(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	struct lines *g = ctx;

	jsonw_begin(&g->w, '{');
	jsonw_member_str(&g->w, "path", path);
	value_write_member(&g->w, "a", a);
	value_write_member(&g->w, "b", b);
	jsonw_end(&g->w, '}');
	return true;
}

static bool send_queues(struct lines *g)
{
	const struct fields f = {true, add_field, g};
	bool ok = true;

	for (size_t i = 0; ok && i < g->c->n_queues; i++) {
		const struct told_pair *p = &g->c->queues[i];

		begin(g, "queue");
		jsonw_member_str(&g->w, "change",
			!p->a.n          ? STR("added")
				: p->b.n ? STR("changed")
					 : STR("gone"));
		jsonw_member_str(&g->w, "queue", p->name);
		jsonw_key(&g->w, "fields");
		jsonw_begin(&g->w, '[');
		if (p->a.n && p->b.n)
			fields_compare(&f, p->a, p->b);
		jsonw_end(&g->w, ']');
		ok = end(g);
	}
	return ok;
}

static bool send_reason(void *ctx, struct str reason, struct str message)
{
	struct lines *g = ctx;

	begin(g, "reason");
	jsonw_member_str(&g->w, "change", str_of(g->change));
	jsonw_member_str(&g->w, "podGroup", g->pair->name);
	jsonw_member_str(&g->w, "queue", g->pair->queue);
	jsonw_member_str(&g->w, "reason", reason);
	jsonw_member_str(&g->w, "message", message);
	return end(g);
}

static bool send_pending(struct lines *g)
{
	bool ok = true;

	for (size_t i = 0; ok && i < g->c->n_pending; i++) {
		const struct told_pair *p = &g->c->pending[i];

		begin(g, "pending");
		jsonw_member_str(&g->w, "change",
			!p->a.n          ? STR("added")
				: p->b.n ? STR("changed")
					 : STR("gone"));
		jsonw_member_str(&g->w, "podGroup", p->name);
		jsonw_member_str(&g->w, "queue", p->queue);
		ok = end(g);
		g->pair = p;
		g->change = "went";
		ok = ok && reasons_only_in(p->a, p->b, send_reason, g);
		g->change = "came";
		ok = ok && reasons_only_in(p->b, p->a, send_reason, g);
	}
	return ok;
}

bool run_report_json(struct output *out, const struct run_comparison *c, struct error *e)
{
	struct lines g = {.c = c, .out = out, .e = e};
	bool ok;

	g.w.out = &g.line;
	ok = send_summary(&g) && send_pods(&g) && send_queues(&g) && send_pending(&g);
	strbuf_free(&g.line);
	return ok;
}
