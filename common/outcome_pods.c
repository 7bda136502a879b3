#include "common/outcome_pods.h"
#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"

/* The decisions of an outcome by their pods; at: the first one that is not compared yet. */
struct side {
	const struct decision **all;
	size_t n, at;
	struct strbuf text; /* of the present pod */
	const struct decision *last;
};

static int by_pod(const void *a, const void *b)
{
	const struct decision *x = *(const struct decision *const *)a,
			      *y = *(const struct decision *const *)b;
	int order = str_cmp(x->pod, y->pod);

	return order ? order : str_cmp(x->line, y->line);
}

static void side_open(struct side *s, const struct outcome *o)
{
	s->n = o->n;
	s->all = xcalloc(o->n + 1, sizeof *s->all);
	for (size_t i = 0; i < o->n; i++)
		s->all[i] = &o->all[i];
	qsort(s->all, s->n, sizeof *s->all, by_pod);
}

/* The first pod that is not compared yet. False: there is none. */
static bool next_pod(const struct side *sides, size_t n, struct str *pod)
{
	bool any = false;

	for (const struct side *s = sides; s < sides + n; s++)
		if (s->at < s->n && (!any || str_cmp(s->all[s->at]->pod, *pod) < 0)) {
			*pod = s->all[s->at]->pod;
			any = true;
		}
	return any;
}

/* Sets the text of a pod, and lowers *place to its first decision. */
static void side_take(struct side *s, struct str pod, size_t *place)
{
	strbuf_clear(&s->text);
	s->last = NULL;
	for (; s->at < s->n && str_eq(s->all[s->at]->pod, pod); s->at++) {
		const struct decision *d = s->all[s->at];

		strbuf_addz(&s->text, s->text.len ? "; " : "");
		strbuf_addf(&s->text, "%s%s", decision_names[d->kind], d->node.n ? " " : "");
		strbuf_addstr(&s->text, d->node);
		strbuf_addz(&s->text, " (");
		strbuf_addstr(&s->text, d->action);
		strbuf_addz(&s->text, ")");
		if (d->place < *place)
			*place = d->place;
		if (!s->last || d->place > s->last->place)
			s->last = d;
	}
}

static void keep(struct pods *p, struct str pod, size_t place, const struct side *sides, size_t n)
{
	struct pod_row row = {pod, place, ARENA_ARRAY(&p->arena, n, const struct decision *),
		ARENA_ARRAY(&p->arena, n, struct str)};

	for (size_t k = 0; k < n; k++) {
		row.last[k] = sides[k].last;
		row.texts[k] = arena_str(&p->arena, strbuf_str(&sides[k].text));
	}
	ARRAY_GROW(p->all, p->n, p->cap);
	p->all[p->n++] = row;
}

void pods_compare(struct pods *p, const struct outcome *outcomes, size_t n)
{
	struct side *sides = xcalloc(n, sizeof *sides);
	struct str pod = {0};

	for (size_t k = 0; k < n; k++)
		side_open(&sides[k], &outcomes[k]);
	while (next_pod(sides, n, &pod)) {
		size_t place = SIZE_MAX;
		bool same = true;

		for (size_t k = 0; k < n; k++) {
			side_take(&sides[k], pod, &place);
			same = same &&
				str_eq(strbuf_str(&sides[k].text), strbuf_str(&sides[0].text));
		}
		if (!same)
			keep(p, pod, place, sides, n);
	}
	for (size_t k = 0; k < n; k++) {
		free(sides[k].all);
		strbuf_free(&sides[k].text);
	}
	free(sides);
}

static int in_sequence(const void *a, const void *b)
{
	const struct pod_row *x = a, *y = b;

	return x->place != y->place ? (x->place > y->place) - (x->place < y->place)
				    : str_cmp(x->pod, y->pod);
}

void pods_by_place(struct pods *p)
{
	if (p->n)
		qsort(p->all, p->n, sizeof *p->all, in_sequence);
}

void pods_free(struct pods *p)
{
	free(p->all);
	arena_free(&p->arena);
}
