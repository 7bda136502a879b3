#include "report.h"
#include <string.h>
#include "common/terminal.h"
#include "fields.h"
#include "queues.h"

enum { VALUE_SHOWN = 60, FIELDS_SHOWN = 8, NAME_SHOWN = 40 };

struct writing {
	const struct comparison *c;
	const struct report_options *o;
	struct text *out;
	struct queues queues;
	struct strbuf value;
	size_t n_fields; /* of the object */
	size_t left_out; /* objects and fields that are not shown */
};

/* ---- the sentence ---- */

/* What is said of a change behind its number. */
static const char *const words[CHANGE_COUNT] = {
	"new", "gone", "re-created", "changed", "with noise only", "the same"};

/* "pods: 3 new, 1 gone" */
static void add_list_words(struct writing *g, const struct match *m, const char **comma)
{
	const char *between = " ";

	for (int k = 0; k < CHANGE_NOISE; k++) {
		if (!m->counts[k])
			continue;
		if (*between == ' ')
			text_addf(g->out, "%s" STR_FMT, *comma, STR_ARG(m->key));
		text_addf(g->out, "%s", between);
		text_add_number(g->out, (long long)m->counts[k]);
		text_addf(g->out, " %s", words[k]);
		between = ", ";
		*comma = "; ";
	}
	if (m->differs) {
		text_addf(g->out, "%s" STR_FMT " is no list", *comma, STR_ARG(m->key));
		*comma = "; ";
	}
}

static size_t noisy(const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_lists; i++)
		n += c->lists[i].counts[CHANGE_NOISE];
	return n;
}

static void add_difference(struct writing *g)
{
	const char *comma = "";

	text_ours(g->out, "different: ");
	for (size_t i = 0; i < g->c->n_parts; i++)
		if (g->c->parts[i].differs) {
			text_addf(g->out, "%s" STR_FMT, comma, STR_ARG(g->c->parts[i].key));
			comma = "; ";
		}
	for (size_t i = 0; i < g->c->n_lists; i++)
		add_list_words(g, &g->c->lists[i], &comma);
	text_ours(g->out, "\n");
}

static void add_age(struct writing *g)
{
	const struct side *s = g->c->sides;
	int64_t ns = instant_diff(s[1].captured, s[0].captured);

	if (instant_is_zero(s[0].captured) || instant_is_zero(s[1].captured) || ns == 0)
		return;
	text_ours(g->out, "B was captured ");
	duration_format(text_numbers(g->out), ns < 0 ? -ns : ns);
	text_ours(g->out, ns < 0 ? " before A\n" : " after A\n");
}

static void add_sentence(struct writing *g)
{
	size_t from = text_str(g->out).n, noise = noisy(g->c);

	text_colour(g->out, g->c->equal ? COLOUR_GOOD : COLOUR_DOUBT, g->o->colour);
	if (g->c->equal)
		text_ours(g->out, "no difference\n");
	else
		add_difference(g);
	text_colour_end(g->out, g->o->colour);
	terminal_wrap(g->out, from, g->o->columns ? g->o->columns : 80, 2);
	if (noise) {
		text_add_count(g->out, (long long)noise, "object");
		text_addf(g->out, " differ%s in noise only: --noise shows it\n",
			noise == 1 ? "s" : "");
	}
	add_age(g);
}

/* ---- tables ---- */

static bool any_change(const size_t *counts)
{
	for (int k = 0; k < CHANGE_SAME; k++)
		if (counts[k])
			return true;
	return false;
}

static void add_head(struct writing *g, const char *title, size_t width)
{
	text_ours(g->out, "\n");
	text_colour(g->out, COLOUR_TITLE, g->o->colour);
	text_addf(g->out, "%-*s %9s %9s %9s %9s %10s %9s %9s\n", (int)width, title, "A", "B", "new",
		"gone", "re-created", "changed", "noise");
	text_colour_end(g->out, g->o->colour);
}

static void add_row(struct writing *g, struct str name, size_t width, size_t n_a, size_t n_b,
	const size_t *counts)
{
	text_addf(g->out, "%-*.*s %9zu %9zu %9zu %9zu %10zu %9zu %9zu\n", (int)width, STR_ARG(name),
		n_a, n_b, counts[CHANGE_NEW], counts[CHANGE_GONE], counts[CHANGE_RECREATED],
		counts[CHANGE_CHANGED], counts[CHANGE_NOISE]);
}

static size_t wider(size_t width, struct str name)
{
	size_t own = text_width_safe(name);

	return own > width ? own < NAME_SHOWN ? own : NAME_SHOWN : width;
}

static void add_kinds(struct writing *g)
{
	size_t width = 5, from = text_str(g->out).n;
	bool any = false;

	for (size_t i = 0; i < g->c->n_lists; i++) {
		any = any || any_change(g->c->lists[i].counts);
		width = wider(width, g->c->lists[i].key);
	}
	if (!any)
		return;
	add_head(g, "kind", width);
	for (size_t i = 0; i < g->c->n_lists; i++) {
		const struct match *m = &g->c->lists[i];

		if (any_change(m->counts))
			add_row(g, m->key, width, m->n_a, m->n_b, m->counts);
	}
	terminal_cut(g->out, from, g->o->columns);
}

