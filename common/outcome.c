#include "common/outcome.h"
#include <stdlib.h>
#include "common/grow.h"
#include "common/output.h"
#include "common/text.h"
#include "common/event_file.h"

static void add(struct outcome *o, struct decision d)
{
	struct strbuf line = {0};

	decision_line(&line, d.action, d.kind, d.pod, d.node);
	d.line = arena_str(&o->arena, strbuf_str(&line));
	d.place = o->n;
	ARRAY_GROW(o->all, o->n, o->cap);
	o->all[o->n++] = d;
	strbuf_free(&line);
}

void outcome_add(struct outcome *o, enum decision_kind kind, struct json *r)
{
	struct decision d = {.kind = kind};
	struct str key, text;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		struct str *to = str_eq(key, STR("action"))                 ? &d.action
			: str_eq(key, STR("pod"))                           ? &d.pod
			: str_eq(key, STR("node")) && kind == DECISION_BIND ? &d.node
									    : NULL;

		if (!to)
			json_skip(r);
		else if (json_string(r, &text))
			*to = arena_str(&o->arena, text);
	}
	add(o, d);
}

#define READ_KIND(NAME, name) \
	static void read_##name(struct json *r, void *o) \
	{ \
		outcome_add(o, DECISION_##NAME, r); \
	}
DECISION_KINDS(READ_KIND)

static int by_line(const void *a, const void *b)
{
	const struct decision *x = a, *y = b;
	int order = str_cmp(x->line, y->line);

	return order ? order : (x->place > y->place) - (x->place < y->place);
}

void outcome_sort(struct outcome *o)
{
	if (o->n)
		qsort(o->all, o->n, sizeof *o->all, by_line);
}

void outcome_read(struct outcome *o, const char *events_path)
{
#define READER(NAME, name) {EVENT(#name), read_##name},
	const struct event_reader readers[] = {DECISION_KINDS(READER)};

	events_read(events_path, readers, sizeof readers / sizeof *readers, o);
	outcome_sort(o);
}

/* Escaped, but for its tabs: a name with a newline stays in its line. */
static void add_line(struct text *out, const struct decision *d)
{
	text_add(out, d->action);
	text_addf(out, "\t%s\t", decision_names[d->kind]);
	text_add(out, d->pod);
	text_ours(out, "\t");
	text_add(out, d->node);
	text_ours(out, "\n");
}

bool outcome_write(const struct outcome *o, const char *path, struct error *e)
{
	struct output *out = output_open(path, e);
	struct text line = {0};
	bool ok = out != NULL;

	for (size_t i = 0; ok && i < o->n; i++) {
		text_clear(&line);
		add_line(&line, &o->all[i]);
		ok = output_write(out, text_str(&line).p, text_str(&line).n, e);
	}
	text_free(&line);
	if (ok)
		return output_commit(out, e);
	if (out)
		output_abort(out);
	return false;
}

void outcome_free(struct outcome *o)
{
	free(o->all);
	arena_free(&o->arena);
}

/* Decisions that only one of two outcomes has. */
struct changes {
	size_t more[DECISION_COUNT], fewer[DECISION_COUNT];
	const struct decision *first; /* in the sequence of its run */
};

static void count(struct changes *c, size_t *n, const struct decision *d)
{
	n[d->kind]++;
	if (!c->first || d->place < c->first->place)
		c->first = d;
}

/* Both are sorted. A decision that a run took twice is there twice. */
static void find_changes(const struct outcome *a, const struct outcome *b, struct changes *c)
{
	for (size_t i = 0, k = 0; i < a->n || k < b->n;) {
		int order = i == a->n ? 1
			: k == b->n   ? -1
				      : str_cmp(a->all[i].line, b->all[k].line);

		if (order < 0)
			count(c, c->fewer, &a->all[i]);
		else if (order > 0)
			count(c, c->more, &b->all[k]);
		i += order <= 0;
		k += order >= 0;
	}
}

void outcome_changes(const struct outcome *first, const struct outcome *other, struct strbuf *out)
{
	static const char *const nouns[] = {[DECISION_BIND] = "bind",
		[DECISION_PIPELINE] = "pipeline",
		[DECISION_EVICT] = "eviction"};
	struct changes c = {0};

	find_changes(first, other, &c);
	if (!c.first)
		return;
	for (int kind = 0; kind < DECISION_COUNT; kind++) {
		size_t more = c.more[kind], fewer = c.fewer[kind];

		if (more)
			strbuf_addf(out, "+%zu %s%s", more, nouns[kind], plural_s((long long)more));
		if (more && fewer)
			strbuf_addf(out, " -%zu", fewer);
		else if (fewer)
			strbuf_addf(
				out, "-%zu %s%s", fewer, nouns[kind], plural_s((long long)fewer));
		if (more || fewer)
			strbuf_addz(out, ", ");
	}
	strbuf_addz(out, "first: ");
	strbuf_addstr(out, c.first->pod);
}
