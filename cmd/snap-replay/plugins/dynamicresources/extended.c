#include "plugins/dynamicresources/extended.h"

#include <stdlib.h>

#include "common/grow.h"

/* ---- what the pod requests of all its containers together ---- */

static struct quantity amount_of(const struct amounts *a, struct str name)
{
	for (int i = 0; i < a->n; i++)
		if (str_eq(a->items[i].name, name))
			return a->items[i].quantity;
	return (struct quantity){.fast = true};
}

/* As the scheduler's AsInt64 has it. False: not a whole number, or written as a fraction. */
static bool whole_number(struct quantity q, int64_t *v)
{
	*v = q.value;
	if (!q.fast || q.scale < 0)
		return false;
	for (int i = 0; i < q.scale && *v; i++)
		if (__builtin_mul_overflow(*v, 10, v))
			return false;
	return true;
}

/* Sum of the containers or peak of the init containers, and overhead (rules/07 B3). */
static struct quantity pod_request(const struct pod_spec *s, struct str name)
{
	struct quantity sum = {.fast = true}, sidecars = sum, peak = sum;

	for (int i = 0; i < s->n_containers; i++) {
		struct quantity q = amount_of(&s->containers[i].amounts, name);

		if (s->containers[i].role != CONTAINER_INIT)
			sum = quantity_add(sum, q);
		if (s->containers[i].role == CONTAINER_SIDECAR)
			q = sidecars = quantity_add(sidecars, q);
		else if (s->containers[i].role == CONTAINER_INIT)
			q = quantity_add(q, sidecars);
		if (s->containers[i].role != CONTAINER_MAIN && q.nano > peak.nano)
			peak = q;
	}
	return quantity_add(peak.nano > sum.nano ? peak : sum, amount_of(&s->overhead, name));
}

static bool is_needed(const struct task *t, const struct node *n, struct str name)
{
	int64_t v;

	return amount_of(&n->object->allocatable, name).nano == 0 &&
		whole_number(pod_request(t->pod->spec, name), &v) && v > 0;
}

/* ---- the special claim ---- */

struct special {
	struct dra *dra;
	const struct pod_spec *spec;
	struct resource_claim *claim;
	int cap;
};

/* A request of container i for so many devices of the resource's class. */
static struct device_request request_of(
	const struct special *p, int i, struct str resource, int64_t count)
{
	const struct amounts *a = &p->spec->containers[i].amounts;
	const struct device_class *class =
		map_get(&p->dra->session->c->class_by_resource, resource);
	int at = 0;

	while (at < a->n && !str_eq(a->items[at].name, resource)) /* in byte order */
		at++;
	return (struct device_request){
		.name = session_text(p->dra->session, "container-%d-request-%d", i, at),
		.exactly = true,
		.device_class = class->meta.name,
		.allocation_mode = STR("ExactCount"),
		.count = count};
}

static void add(struct special *p, struct device_request r)
{
	ARENA_GROW(&p->dra->session->arena, p->claim->requests, p->claim->n_requests, p->cap);
	p->claim->requests[p->claim->n_requests++] = r;
}

static bool lives_short(const struct pod_spec *s, int i)
{
	return s->containers[i].role == CONTAINER_INIT;
}

/* What container i requests; 0: nothing, or no whole number. */
static int64_t count_of(const struct pod_spec *s, int i, struct str resource)
{
	int64_t v;

	return whole_number(amount_of(&s->containers[i].amounts, resource), &v) ? v : 0;
}

/* What container i, which ends before others start, needs beyond the devices of those others. */
static int64_t beyond_others(const struct pod_spec *s, int i, struct str resource)
{
	uint64_t rest = (uint64_t)count_of(s, i, resource);

	if (rest == 0)
		return 0;
	for (int k = i; k < s->n_containers; k++) {
		if (lives_short(s, k) || count_of(s, k, resource) == 0)
			continue;
		rest -= (uint64_t)count_of(s, k, resource);
		if ((int64_t)rest <= 0)
			return 0;
	}
	return (int64_t)rest;
}

static void add_resource(struct special *p, struct str resource)
{
	const struct pod_spec *s = p->spec;
	int64_t most = 0;
	int of = -1;

	for (int i = 0; i < s->n_containers; i++) {
		int64_t count = lives_short(s, i) ? beyond_others(s, i, resource)
						  : count_of(s, i, resource);

		if (lives_short(s, i) && count != 0 && (of < 0 || count > most)) {
			most = count;
			of = i;
		} else if (!lives_short(s, i) && count != 0) {
			add(p, request_of(p, i, resource, count));
		}
	}
	if (of >= 0)
		add(p, request_of(p, of, resource, most));
}

static int by_name(const void *l, const void *r)
{
	return str_cmp(
		((const struct device_request *)l)->name, ((const struct device_request *)r)->name);
}

static const struct resource_claim *make(
	struct dra *d, const struct task *t, const struct str *names, int n)
{
	struct special p = {.dra = d, .spec = t->pod->spec};

	p.claim = ARENA_NEW(&d->session->arena, struct resource_claim);
	p.claim->meta.ns = t->pod->meta.ns;
	p.claim->meta.name = STR("<extended-resources>");
	for (int i = 0; i < n; i++)
		add_resource(&p, names[i]);
	if (p.claim->n_requests)
		qsort(p.claim->requests, (size_t)p.claim->n_requests, sizeof *p.claim->requests,
			by_name);
	return p.claim;
}

/* ---- which resources ---- */

/* The names that some container or the overhead requests and a class stands for; in byte order. */
static int extended_names(struct dra *d, const struct pod_spec *s, struct str **names)
{
	const struct map *classes = &d->session->c->class_by_resource;
	int n = 0, cap = 0;

	*names = NULL;
	for (int i = 0; i <= s->n_containers; i++) {
		const struct amounts *a =
			i < s->n_containers ? &s->containers[i].amounts : &s->overhead;

		for (int k = 0; k < a->n; k++) {
			struct str name = a->items[k].name;
			int at = 0;

			while (at < n && str_cmp((*names)[at], name) < 0)
				at++;
			if ((at < n && str_eq((*names)[at], name)) || !map_get(classes, name))
				continue;
			ARENA_GROW(&d->scratch, *names, n, cap);
			memmove(*names + at + 1, *names + at, (size_t)(n - at) * sizeof **names);
			(*names)[at] = name;
			n++;
		}
	}
	return n;
}

const struct resource_claim *special_claim(
	struct dra *d, const struct task *t, const struct node *n)
{
	struct strbuf key = {0};
	struct str *names;
	int n_names = extended_names(d, t->pod->spec, &names), needed = 0;
	struct map_entry *e;
	bool fresh;

	strbuf_add(&key, &t->pod->spec, sizeof t->pod->spec);
	strbuf_add(&key, &t->pod->meta.ns.p, sizeof t->pod->meta.ns.p);
	for (int i = 0; i < n_names; i++)
		if (is_needed(t, n, names[i])) {
			strbuf_add(&key, &names[i].p, sizeof names[i].p);
			names[needed++] = names[i];
		}
	e = map_put(&d->specials, strbuf_str(&key), &fresh);
	if (fresh) {
		e->key = arena_str(&d->session->arena, e->key);
		e->value = needed ? (void *)(uintptr_t)make(d, t, names, needed) : NULL;
	}
	strbuf_free(&key);
	return e->value;
}
