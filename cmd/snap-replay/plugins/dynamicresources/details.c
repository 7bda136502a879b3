#include "plugins/dynamicresources/details.h"

#include "common/grow.h"
#include "plugins/dynamicresources/allocate.h"
#include "plugins/dynamicresources/constraints.h"
#include "plugins/dynamicresources/judge.h"
#include "plugins/dynamicresources/node.h"

struct counting { /* the devices of one node, for one request */
	struct dra *dra;
	const struct node_pools *pools;
	const struct selector_list *selectors;
	struct arena *arena;
	struct device_want *out;
	int cap;           /* of out->refusals */
	int *left, n_left; /* offers that are free and accepted */
};

/* The answers that searches keep are read, not added to: what a search evaluates must not depend on
 * explanations. */
static struct judged judge_anew(struct matcher *m, const struct selector_list *l, int offer)
{
	if (l->answers && l->answers[offer] == MATCH_YES)
		return (struct judged){.match = MATCH_YES};
	return judge(m, l, offer);
}

static void count_refusal(struct counting *x, struct device_refusal one)
{
	struct device_want *out = x->out;

	for (int i = 0; i < out->n_refusals; i++) {
		struct device_refusal *r = &out->refusals[i];

		if (r->why == one.why && r->of_class == one.of_class && r->number == one.number) {
			r->devices++;
			return;
		}
	}
	ARENA_GROW(x->arena, out->refusals, out->n_refusals, x->cap);
	one.devices = 1;
	out->refusals[out->n_refusals++] = one;
}

static void count_device(struct counting *x, int offer)
{
	struct inventory *v = &x->dra->inventory;
	const struct offer *o = &v->offers[offer];
	bool allocated = is_allocated(v, o->id);
	struct judged said = judge_anew(&x->dra->matcher, x->selectors, offer);

	x->out->devices++;
	x->out->allocated += allocated;
	if (said.match == MATCH_YES && !o->device->uses_counters) {
		x->out->allocated_fit += allocated;
		if (!allocated)
			x->left[x->n_left++] = offer;
	} else if (!allocated) {
		count_refusal(x,
			(struct device_refusal){said.match == MATCH_YES ? REFUSED_COUNTERS
					: said.match == MATCH_UNKNOWN   ? REFUSED_UNKNOWN
					: said.expression.p             ? REFUSED_SELECTOR
									: REFUSED_CONDITIONS,
				said.of_class, said.number, said.expression, 0});
	}
}

/* Of the devices that are left, most with one value of the attribute. */
static int most_agreeing(const struct counting *x, struct str attribute)
{
	struct map values = {0};
	struct strbuf key = {0};
	int most = 0;

	for (int i = 0; i < x->n_left; i++) {
		struct map_entry *e;
		bool fresh;

		strbuf_clear(&key);
		if (!constraint_value(&x->dra->inventory, x->left[i], attribute, &key))
			continue;
		e = map_put(&values, strbuf_str(&key), &fresh);
		if (fresh) {
			e->key = arena_str(&x->dra->scratch, e->key);
			e->value = ARENA_NEW(&x->dra->scratch, int);
		}
		if (++*(int *)e->value > most)
			most = *(int *)e->value;
	}
	strbuf_free(&key);
	map_free(&values);
	return most;
}

static void count_constraints(struct counting *x)
{
	struct device_want *out = x->out;

	out->agreeing = out->free;
	for (int i = 0; i < out->claim->n_constraints; i++) {
		const struct device_constraint *k = &out->claim->constraints[i];
		int most;

		if (!constraint_concerns(k, out->request))
			continue;
		most = most_agreeing(x, k->attribute);
		if (most < out->agreeing) {
			out->agreeing = most;
			out->attribute = k->attribute;
		}
	}
}

static void count_request(struct counting *x)
{
	struct device_want *out = x->out;

	x->left = ARENA_ARRAY(&x->dra->scratch, (size_t)x->pools->n_offers, int);
	for (int i = 0; i < x->pools->n_offers; i++)
		count_device(x, x->pools->offers[i]);
	out->free = x->n_left;
	out->all = str_eq(out->request->allocation_mode, STR("All"));
	out->count = out->all ? out->free + out->allocated_fit : out->request->count;
	count_constraints(x);
}

static void count_claim(struct dra *d, const struct node_pools *pools,
	const struct resource_claim *c, struct arena *a, struct device_details *out)
{
	for (int i = 0; i < c->n_requests; i++) {
		const struct device_request *r = &c->requests[i];
		const struct device_class *class = map_get(&d->matcher.classes, r->device_class);
		struct counting x = {.dra = d,
			.pools = pools,
			.selectors = selector_list_of(&d->matcher, class, &r->selectors),
			.arena = a,
			.out = &out->items[out->n++]};

		x.out->claim = c;
		x.out->request = r;
		count_request(&x);
	}
}

/* An error says itself what is wrong. After a search without a solution all requests are whole:
 * their classes exist. */
void devices_explained(
	void *state, struct task *t, struct node *n, struct arena *a, struct device_details *out)
{
	struct dra *d = state;
	const struct resource_claim **claims;
	const struct node_pools *pools;
	struct search_result r;
	int n_claims, n_requests = 0;

	if (!node_claims(d, t, n, NULL, &claims, &n_claims) || !n_claims)
		return;
	r = allocate(d, n, claims, n_claims, NULL);
	if (r.end != SEARCH_NONE)
		return;
	pools = pools_of(&d->pools, n);
	for (int i = 0; i < n_claims; i++)
		n_requests += claims[i]->n_requests;
	out->items = ARENA_ARRAY(a, (size_t)n_requests, struct device_want);
	for (int i = 0; i < n_claims; i++)
		count_claim(d, pools, claims[i], a, out);
}
