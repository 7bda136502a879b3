/* Resource claims and device classes, as far as requests need them (rules/01 5.3 and 6.5). */
#include "model/build/build.h"

#include "common/mem.h"

struct claim_chain {
	const struct resource_claim *claim;
	struct claim_chain *next;
};

bool has_gpu_word(struct str s)
{
	enum { LOWER = 0x20 }; /* the bit that makes a letter a small one */

	for (size_t i = 0; i + 3 <= s.n; i++)
		if ((s.p[i] | LOWER) == 'g' && (s.p[i + 1] | LOWER) == 'p' &&
			(s.p[i + 2] | LOWER) == 'u')
			return true;
	return false;
}

static void add_class_names(struct build *b)
{
	for (int i = 0; i < b->o->device_classes.n; i++) {
		struct device_class *d = b->o->device_classes.items[i];
		struct str prefix = STR("deviceclass.resource.kubernetes.io");
		struct str key = build_key(b, prefix, d->meta.name);

		map_put(&b->dra_names, objects_intern(b->o, key), NULL)->value = d;
		if (d->extended_resource.n)
			map_put(&b->dra_names, d->extended_resource, NULL)->value = d;
	}
}

/* The uid of the claim's first owner that is a pod, or else of the first pod that it is reserved
 * for. */
static struct str claim_pod(const struct resource_claim *c)
{
	for (int i = 0; i < c->n_owners; i++)
		if (str_eq(c->owners[i].kind, STR("Pod")))
			return c->owners[i].uid;
	return c->n_reserved_for ? c->reserved_for[0] : (struct str){0};
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

/* v is at least 0. */
static void add_saturating(int64_t *sum, int64_t v)
{
	if (__builtin_add_overflow(*sum, v, sum))
		*sum = INT64_MAX;
}

static int64_t claim_gpus(const struct resource_claim *c)
{
	const struct str *extended = annotation_of(&c->meta, ANNOTATION_EXTENDED_CLAIM);
	int64_t sum = 0;

	if (extended && str_eq(*extended, STR("true")))
		return 0;
	for (int i = 0; i < c->n_requests; i++) {
		const struct device_request *r = &c->requests[i];

		if (!r->exactly || !has_gpu_word(r->device_class))
			continue;
		if (str_eq(r->allocation_mode, STR("ExactCount")))
			add_saturating(&sum, r->count > 0 ? r->count : 1);
		else if (str_eq(r->allocation_mode, STR("All")))
			add_saturating(&sum, 1);
	}
	return sum;
}

/* Is the claim among the first n that the pod names? */
static bool named_before(
	struct build *b, const struct pod *p, int n, const struct resource_claim *c)
{
	for (int i = 0; i < n; i++)
		if (p->spec->resource_claims[i].p &&
			map_get(&b->claim_by_key,
				build_key(b, p->meta.ns, p->spec->resource_claims[i])) == c)
			return true;
	return false;
}

int64_t claims_gpus(struct build *b, const struct pod *p)
{
	int64_t sum = 0;

	for (int i = 0; i < p->spec->n_resource_claims; i++) {
		struct str name = p->spec->resource_claims[i];
		const struct resource_claim *c =
			name.p ? map_get(&b->claim_by_key, build_key(b, p->meta.ns, name)) : NULL;

		if (c && !named_before(b, p, i, c))
			add_saturating(&sum, claim_gpus(c));
	}
	for (const struct claim_chain *l = map_get(&b->pod_claims, p->meta.uid); l; l = l->next)
		if (!named_before(b, p, p->spec->n_resource_claims, l->claim))
			add_saturating(&sum, claim_gpus(l->claim));
	return sum;
}

bool claims_used(struct build *b, const struct pod *p, bool *entries)
{
	const struct pod_spec *s = p->spec;

	*entries = false;
	if (!b->o->dra_gate)
		return false;
	*entries = s->n_resource_claims || map_get(&b->pod_claims, p->meta.uid);
	for (int i = 0; i < s->requests.n; i++)
		if (map_get(&b->dra_names, s->requests.items[i].name))
			return true;
	if (s->gpu_count &&
		(map_get(&b->dra_names, STR("nvidia.com/gpu")) ||
			map_get(&b->dra_names, STR("amd.com/gpu"))))
		return true;
	return *entries;
}
