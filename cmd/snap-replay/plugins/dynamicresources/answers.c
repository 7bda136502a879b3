#include "plugins/dynamicresources/answers.h"

#include "common/grow.h"

struct answers {
	struct dra *dra;
	struct arena *arena;
	struct device_answer *items;
	int n, cap;
};

static void add(struct answers *x, const struct claim *c, const struct device_request *r,
	struct selector_list *l, int offer)
{
	struct inventory *v = &x->dra->inventory;
	const struct offer *o = &v->offers[offer];
	const struct resource_slice *s = v->slices[o->slice];
	struct device_answer *one;

	ARENA_GROW(x->arena, x->items, x->n, x->cap);
	one = &x->items[x->n++];
	*one = (struct device_answer){c->object, r, s->driver, s->pool, o->device->name,
		is_allocated(v, o->id), offer_matches(&x->dra->matcher, l, offer), {0}, false, 0};
	if (one->match == MATCH_NO)
		one->expression =
			match_refusal(&x->dra->matcher, l, offer, &one->of_class, &one->number);
}

int device_answers(struct dra *d, const struct task *t, const struct node *n, struct arena *a,
	struct device_answer **out)
{
	const struct node_pools *pools = pools_of(&d->pools, n);
	struct answers x = {.dra = d, .arena = a};

	for (int i = 0; i < t->pod->spec->n_claims; i++) {
		const struct claim *c = claim_of(d, t->pod, &t->pod->spec->claims[i], a, NULL);

		for (int k = 0; c && !c->allocation && k < c->object->n_requests; k++) {
			const struct device_request *r = &c->object->requests[k];
			const struct device_class *class =
				map_get(&d->matcher.classes, r->device_class);

			for (int m = 0; class && m < pools->n_offers; m++)
				add(&x, c, r, selector_list_of(&d->matcher, class, &r->selectors),
					pools->offers[m]);
		}
	}
	*out = x.items;
	return x.n;
}
