#include "plugins/dynamicresources/own.h"

#include "model/claims.h"
#include "model/shared_gpus.h"
#include "plugins/dynamicresources/pod.h"
#include "plugins/dynamicresources/search.h"

/* ---- guard 1: selectors ---- */

enum { LOOKS_MAX = 1 << 22 }; /* devices that are looked at for all lists together */

/* What the selectors say of the devices of each node: nothing but yes and no, of how many yes. */
static void look_at(struct dra *d, struct selector_list *l)
{
	const struct cluster *c = d->session->c;

	l->plain = LIST_NOT_PLAIN;
	l->most = 0;
	for (int i = 0; i < c->n_nodes; i++) {
		const struct node_pools *p = pools_of(&d->pools, &c->nodes[i]);
		int yes = 0;

		d->looks += p->n_offers;
		if (d->looks > LOOKS_MAX)
			return;
		for (int k = 0; k < p->n_offers; k++) {
			enum match match = offer_matches(&d->matcher, l, p->offers[k]);

			if (match != MATCH_YES && match != MATCH_NO)
				return;
			yes += match == MATCH_YES;
		}
		l->most = yes > l->most ? yes : l->most;
		d->most_offers = p->n_offers > d->most_offers ? p->n_offers : d->most_offers;
	}
	l->plain = LIST_PLAIN;
}

/* ---- guard 1: tries ---- */

/* The greatest number of ways to choose 0, 1, ... or k of n. */
static double ways(int n, int64_t k)
{
	double now = 1, most = 1;

	for (int i = 0; i < k && i < n; i++) {
		now = now * (n - i) / (i + 1);
		most = now > most ? now : most;
	}
	return most;
}

struct effort {
	double ways, places;
};

static bool request_is_plain(struct dra *d, const struct device_request *r, struct effort *effort)
{
	const struct device_class *class = map_get(&d->matcher.classes, r->device_class);
	struct selector_list *l;

	if (!r->exactly || r->first_available || r->admin_access || !class ||
		!str_eq(r->allocation_mode, STR("ExactCount")) || r->count < 1 ||
		r->count > RESULTS_MAX)
		return false;
	l = selector_list_of(&d->matcher, class, &r->selectors);
	if (l->plain == LIST_UNKNOWN)
		look_at(d, l);
	effort->ways *= ways(l->most, r->count);
	effort->places += (double)r->count;
	return l->plain == LIST_PLAIN;
}

/* A search takes each set of devices for its first places once, and looks at each device at most
 * twice before and after. */
static bool ends_in_time(const struct dra *d, const struct effort *e)
{
	return 2.0 * d->most_offers * (e->places + 1) * e->ways <= TRIES_MAX;
}

/* ---- guard 1 ---- */

static struct claim *claim_at(struct dra *d, const struct task *t, int reference)
{
	return claim_of(d, t->pod, &t->pod->spec->claims[reference], NULL, NULL);
}

static bool is_plain(struct dra *d, const struct task *t, int reference, struct effort *effort)
{
	const struct claim_reference *r = &t->pod->spec->claims[reference];
	const struct claim *c = claim_at(d, t, reference);
	struct str text;

	if (!c || r->first != reference || c->references != 1 || !c->has_version ||
		!claim_label_fits(d, t, r, c, &text))
		return false;
	for (int i = 0; i < c->object->n_requests; i++)
		if (!request_is_plain(d, &c->object->requests[i], effort))
			return false;
	return true;
}

static bool may_own(struct dra *d, const struct task *t)
{
	struct effort effort = {1, 0};

	if (t->extends || !t->job || !t->job->object || gpus_may_be_shared(d->session->c, t))
		return false;
	for (int i = 0; i < t->pod->spec->n_claims; i++)
		if (!is_plain(d, t, i, &effort))
			return false;
	return ends_in_time(d, &effort);
}

/* All at once: which devices are looked at must not depend on who asks first. */
static void find_owners(struct dra *d)
{
	const struct cluster *c = d->session->c;

	for (int i = 0; i < c->n_tasks; i++)
		for (int k = 0; k < c->tasks[i].pod->spec->n_claims; k++) {
			struct claim *claim = claim_at(d, &c->tasks[i], k);

			if (claim)
				claim->references++;
		}
	d->may_own = ARENA_ARRAY(&d->session->arena, (size_t)c->n_tasks, bool);
	for (int i = 0; i < c->n_tasks; i++)
		d->may_own[i] = may_own(d, &c->tasks[i]);
}

/* ---- guard 2 ---- */

static bool is_busy(const struct dra *d, const struct device_allocation *a)
{
	for (int i = 0; i < a->n; i++)
		if (a->devices[i].id >= 0 && !a->devices[i].admin &&
			!d->inventory.busy[a->devices[i].id])
			return false;
	return true;
}

static bool is_at_rest(struct dra *d, const struct task *t, int reference)
{
	const struct claim *c = claim_at(d, t, reference);
	const struct device_allocation *a =
		t->claims ? t->claims->items[reference].allocation : NULL;

	if (t->status == POD_PENDING)
		return !c->n_reserved_for && !c->allocation && !a;
	return status_in(t->status, SET_ACTIVE_ALLOCATED) && c->n_reserved_for == 1 &&
		!claim_has_others(c, t->pod) && a && a == c->allocation && is_busy(d, a);
}

bool owns_claims(struct dra *d, const struct task *t)
{
	if (!d->may_own)
		find_owners(d);
	if (!d->may_own[t->index] || d->endless)
		return false;
	for (int i = 0; i < t->pod->spec->n_claims; i++)
		if (!is_at_rest(d, t, i))
			return false;
	return true;
}
