/* Resource claims and device classes, as far as requests need them (rules/01 5.3 and 6.5). */
#include "model/build/build.h"

#include "common/claim_gpus.h"
#include "common/mem.h"
#include "model/go_numbers.h"

struct claim_chain {
	const struct resource_claim *claim;
	struct claim_chain *next;
};

/* The class that the resource stood for so far gives way to this one: an older class does, and of
 * two of one age the one with the greater name. */
static bool replaces(const struct device_class *d, const struct device_class *old)
{
	int64_t age = instant_diff(d->meta.creation, old->meta.creation);

	return age > 0 || (age == 0 && str_cmp(d->meta.name, old->meta.name) < 0);
}

/* rules/07 C2. A class that does not replace the one it clashes with is left out altogether. */
static void add_class_names(struct build *b)
{
	struct map *names = &b->c->class_by_resource;

	for (int i = 0; b->o->follows.dra_extended && i < b->o->device_classes.n; i++) {
		struct device_class *d = b->o->device_classes.items[i];
		struct str prefix = STR("deviceclass.resource.kubernetes.io");
		struct str key = build_key(b, prefix, d->meta.name);
		struct device_class *old =
			d->extended_resource.p ? map_get(names, d->extended_resource) : NULL;

		if (old && !replaces(d, old))
			continue;
		if (d->extended_resource.p)
			map_put(names, d->extended_resource, NULL)->value = d;
		map_put(names, objects_intern(b->o, key), NULL)->value = d;
	}
}

void build_claims(struct build *b)
{
	if (!b->o->dra_gate)
		return;
	add_class_names(b);
	for (int i = 0; i < b->o->resource_claims.n; i++) {
		struct resource_claim *c = b->o->resource_claims.items[i];
		struct claim_chain *link = ARENA_NEW(&b->c->arena, struct claim_chain);
		struct str uid = claim_pod(c);

		map_put(&b->claim_by_key,
			objects_intern(b->o, build_key(b, c->meta.ns, c->meta.name)), NULL)
			->value = c;
		if (!uid.n)
			continue;
		struct map_entry *e = map_put(&b->pod_claims, uid, NULL);

		*link = (struct claim_chain){c, e->value};
		e->value = link;
	}
}

const struct resource_claim *claim_called(struct build *b, const struct pod *p, struct str name)
{
	return name.p ? map_get(&b->claim_by_key, build_key(b, p->meta.ns, name)) : NULL;
}

/* What the request adds to a sum of GPUs. */
static void add_gpus(const struct build *b, int64_t *sum, int64_t gpus)
{
	if (b->o->follows.dra_saturates)
		gpus_add(sum, gpus);
	else
		*sum = go_add(*sum, gpus);
}

static int64_t claim_gpus(const struct build *b, const struct resource_claim *c)
{
	const struct str *extended = annotation_of(&c->meta, ANNOTATION_EXTENDED_CLAIM);
	int64_t sum = 0;

	if (b->o->follows.dra_extended && extended && str_eq(*extended, STR("true")))
		return 0;
	for (int i = 0; i < c->n_requests; i++) {
		const struct device_request *r = &c->requests[i];

		if (r->exactly)
			add_gpus(b, &sum,
				device_request_gpus(r->device_class, r->allocation_mode, r->count));
	}
	return sum > 0 ? sum : 0;
}

/* Is the claim among the first n that the pod names? */
static bool named_before(
	struct build *b, const struct pod *p, int n, const struct resource_claim *c)
{
	for (int i = 0; i < n; i++)
		if (claim_called(b, p, p->spec->claims[i].claim) == c)
			return true;
	return false;
}

int64_t claims_gpus(struct build *b, const struct pod *p)
{
	int64_t sum = 0;

	for (int i = 0; i < p->spec->n_claims; i++) {
		const struct resource_claim *c = claim_called(b, p, p->spec->claims[i].claim);

		if (c && !named_before(b, p, i, c))
			add_gpus(b, &sum, claim_gpus(b, c));
	}
	for (const struct claim_chain *l = map_get(&b->pod_claims, p->meta.uid); l; l = l->next)
		if (!named_before(b, p, p->spec->n_claims, l->claim))
			add_gpus(b, &sum, claim_gpus(b, l->claim));
	return sum;
}

static bool is_extended(const struct build *b, const struct pod_spec *s)
{
	for (int i = 0; b->c->class_by_resource.count && i < s->n_containers; i++) {
		const struct amounts *a = &s->containers[i].amounts;

		for (int k = 0; k < a->n; k++)
			if (a->items[k].quantity.nano != 0 &&
				map_get(&b->c->class_by_resource, a->items[k].name))
				return true;
	}
	return false;
}

void claims_used(const struct build *b, struct task *t)
{
	const struct pod_spec *s = t->pod->spec;

	if (!b->o->dra_gate)
		return;
	t->uses_claims = s->n_claims || map_get(&b->pod_claims, t->pod->meta.uid);
	t->extends = is_extended(b, s);
}