static void add_queue_table(struct writing *g, const char *title, bool groups)
{
	size_t width = strlen(title), shown = 0, left = 0, from = text_str(g->out).n;

	for (size_t i = 0; i < g->queues.n; i++)
		width = wider(width, g->queues.rows[i]->name);
	for (size_t i = 0; i < g->queues.n; i++) {
		const struct queue_row *row = g->queues.rows[i];
		const struct queue_count *q = groups ? &row->groups : &row->pods;

		if (!any_change(q->counts))
			continue;
		if (g->o->top && shown >= g->o->top) {
			left++;
			continue;
		}
		if (!shown++)
			add_head(g, title, width);
		add_row(g, row->name.n ? row->name : STR("(none)"), width, q->n_a, q->n_b,
			q->counts);
	}
	if (left)
		text_addf(g->out, "... and %zu more queues\n", left);
	g->left_out += left;
	terminal_cut(g->out, from, g->o->columns);
}

/* ---- objects ---- */

/* All of it, or its beginning. */
static void add_value(struct writing *g, const struct value *v)
{
	strbuf_clear(&g->value);
	value_write(&g->value, v);
	struct str json = strbuf_str(&g->value);
	bool cut = g->o->top && json.n > VALUE_SHOWN;

	if (cut)
		json.n = VALUE_SHOWN;
	while (cut && json.n && ((unsigned char)json.p[json.n] & 0xc0) == 0x80)
		json.n--; /* the middle of a character */
	text_add(g->out, json);
	text_ours(g->out, cut ? "..." : "");
}

static bool add_field(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	struct writing *g = ctx;

	if (g->o->top && g->n_fields++ >= FIELDS_SHOWN)
		return true;
	text_ours(g->out, a && b ? "      ~ " : a ? "      - " : "      + ");
	text_add(g->out, path.n ? path : STR("all"));
	text_ours(g->out, ": ");
	add_value(g, a ? a : b);
	if (a && b) {
		text_ours(g->out, " -> ");
		add_value(g, b);
	}
	text_ours(g->out, "\n");
	return true;
}

static void add_fields(struct writing *g, struct str a, struct str b)
{
	const struct fields f = {g->o->noise, add_field, g};

	g->n_fields = 0;
	fields_compare(&f, a, b);
	if (g->o->top && g->n_fields > FIELDS_SHOWN) {
		text_addf(g->out, "      ... and %zu more\n", g->n_fields - FIELDS_SHOWN);
		g->left_out += g->n_fields - FIELDS_SHOWN;
	}
}

static void add_object(struct writing *g, const struct match *m, const struct pair *p)
{
	static const char *const marks[CHANGE_COUNT] = {"+", "-", "!", "~", " ", " "};
	const struct object *o = p->b ? p->b : p->a;
	struct str queue = queue_of(&g->queues, m->kind, p);

	text_addf(g->out, "  %s " STR_FMT "%s" STR_FMT, marks[p->change], STR_ARG(o->ns),
		o->ns.n ? "/" : "", STR_ARG(o->name));
	if (!o->name.n)
		text_ours(g->out, "(no name)");
	if (p->change == CHANGE_RECREATED)
		text_ours(g->out, " re-created");
	if (queue.n)
		text_addf(g->out, " (queue " STR_FMT ")", STR_ARG(queue));
	text_ours(g->out, "\n");
	if (p->a && p->b)
		add_fields(g, p->a->raw, p->b->raw);
}

static void add_title(struct writing *g, struct str title)
{
	text_ours(g->out, "\n");
	text_colour(g->out, COLOUR_TITLE, g->o->colour);
	text_add(g->out, title);
	text_colour_end(g->out, g->o->colour);
	text_ours(g->out, "\n");
}

static void add_objects(struct writing *g, const struct match *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (!change_counts(m->pairs[i].change))
			continue;
		if (!n)
			add_title(g, m->key);
		if (!g->o->top || n < g->o->top)
			add_object(g, m, &m->pairs[i]);
		n++;
	}
	if (g->o->top && n > g->o->top) {
		text_addf(g->out, "  ... and %zu more\n", n - g->o->top);
		g->left_out += n - g->o->top;
	}
}

void report_text(struct text *out, const struct comparison *c, const struct report_options *o)
{
	struct writing g = {.c = c, .o = o, .out = out};

	queues_count(&g.queues, c);
	add_sentence(&g);
	add_kinds(&g);
	add_queue_table(&g, "podGroups by queue", true);
	add_queue_table(&g, "pods by queue", false);
	size_t from = text_str(out).n;
	for (size_t i = 0; i < c->n_parts; i++)
		if (c->parts[i].differs) {
			add_title(&g, c->parts[i].key);
			add_fields(&g, c->parts[i].a, c->parts[i].b);
		}
	for (size_t i = 0; i < c->n_lists; i++)
		add_objects(&g, &c->lists[i]);
	terminal_cut(out, from, o->columns);
	if (g.left_out)
		text_ours(out, "\nmore than is shown: --all\n");
	queues_free(&g.queues);
	strbuf_free(&g.value);
}
