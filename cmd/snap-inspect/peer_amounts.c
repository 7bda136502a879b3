#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"
#include "peer_amounts.h"

void resources_begin(struct names *resources)
{
	static const char *const known[] = {"cpu", "memory", "pods", "ephemeral-storage"};

	for (int i = 0; i < RESOURCE_FIRST_OTHER - 1; i++)
		names_put(resources, str_of(known[i]), NULL);
}

int64_t add_saturating(int64_t a, int64_t b)
{
	int64_t sum;

	if (!__builtin_add_overflow(a, b, &sum))
		return sum;
	return a < 0 ? INT64_MIN + 1 : INT64_MAX;
}

/* ---- a sum under way ---- */

static int64_t *place(struct sum *s, uint32_t resource)
{
	size_t had = s->cap;

	ARRAY_RESERVE(s->of, (size_t)resource + 1, s->cap);
	ARRAY_RESERVE(s->in, s->cap, s->cap_in);
	for (size_t i = had; i < s->cap; i++)
		s->in[i] = false;
	if (!s->in[resource]) {
		s->in[resource] = true;
		s->of[resource] = 0;
		ARRAY_GROW(s->has, s->n, s->cap_has);
		s->has[s->n++] = resource;
	}
	return &s->of[resource];
}

void sum_add(struct sum *s, uint32_t resource, int64_t n)
{
	int64_t *to = place(s, resource);

	*to = add_saturating(*to, n);
}

void sum_max(struct sum *s, uint32_t resource, int64_t n)
{
	int64_t *to = place(s, resource);

	*to = *to > n ? *to : n;
}

void sum_set(struct sum *s, uint32_t resource, int64_t n)
{
	*place(s, resource) = n;
}

void sum_add_all(struct sum *s, const struct sum *other)
{
	for (size_t i = 0; i < other->n; i++)
		sum_add(s, other->has[i], other->of[other->has[i]]);
}

void sum_max_all(struct sum *s, const struct sum *other)
{
	for (size_t i = 0; i < other->n; i++)
		sum_max(s, other->has[i], other->of[other->has[i]]);
}

void sum_add_amounts(struct sum *s, const struct amounts_of *a, int sign)
{
	for (size_t i = 0; i < a->n; i++)
		sum_add(s, a->items[i].resource, sign * a->items[i].n);
}

void sum_clear(struct sum *s)
{
	for (size_t i = 0; i < s->n; i++)
		s->in[s->has[i]] = false;
	s->n = 0;
}

static int by_number(const void *a, const void *b)
{
	const struct amount *x = a, *y = b;

	return (x->resource > y->resource) - (x->resource < y->resource);
}

struct amounts_of sum_take(struct sum *s, struct arena *arena)
{
	struct amounts_of a = {ARENA_ARRAY(arena, s->n, struct amount), s->n};

	for (size_t i = 0; i < s->n; i++)
		a.items[i] = (struct amount){s->has[i], s->of[s->has[i]]};
	if (a.n)
		qsort(a.items, a.n, sizeof *a.items, by_number);
	sum_clear(s);
	return a;
}

void sum_free(struct sum *s)
{
	free(s->of);
	free(s->in);
	free(s->has);
	*s = (struct sum){0};
}

/* ---- amounts ---- */

int64_t amounts_get(const struct amounts_of *a, uint32_t resource)
{
	for (size_t low = 0, high = a->n; low < high;) {
		size_t middle = low + (high - low) / 2;

		if (a->items[middle].resource == resource)
			return a->items[middle].n;
		if (a->items[middle].resource < resource)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

int64_t amounts_gpus(const struct amounts_of *a, const struct names *resources)
{
	int64_t nvidia = amounts_get(a, names_find(resources, STR("nvidia.com/gpu")));

	return add_saturating(nvidia, amounts_get(a, names_find(resources, STR("amd.com/gpu"))));
}

int64_t amount_units(uint32_t resource, int64_t n)
{
	return resource == RESOURCE_CPU ? n : n / 1000 + (n % 1000 > 0);
}

static int by_name(const void *a, const void *b)
{
	const struct amount_shown *x = a, *y = b;

	if (x->resource < RESOURCE_FIRST_OTHER || y->resource < RESOURCE_FIRST_OTHER)
		return (x->resource > y->resource) - (x->resource < y->resource);
	return str_cmp(x->name, y->name);
}

struct amount_shown *amounts_shown(const struct amounts_of *a, const struct names *resources)
{
	struct amount_shown *all = xcalloc(a->n + 1, sizeof *all);

	for (size_t i = 0; i < a->n; i++) {
		const struct amount *one = &a->items[i];

		all[i] = (struct amount_shown){
			names_text(resources, one->resource), one->resource, one->n};
	}
	qsort(all, a->n, sizeof *all, by_name);
	return all;
}

void amounts_json(
	struct jsonw *w, const char *key, const struct amounts_of *a, const struct names *resources)
{
	struct amount_shown *all = amounts_shown(a, resources);

	jsonw_key(w, key);
	jsonw_begin(w, '{');
	for (size_t i = 0; i < a->n; i++) {
		jsonw_keys(w, all[i].name);
		jsonw_int(w, amount_units(all[i].resource, all[i].n));
	}
	jsonw_end(w, '}');
	free(all);
}
