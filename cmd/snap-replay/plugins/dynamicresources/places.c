#include "plugins/dynamicresources/places.h"

#include "plugins/dynamicresources/constraints.h"

/* To look at the device for the list's requests would tell the search nothing. An error, even one
 * of an earlier search, ends this one too; an unknown answer is noted once. */
static bool is_answered(const struct search *q, const struct selector_list *l, int offer)
{
	enum match match = l->answers ? l->answers[offer] : MATCH_OPEN;

	return match == MATCH_YES || match == MATCH_NO ||
		(match == MATCH_UNKNOWN && q->w->result.unknown.p);
}

bool place_may_succeed(struct search *q, const struct place *p)
{
	const struct wanted_request *r = place_request(q, p);
	const struct node_pools *pools = q->w->pools;
	int64_t n = 0;

	for (int i = p->cursor; i < pools->n_offers && n < p->left; i++) {
		int offer = pools->offers[i];

		q->tries++;
		if (!offer_is_free(q, offer))
			continue;
		if (!is_answered(q, r->selectors, offer))
			return true;
		n += r->selectors->answers[offer] == MATCH_YES &&
			!q->w->inventory->offers[offer].device->uses_counters &&
			constraints_allow(q->w, &q->w->claims[p->claim], r, offer);
	}
	return n >= p->left;
}

/* All devices that could be free for the place's request, or the requests before, were evaluated.
 */
static bool is_evaluated(const struct search *q, int at)
{
	const struct node_pools *pools = q->w->pools;

	for (int i = 0; i <= at; i++) {
		const struct place *p = &q->places[i];
		const struct selector_list *l = place_request(q, p)->selectors;

		if (place_request(q, p)->all && q->w->claims[p->claim].object->n_constraints)
			return false; /* an error may come of its constraints */
		if (place_request(q, p)->all || (i && same_request(p, p - 1)))
			continue;
		for (int k = 0; k < pools->n_offers; k++)
			if (!is_allocated(q->w->inventory,
				    q->w->inventory->offers[pools->offers[k]].id) &&
				!is_answered(q, l, pools->offers[k]))
				return false;
	}
	return true;
}

/* How many devices the request could have if the search had taken none. */
static int64_t most(const struct search *q, const struct wanted_request *r)
{
	const struct inventory *v = q->w->inventory;
	int64_t n = 0;
	int end = r->all ? (int)r->n : q->w->pools->n_offers;

	for (int i = 0; i < end; i++) {
		int offer = r->all ? r->offers[i] : q->w->pools->offers[i];

		n += !is_allocated(v, v->offers[offer].id) &&
			!v->offers[offer].device->uses_counters &&
			(r->all || r->selectors->answers[offer] == MATCH_YES);
	}
	return n;
}

bool place_is_settled(const struct search *q, int at)
{
	const struct place *p = &q->places[at];

	return is_evaluated(q, at) &&
		(p->hopeless || most(q, place_request(q, p)) < place_request(q, p)->n);
}
