/* The page's tables of queues, before and after the cycle. */
#include <stdlib.h>

#include "common/mem.h"
#include "common/terminal.h"
#include "report/event_writer.h"
#include "report/table.h"

enum { NAMED = 3, DEPTH_SHOWN = 20 }; /* deeper trees come from hostile files only */

struct resource {
	enum section_name section;
	int slot;
	double unit;
};
static const struct resource resources[] = {{SECTION_GPUS, SLOT_GPU, 1},
	{SECTION_CPUS, SLOT_CPU, 1000}, {SECTION_MEMORY, SLOT_MEMORY, 1e9}};

struct line { /* a queue and its figures of one resource, in the resource's unit; -1: unlimited */
	const struct queue *queue;
	bool known; /* the figures; without the plugin proportion there is only the quota */
	double quota, share, limit, before, after, requested;
};
struct lines {
	struct line *items;
	int n;
	enum queue_sort sort;
};

static double scaled(double v, double unit)
{
	return v == -1 ? -1 : v / unit;
}

/* How much is allocated beyond the fair share; 0: nothing. */
static double over(const struct line *l, double allocated)
{
	double most = l->share + 1e-6;

	return l->known && l->share != -1 && allocated > most ? allocated - l->share : 0;
}

static struct line line_of(
	struct events *ev, struct session *s, const struct queue *q, const struct resource *r)
{
	struct line l = {.queue = q,
		.quota = scaled(q->quota[r->slot], r->unit),
		.limit = scaled(q->limit[r->slot], r->unit)};
	struct queue_figures f;

	l.known = session_queue_figures(s, q, &f);
	if (!l.known)
		return l;
	l.quota = scaled(f.deserved[r->slot], r->unit);
	l.share = scaled(f.fair_share[r->slot], r->unit);
	l.after = f.allocated[r->slot] / r->unit;
	l.before =
		ev->allocated_before ? ev->allocated_before[q->index][r->slot] / r->unit : l.after;
	l.requested = f.requested[r->slot] / r->unit;
	return l;
}

/* ---- order ---- */

static int by_name(const void *a, const void *b)
{
	const struct queue *const *l = a, *const *r = b;

	return str_cmp((*l)->name, (*r)->name);
}

static void add_tree(struct events *ev, struct session *s, struct queue *const *queues, int n,
	const struct resource *r, struct lines *out)
{
	struct queue **sorted = xmalloc(((size_t)n + 1) * sizeof *sorted);

	for (int i = 0; i < n; i++)
		sorted[i] = queues[i];
	qsort(sorted, (size_t)n, sizeof *sorted, by_name);
	for (int i = 0; i < n; i++) {
		if (filter_queue(ev, sorted[i]))
			out->items[out->n++] = line_of(ev, s, sorted[i], r);
		add_tree(ev, s, sorted[i]->children, sorted[i]->n_children, r, out);
	}
	free(sorted);
}

static double key_of(const struct line *l, enum queue_sort sort)
{
	switch (sort) {
	case SORT_ALLOCATED: return l->before;
	case SORT_OVER: return over(l, l->before);
	case SORT_REQUESTED: return l->requested;
	default: return 0;
	}
}

