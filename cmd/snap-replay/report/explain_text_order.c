/* The place of a pod group in the walks: lines that are equal in several actions stand once. */
#include <stdlib.h>

#include "report/explain_text.h"

enum { CHAPTERS_COMPARED = 64 };

static void behind(struct text *b, const struct comparison *c, const struct job *job)
{
	text_addf(b, "behind " STR_FMT " ", STR_ARG(c->first->key));
	comparison_words(b, c);
	if (c->second != job)
		text_addf(b, ", where " STR_FMT " was first in line", STR_ARG(c->second->key));
}

static void before(struct text *b, const struct comparison *c)
{
	text_addf(b, "before " STR_FMT " ", STR_ARG(c->second->key));
	comparison_words(b, c);
}

static struct order_line *line_of(struct explanation *e, struct str text)
{
	struct order_lines *o = &e->order;

	for (int i = 0; i < o->n; i++)
		if (str_eq(o->items[i].text, text))
			return &o->items[i];
	ARRAY_GROW(o->items, o->n, o->cap);
	o->items[o->n] = (struct order_line){.text = arena_str(&explain_at(e->s)->arena, text)};
	return &o->items[o->n++];
}

/* The lines of a visit, "behind" and "before"; returns how many. */
static int lines_of(struct explanation *e, const struct visit *v, struct order_line *out[2])
{
	struct text b = {0};
	int n = 0;

	if (v->before.known) {
		behind(&b, &v->before, e->u->of->job);
		out[n++] = line_of(e, text_str(&b));
	}
	text_clear(&b);
	if (v->after.known) {
		struct order_line *first = n ? out[0] : NULL, *second;
		int at = first ? (int)(first - e->order.items) : 0;

		before(&b, &v->after);
		second = line_of(e, text_str(&b)); /* may move the lines */
		if (first)
			out[0] = &e->order.items[at];
		out[n++] = second;
	}
	text_free(&b);
	return n;
}

static void note(struct order_line *line, int chapter)
{
	line->chapters |= UINT64_C(1) << chapter;
	line->visits++;
}

void order_collect(struct explanation *e)
{
	const struct explained *of = e->u->of;
	struct order_line *lines[2];

	for (int i = 0; i < of->n_chapters && i < CHAPTERS_COMPARED && !in_full(e); i++)
		for (int k = 0; k < of->chapters[i].n_visits; k++) {
			if (!visit_shown(e, &of->chapters[i], k))
				continue;
			for (int n = lines_of(e, of->chapters[i].visits[k], lines); n > 0; n--)
				note(lines[n - 1], i);
		}
}

static bool shared(const struct order_line *line)
{
	return line->visits > 1;
}

/* Each chapter with a visit is among them. */
static bool everywhere(const struct explanation *e, uint64_t chapters)
{
	const struct explained *of = e->u->of;

	for (int i = 0; i < of->n_chapters; i++)
		if (of->chapters[i].n_visits && (i >= CHAPTERS_COMPARED || !(chapters >> i & 1)))
			return false;
	return true;
}

static void shared_head(struct explanation *e, uint64_t chapters)
{
	const char *separator = "  order in ";

	if (everywhere(e, chapters)) {
		text_ours(e->b, "  order everywhere: ");
		return;
	}
	for (int i = 0; i < CHAPTERS_COMPARED; i++)
		if (chapters >> i & 1) {
			text_addf(e->b, "%s%s", separator, e->u->of->chapters[i].action);
			separator = ", ";
		}
	text_ours(e->b, ": ");
}

void order_shared(struct explanation *e)
{
	const struct order_lines *o = &e->order;

	for (int i = 0; i < o->n; i++) {
		bool done = !shared(&o->items[i]);

		for (int k = 0; k < i; k++)
			done |= o->items[k].chapters == o->items[i].chapters;
		if (done)
			continue;
		shared_head(e, o->items[i].chapters);
		for (int k = i; k < o->n; k++)
			if (o->items[k].chapters == o->items[i].chapters) {
				text_ours(e->b, k > i ? "    " : "");
				text_add(e->b, o->items[k].text);
				text_ours(e->b, "\n");
			}
	}
}

void order_own(struct explanation *e, const struct visit *v)
{
	struct order_line *lines[2];
	int n = lines_of(e, v, lines);

	for (int i = 0; i < n; i++)
		if (!shared(lines[i])) {
			text_ours(e->b, "    ");
			text_add(e->b, lines[i]->text);
			text_ours(e->b, "\n");
		}
	if (in_full(e))
		e->order.n = 0; /* nothing is shared: no line is looked for again */
}

void order_free(struct explanation *e)
{
	free(e->order.items);
}
