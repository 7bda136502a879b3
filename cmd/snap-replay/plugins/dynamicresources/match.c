#include "plugins/dynamicresources/match.h"

#include <stdarg.h>
#include <stdlib.h>

#include "common/mem.h"
#include "plugins/dynamicresources/judge.h"
#include "session/plugin.h"

/* Answers that are kept for all lists together, in bytes. */
enum { ANSWERS_KEPT = 1 << 26 };

void matcher_open(struct matcher *m, struct session *s, const struct inventory *v)
{
	m->session = s;
	m->inventory = v;
	m->limit = 8 + ANSWERS_KEPT / (v->n_offers + 1024);
	for (int i = s->c->objects->device_classes.n - 1; i >= 0; i--) {
		struct device_class *class = s->c->objects->device_classes.items[i];

		map_put(&m->classes, class->meta.name, NULL)->value = class;
	}
	m->kept = ARENA_ARRAY(&s->arena, (size_t)m->limit, struct selector_list *);
}

void matcher_free(struct matcher *m)
{
	for (int i = 0; i < m->n_kept; i++)
		free(m->kept[i]->answers);
	map_free(&m->classes);
	map_free(&m->lists);
	map_free(&m->programs);
	arena_free(&m->scratch);
}

/* ---- lists ---- */

struct selector_list *selector_list_of(
	struct matcher *m, const struct device_class *class, const struct device_selectors *own)
{
	struct strbuf key = {0};
	struct selector_list *l;
	struct map_entry *e;
	bool fresh;

	strbuf_add(&key, &class, sizeof class);
	for (int i = 0; own && i < own->n; i++) /* interned */
		strbuf_add(&key, &own->items[i].expression.p, sizeof(const char *));
	e = map_put(&m->lists, strbuf_str(&key), &fresh);
	if (fresh) {
		e->key = arena_str(&m->session->arena, e->key);
		e->value = l = ARENA_NEW(&m->session->arena, struct selector_list);
		l->class = class;
		l->own = own;
	}
	strbuf_free(&key);
	return e->value;
}

static void keep_answers(struct matcher *m, struct selector_list *l)
{
	struct selector_list **place;

	if (m->n_kept < m->limit) {
		place = &m->kept[m->n_kept++];
		l->answers = xcalloc((size_t)m->inventory->n_offers + 1, 1);
	} else { /* the oldest answers are forgotten */
		place = &m->kept[m->next];
		m->next = (m->next + 1) % m->limit;
		l->answers = (*place)->answers;
		(*place)->answers = NULL;
		memset(l->answers, MATCH_OPEN, (size_t)m->inventory->n_offers);
	}
	*place = l;
}

enum match offer_matches(struct matcher *m, struct selector_list *l, int offer)
{
	if (!l->answers)
		keep_answers(m, l);
	if (l->answers[offer] == MATCH_OPEN)
		l->answers[offer] = (unsigned char)judge(m, l, offer).match;
	return (enum match)l->answers[offer];
}

/* ---- texts ---- */

struct str text_in(struct arena *a, const char *fmt, ...)
{
	struct str made;
	va_list args;

	va_start(args, fmt);
	made = arena_vtextf(a, fmt, args);
	va_end(args);
	return made;
}

struct str match_text(
	struct matcher *m, struct selector_list *l, int offer, struct str claim, struct arena *a)
{
	struct judged v = judge(m, l, offer);
	struct str owner = v.of_class ? l->class->meta.name : claim;
	const char *what = v.of_class ? "class" : "claim";

	if (v.match == MATCH_ERROR)
		return text_in(a, "%s " STR_FMT ": selector #%d: CEL runtime error: " STR_FMT, what,
			STR_ARG(owner), v.number, STR_ARG(v.text));
	return text_in(a, "CEL selector #%d of %s " STR_FMT ": " STR_FMT ": " STR_FMT, v.number,
		what, STR_ARG(owner), STR_ARG(v.expression), STR_ARG(v.text));
}
