#include "common/terminal.h"
#include "fields.h"
#include "reasons.h"
#include "run_report.h"

enum { MESSAGE_SHOWN = 160 };

struct page {
	const struct run_comparison *c;
	const struct report_options *o;
	struct text *out;
	const char *mark; /* of the reasons */
	struct strbuf value;
	bool left_out;
};

static void add_count(
	struct page *g, const char **comma, size_t n, const char *noun, const char *verb)
{
	if (!n)
		return;
	text_addf(g->out, "%s", *comma);
	text_add_count(g->out, (long long)n, noun);
	text_addf(g->out, " %s", verb);
	*comma = ", ";
}

static void add_sentence(struct page *g)
{
	const struct run_comparison *c = g->c;
	const char *comma = "";
	size_t from = text_str(g->out).n;

	text_colour(g->out, c->equal ? COLOUR_GOOD : COLOUR_DOUBT, g->o->colour);
	text_ours(g->out, c->equal ? "no difference" : "different: ");
	add_count(g, &comma, c->places[PLACE_GOT], "pod", "got a place");
	add_count(g, &comma, c->places[PLACE_LOST], "pod", "lost one");
	add_count(g, &comma, c->places[PLACE_CHANGED], "pod", "decided otherwise");
	add_count(g, &comma, c->came, "group", "more pending");
	add_count(g, &comma, c->went, "group", "no longer pending");
	add_count(
		g, &comma, c->n_pending - c->came - c->went, "group", "pending for other reasons");
	add_count(g, &comma, c->n_queues, "queue", "with other shares");
	text_ours(g->out, "\n");
	text_colour_end(g->out, g->o->colour);
	terminal_wrap(g->out, from, g->o->columns ? g->o->columns : 80, 2);
}

static void add_title(struct page *g, const char *title)
{
	text_ours(g->out, "\n");
	text_colour(g->out, COLOUR_TITLE, g->o->colour);
	text_addf(g->out, "%s", title);
	text_colour_end(g->out, g->o->colour);
	text_ours(g->out, "\n");
}

static bool shows(struct page *g, size_t n)
{
	bool shown = !g->o->top || n < g->o->top;

	g->left_out = g->left_out || !shown;
	return shown;
}

static void add_rest(struct page *g, size_t n)
{
	if (g->o->top && n > g->o->top)
		text_addf(g->out, "  ... and %zu more\n", n - g->o->top);
}

static void add_places(struct page *g, enum place place, const char *title)
{
	size_t n = 0;

	if (!g->c->places[place])
		return;
	add_title(g, title);
	for (size_t i = 0; i < g->c->pods.n; i++) {
		const struct pod_row *row = &g->c->pods.all[i];

		if (place_of(row) != place || !shows(g, n++))
			continue;
		text_addf(g->out, "  " STR_FMT ": ", STR_ARG(row->pod));
		text_add(g->out, row->texts[0].n ? row->texts[0] : STR("-"));
		text_ours(g->out, " -> ");
		text_add(g->out, row->texts[1].n ? row->texts[1] : STR("-"));
		text_ours(g->out, "\n");
	}
	add_rest(g, n);
}

static bool add_share(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	struct page *g = ctx;

	text_addf(g->out, "      %s " STR_FMT ": ", a && b ? "~" : a ? "-" : "+", STR_ARG(path));
	for (int i = 0; i < 2; i++) {
		const struct value *v = i ? b : a;

		if (!v)
			continue;
		strbuf_clear(&g->value);
		value_write(&g->value, v);
		text_ours(g->out, i && a ? " -> " : "");
		text_add(g->out, strbuf_str(&g->value));
	}
	text_ours(g->out, "\n");
	return true;
}

static void add_queues(struct page *g)
{
	const struct fields f = {true, add_share, g};

	if (g->c->n_queues)
		add_title(g, "queues");
	for (size_t i = 0; i < g->c->n_queues; i++) {
		const struct told_pair *p = &g->c->queues[i];

		if (!shows(g, i))
			continue;
		text_addf(g->out, "  %s " STR_FMT "\n",
			p->a.n && p->b.n ? "~"
				: p->a.n ? "-"
					 : "+",
			STR_ARG(p->name));
		if (p->a.n && p->b.n)
			fields_compare(&f, p->a, p->b);
	}
	add_rest(g, g->c->n_queues);
}

static bool add_reason(void *ctx, struct str reason, struct str message)
{
	struct page *g = ctx;
	bool cut = g->o->top && message.n > MESSAGE_SHOWN;

	text_addf(g->out, "      %s " STR_FMT ": ", g->mark, STR_ARG(reason));
	if (cut)
		message.n = MESSAGE_SHOWN;
	while (cut && message.n && ((unsigned char)message.p[message.n] & 0xc0) == 0x80)
		message.n--;
	for (size_t i = 0; i < message.n;) { /* a message has several lines */
		struct str rest = {message.p + i, message.n - i};
		const char *end = str_find(rest, '\n');

		rest.n = end ? (size_t)(end - rest.p) : rest.n;
		text_add(g->out, rest);
		text_ours(g->out, end ? " " : "");
		i += rest.n + (end != NULL);
	}
	text_ours(g->out, cut ? "...\n" : "\n");
	return true;
}

static void add_pending(struct page *g)
{
	if (g->c->n_pending)
		add_title(g, "pending");
	for (size_t i = 0; i < g->c->n_pending; i++) {
		const struct told_pair *p = &g->c->pending[i];

		if (!shows(g, i))
			continue;
		text_addf(g->out, "  %s " STR_FMT " (queue " STR_FMT ")\n",
			p->a.n && p->b.n ? "~"
				: p->a.n ? "-"
					 : "+",
			STR_ARG(p->name), STR_ARG(p->queue));
		g->mark = "-";
		reasons_only_in(p->a, p->b, add_reason, g);
		g->mark = "+";
		reasons_only_in(p->b, p->a, add_reason, g);
	}
	add_rest(g, g->c->n_pending);
}

void run_report_text(
	struct text *out, const struct run_comparison *c, const struct report_options *o)
{
	struct page g = {.c = c, .o = o, .out = out};
	size_t from;

	add_sentence(&g);
	from = text_str(out).n;
	add_places(&g, PLACE_LOST, "pods that lost a place");
	add_places(&g, PLACE_GOT, "pods that got a place");
	add_places(&g, PLACE_CHANGED, "pods decided otherwise");
	add_queues(&g);
	add_pending(&g);
	terminal_cut(out, from, o->columns);
	if (g.left_out)
		text_ours(out, "\nmore than is shown: --all\n");
	strbuf_free(&g.value);
}
