#include "match.h"
#include <stdlib.h>
#include "common/mem.h"
#include "fields.h"

#define CHANGE_NAME(NAME, name) #name,
const char *const change_names[CHANGE_COUNT] = {CHANGES(CHANGE_NAME)};

/* ---- objects ---- */

/* Objects of one list are an array, so addresses have their order. */
static int by_name(const void *x, const void *y)
{
	const struct object *a = *(const struct object *const *)x,
			    *b = *(const struct object *const *)y;
	int order = str_cmp(a->ns, b->ns);

	order = order ? order : str_cmp(a->name, b->name);
	return order ? order : (a > b) - (a < b);
}

static int name_order(const struct object *a, const struct object *b)
{
	int order = str_cmp(a->ns, b->ns);

	return order ? order : str_cmp(a->name, b->name);
}

/* The objects of a list by name; the caller frees them. */
static const struct object **sorted(const struct list *l, size_t *n)
{
	const struct object **all;
	bool is_sorted = true;

	*n = l && l->is_array ? l->n : 0;
	all = xcalloc(*n + 1, sizeof *all);
	for (size_t i = 0; i < *n; i++) {
		all[i] = &l->all[i];
		is_sorted = is_sorted && (!i || name_order(all[i - 1], all[i]) <= 0);
	}
	if (!is_sorted)
		qsort(all, *n, sizeof *all, by_name);
	return all;
}

static enum change change_of(const struct object *a, const struct object *b, bool noise)
{
	static const enum change changes[] = {[FIELDS_SAME] = CHANGE_SAME,
		[FIELDS_NOISE] = CHANGE_NOISE,
		[FIELDS_DIFFER] = CHANGE_CHANGED};

	if (!a || !b)
		return a ? CHANGE_GONE : CHANGE_NEW;
	if (str_eq(a->raw, b->raw))
		return CHANGE_SAME;
	if (a->uid.n && b->uid.n && !str_eq(a->uid, b->uid))
		return CHANGE_RECREATED;
	return changes[fields_verdict(noise, a->raw, b->raw)];
}

static void match_objects(struct match *m, bool noise)
{
	const struct object **a = sorted(m->a, &m->n_a), **b = sorted(m->b, &m->n_b);

	m->pairs = xcalloc(m->n_a + m->n_b + 1, sizeof *m->pairs);
	for (size_t i = 0, k = 0; i < m->n_a || k < m->n_b;) {
		int order = i == m->n_a ? 1 : k == m->n_b ? -1 : name_order(a[i], b[k]);
		struct pair *p = &m->pairs[m->n++];

		p->a = order <= 0 ? a[i] : NULL;
		p->b = order >= 0 ? b[k] : NULL;
		p->change = change_of(p->a, p->b, noise);
		m->counts[p->change]++;
		i += order <= 0;
		k += order >= 0;
	}
	free(a);
	free(b);
}

/* ---- lists ---- */

static int by_kind(const void *x, const void *y)
{
	const struct list *a = *(const struct list *const *)x, *b = *(const struct list *const *)y;

	return a->kind != b->kind ? (a->kind > b->kind) - (a->kind < b->kind)
				  : str_cmp(a->key, b->key);
}

static const struct list **lists_of(const struct side *s)
{
	const struct list **all = xcalloc(s->n_lists + 1, sizeof *all);

	for (size_t i = 0; i < s->n_lists; i++)
		all[i] = &s->lists[i];
	qsort(all, s->n_lists, sizeof *all, by_kind);
	return all;
}

/* Null is as no list. */
static bool is_no_list(const struct list *l)
{
	return l && !l->is_array && !str_eq(l->raw, STR("null"));
}

static void match_list(struct match *m, bool noise)
{
	m->differs = (is_no_list(m->a) || is_no_list(m->b)) &&
		!(m->a && m->b && str_eq(m->a->raw, m->b->raw));
	match_objects(m, noise);
}

static void match_lists(struct comparison *c, bool noise)
{
	const struct side *s = c->sides;
	const struct list **a = lists_of(&s[0]), **b = lists_of(&s[1]);

	c->lists = xcalloc(s[0].n_lists + s[1].n_lists + 1, sizeof *c->lists);
	for (size_t i = 0, k = 0; i < s[0].n_lists || k < s[1].n_lists;) {
		int order = i == s[0].n_lists ? 1 : k == s[1].n_lists ? -1 : by_kind(&a[i], &b[k]);
		const struct list *one = order <= 0 ? a[i] : b[k];
		struct match *m = &c->lists[c->n_lists++];

		m->key = one->key;
		m->kind = one->kind;
		m->a = order <= 0 ? a[i] : NULL;
		m->b = order >= 0 ? b[k] : NULL;
		match_list(m, noise);
		i += order <= 0;
		k += order >= 0;
	}
	free(a);
	free(b);
}

/* ---- parts ---- */

static int by_key(const void *x, const void *y)
{
	return str_cmp(((const struct part_match *)x)->key, ((const struct part_match *)y)->key);
}

static void match_parts(struct comparison *c, bool noise)
{
	const struct side *s = c->sides;

	c->parts = xcalloc(s[0].n_parts + s[1].n_parts + 1, sizeof *c->parts);
	for (size_t i = 0; i < s[0].n_parts; i++)
		c->parts[c->n_parts++] =
			(struct part_match){s[0].parts[i].key, s[0].parts[i].raw, {0}, false};
	for (size_t i = 0; i < s[1].n_parts; i++) {
		void *place = map_get(&s[0].part_places, s[1].parts[i].key);

		if (place)
			c->parts[(uintptr_t)place - 1].b = s[1].parts[i].raw;
		else
			c->parts[c->n_parts++] = (struct part_match){
				s[1].parts[i].key, {0}, s[1].parts[i].raw, false};
	}
	qsort(c->parts, c->n_parts, sizeof *c->parts, by_key);
	for (struct part_match *p = c->parts; p < c->parts + c->n_parts; p++)
		p->differs = fields_verdict(noise, p->a, p->b) == FIELDS_DIFFER;
}

/* ---- all ---- */

static bool lists_equal(const struct match *m)
{
	if (m->differs)
		return false;
	for (int k = 0; k < CHANGE_NOISE; k++)
		if (m->counts[k])
			return false;
	return true;
}

void comparison_make(struct comparison *c, const struct side sides[2], bool noise)
{
	c->sides = sides;
	match_parts(c, noise);
	match_lists(c, noise);
	c->equal = true;
	for (size_t i = 0; i < c->n_parts; i++)
		c->equal = c->equal && !c->parts[i].differs;
	for (size_t i = 0; i < c->n_lists; i++)
		c->equal = c->equal && lists_equal(&c->lists[i]);
}

void comparison_free(struct comparison *c)
{
	for (size_t i = 0; i < c->n_lists; i++)
		free(c->lists[i].pairs);
	free(c->lists);
	free(c->parts);
}
