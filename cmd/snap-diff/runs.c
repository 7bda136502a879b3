#include "runs.h"
#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"
#include "fields.h"
#include "reasons.h"

#define PLACE_NAME(NAME, name) #name,
const char *const place_names[PLACE_COUNT] = {PLACES(PLACE_NAME)};

/* ---- reading ---- */

struct reading {
	struct run *run;
	struct json *r;
	struct str line;
};

/* The members of this event that are texts. */
static void read_told(struct reading *g, struct str name_key, struct told *t)
{
	struct str key, text;

	*t = (struct told){.name = {"", 0}, .queue = {"", 0}, .raw = g->line};
	json_enter(g->r);
	while (json_key(g->r, &key)) {
		struct str *to = str_eq(key, name_key) ? &t->name
			: str_eq(key, STR("queue"))    ? &t->queue
						       : NULL;

		if (!to || json_peek(g->r) != JSON_STRING)
			json_skip(g->r);
		else if (json_string(g->r, &text))
			*to = arena_str(&g->run->arena, text);
	}
}

static void read_event(struct reading *g)
{
	static const struct str queue = STR_INIT("{\"event\":\"queue\""),
				pending = STR_INIT("{\"event\":\"pending\"");
#define DECISION_START(NAME, name) STR_INIT("{\"event\":\"" #name "\""),
	static const struct str decisions[DECISION_COUNT] = {DECISION_KINDS(DECISION_START)};
	struct run *r = g->run;

	for (int i = 0; i < DECISION_COUNT; i++)
		if (str_starts(g->line, decisions[i])) {
			outcome_add(&r->outcome, (enum decision_kind)i, g->r);
			return;
		}
	if (str_starts(g->line, queue)) {
		ARRAY_GROW(r->queues, r->n_queues, r->cap_queues);
		read_told(g, STR("queue"), &r->queues[r->n_queues++]);
	} else if (str_starts(g->line, pending)) {
		ARRAY_GROW(r->pending, r->n_pending, r->cap_pending);
		read_told(g, STR("podGroup"), &r->pending[r->n_pending++]);
	} else {
		json_skip(g->r);
	}
}

static bool read_line(struct run *r, struct str line, long number, struct error *e)
{
	struct reading g = {r, json_over_memory(line.p, line.n), line};
	struct error why = {0};

	read_event(&g);
	json_finish(g.r);
	if (json_failed(g.r))
		json_error(g.r, &why);
	json_free(g.r);
	if (!why.status)
		return true;
	error_set(e, why.status, why.what, "in line %ld: %s", number, why.why);
	error_hint(e, "lines as snap-replay --format json writes them are wanted");
	return false;
}

/* Equal names stay in their order: addresses have it. */
static int by_name(const void *x, const void *y)
{
	const struct told *a = x, *b = y;
	int order = str_cmp(a->name, b->name);

	return order ? order : (a->raw.p > b->raw.p) - (a->raw.p < b->raw.p);
}

static void sort(struct told *all, size_t *n)
{
	size_t kept = 0;

	if (*n)
		qsort(all, *n, sizeof *all, by_name);
	for (size_t i = 0; i < *n; i++) {
		kept -= kept && str_eq(all[kept - 1].name, all[i].name);
		all[kept++] = all[i];
	}
	*n = kept;
}

bool run_read(struct run *r, struct str text, struct error *e)
{
	bool good = true;

	for (long number = 1; good && text.n; number++) {
		const char *end = str_find(text, '\n');
		struct str line = {text.p, end ? (size_t)(end - text.p) : text.n};
		size_t used = line.n + (end != NULL);

		good = !line.n || read_line(r, line, number, e);
		text = (struct str){text.p + used, text.n - used};
	}
	outcome_sort(&r->outcome);
	sort(r->queues, &r->n_queues);
	sort(r->pending, &r->n_pending);
	return good;
}

void run_free(struct run *r)
{
	outcome_free(&r->outcome);
	free(r->queues);
	free(r->pending);
	arena_free(&r->arena);
}

/* ---- comparison ---- */

static bool is_placed(const struct decision *d)
{
	return d && d->kind != DECISION_EVICT;
}

/* A pod of which nothing is decided stays what it is: better than to be evicted, worse than to get
 * a place. */
enum place place_of(const struct pod_row *row)
{
	const struct decision *a = row->last[0], *b = row->last[1];
	int before = is_placed(a) ? 2 : !a, after = is_placed(b) ? 2 : !b;

	return after > before ? PLACE_GOT : after < before ? PLACE_LOST : PLACE_CHANGED;
}

typedef bool pair_differs(struct str a, struct str b);

static bool queues_differ(struct str a, struct str b)
{
	return fields_verdict(true, a, b) == FIELDS_DIFFER;
}

/* Both are by name. The caller frees the pairs. */
static struct told_pair *pair_up(const struct told *a, size_t n_a, const struct told *b, size_t n_b,
	pair_differs *differs, size_t *n)
{
	struct told_pair *pairs = xcalloc(n_a + n_b + 1, sizeof *pairs);

	*n = 0;
	for (size_t i = 0, k = 0; i < n_a || k < n_b;) {
		int order = i == n_a ? 1 : k == n_b ? -1 : str_cmp(a[i].name, b[k].name);
		const struct told *one = order <= 0 ? &a[i] : &b[k];
		struct told_pair *p = &pairs[*n];

		*p = (struct told_pair){.name = one->name,
			.queue = one->queue,
			.a = order <= 0 ? a[i].raw : STR(""),
			.b = order >= 0 ? b[k].raw : STR("")};
		*n += !p->a.n || !p->b.n || differs(p->a, p->b);
		i += order <= 0;
		k += order >= 0;
	}
	return pairs;
}

void runs_compare(struct run_comparison *c, const struct run runs[2])
{
	const struct outcome outcomes[] = {runs[0].outcome, runs[1].outcome};

	c->runs = runs;
	pods_compare(&c->pods, outcomes, 2);
	pods_by_place(&c->pods);
	for (size_t i = 0; i < c->pods.n; i++)
		c->places[place_of(&c->pods.all[i])]++;
	c->queues = pair_up(runs[0].queues, runs[0].n_queues, runs[1].queues, runs[1].n_queues,
		queues_differ, &c->n_queues);
	c->pending = pair_up(runs[0].pending, runs[0].n_pending, runs[1].pending, runs[1].n_pending,
		reasons_differ, &c->n_pending);
	for (size_t i = 0; i < c->n_pending; i++) {
		c->came += !c->pending[i].a.n;
		c->went += !c->pending[i].b.n;
	}
	c->equal = !c->pods.n && !c->n_queues && !c->n_pending;
}

void run_comparison_free(struct run_comparison *c)
{
	pods_free(&c->pods);
	free(c->queues);
	free(c->pending);
}