/* The greatest first; qsort has no context, so one function for each key. */
static int descending(const void *a, const void *b, enum queue_sort sort)
{
	double l = key_of(a, sort), r = key_of(b, sort);

	return l > r    ? -1
		: l < r ? 1
			: str_cmp(((const struct line *)a)->queue->name,
				  ((const struct line *)b)->queue->name);
}
#define SORT_COMPARE(NAME, word) \
	static int by_##word(const void *a, const void *b) \
	{ \
		return descending(a, b, SORT_##NAME); \
	}
SORT_WORDS(SORT_COMPARE)

static void sort_lines(struct lines *l)
{
#define SORT_FUNCTION(NAME, word) [SORT_##NAME] = by_##word,
	static int (*const compare[])(const void *, const void *) = {SORT_WORDS(SORT_FUNCTION)};

	if (l->sort != SORT_TREE)
		qsort(l->items, (size_t)l->n, sizeof *l->items, compare[l->sort]);
}

/* ---- figures ---- */

/* The number as the scheduler's messages have it; "-": unlimited. */
static void number(struct strbuf *b, double v)
{
	if (v == -1)
		strbuf_addz(b, "-");
	else
		fit_human(b, v, 1);
}

static void column(struct text *t, double v)
{
	number(text_numbers(t), v);
	text_ours(t, CELL_RIGHT);
}

/* "before → after", or one of them where they are equal. */
static void change_column(struct text *t, double before, double after)
{
	number(text_numbers(t), before);
	if (before != after) {
		text_ours(t, " → ");
		number(text_numbers(t), after);
	}
	text_ours(t, CELL_RIGHT);
}

static void excess(struct strbuf *b, double v)
{
	strbuf_addz(b, v > 0 ? "+" : "");
	number(b, v);
}

/* "+4 → +3"; empty if it is never over. */
static void over_share(struct events *ev, struct text *t, const struct line *l)
{
	double before = over(l, l->before), after = over(l, l->after);

	if (before == 0 && after == 0)
		return;
	text_colour(t, COLOUR_DOUBT, ev->options.colour);
	excess(text_numbers(t), before);
	if (before != after) {
		text_ours(t, " → ");
		excess(text_numbers(t), after);
	}
	text_colour_end(t, ev->options.colour);
}

/* ---- rows ---- */

/* The line below the answer: which queues are over their fair share, the greatest first. Their rows
 * may be left out. */
static void answer_over(struct events *ev, const struct lines *all)
{
	struct text *t = &ev->page.answer;
	struct lines l = {.sort = SORT_OVER};

	l.items = xmalloc(((size_t)all->n + 1) * sizeof *l.items);
	for (int i = 0; i < all->n; i++)
		if (over(&all->items[i], all->items[i].before) > 0 ||
			over(&all->items[i], all->items[i].after) > 0)
			l.items[l.n++] = all->items[i];
	sort_lines(&l);
	for (int i = 0; i < l.n && i < NAMED; i++) {
		struct str name = shown_key(ev, l.items[i].queue->label);

		text_addf(t, "%s" STR_FMT " ",
			i ? ", " : "over the fair share, in GPUs: ", STR_ARG(name));
		over_share(ev, t, &l.items[i]);
	}
	if (l.n > NAMED)
		text_addf(t, ", and %d more queue%s", l.n - NAMED, plural_s(l.n - NAMED));
	text_ours(t, l.n ? "\n" : "");
	free(l.items);
}

static void row(struct events *ev, const struct resource *r, const struct line *l, bool limits,
	enum queue_sort sort)
{
	struct text *t = &ev->page.sections[r->section].rows;
	struct str name = shown_key(ev, l->queue->label);
	int depth = l->queue->depth < DEPTH_SHOWN ? l->queue->depth : DEPTH_SHOWN,
	    indent = sort == SORT_TREE ? 2 * depth : 0;

	text_addf(t, "  %*s" STR_FMT CELL_LEFT, indent, "", STR_ARG(name));
	column(t, l->quota);
	if (l->known)
		column(t, l->share);
	if (limits)
		column(t, l->limit);
	if (l->known) {
		column(t, l->requested);
		change_column(t, l->before, l->after);
		over_share(ev, t, l);
	}
	text_ours(t, "\n");
	page_row(&ev->page, r->section);
}

static bool has_limit(const struct line *l)
{
	return l->limit != -1;
}

static void table(struct events *ev, struct session *s, const struct resource *r)
{
	struct lines l = {.sort = ev->options.sort};
	struct queue **tops = xmalloc(((size_t)s->c->n_queues + 1) * sizeof *tops);
	struct text *head;
	bool limits = false;
	int n = 0;

	l.items = xmalloc(((size_t)s->c->n_queues + 1) * sizeof *l.items);
	for (int i = 0; i < s->c->n_queues; i++)
		if (!s->c->queues[i]->parent)
			tops[n++] = s->c->queues[i];
	add_tree(ev, s, tops, n, r, &l);
	sort_lines(&l);
	for (int i = 0; i < l.n; i++)
		limits |= has_limit(&l.items[i]);
	head = &ev->page.sections[r->section].head;
	text_ours(head, "  QUEUE" CELL_LEFT "QUOTA" CELL_RIGHT "FAIR SHARE" CELL_RIGHT);
	text_ours(head, limits ? "LIMIT" CELL_RIGHT : "");
	text_ours(head, "REQUESTED" CELL_RIGHT "ALLOCATED" CELL_RIGHT "OVER FAIR SHARE\n");
	for (int i = 0; i < l.n; i++)
		if (r->slot == SLOT_GPU || has_limit(&l.items[i]) || l.items[i].quota > 0)
			row(ev, r, &l.items[i], limits, l.sort);
	if (r->slot == SLOT_GPU)
		answer_over(ev, &l);
	free(tops);
	free(l.items);
}

void text_queues(struct events *ev, struct session *s)
{
	for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
		table(ev, s, &resources[i]);
}
