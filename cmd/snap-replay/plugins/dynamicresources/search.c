/* One place is one device that a request needs; all places are filled in order. The scheduler tries
 * for each place all devices that are free. Two devices of one request may change places: if some
 * choice of devices is a solution, so is the same choice in the order of the pools, and that is the
 * one which is found first. So a place only tries devices behind that of the place before it.
 *
 * Which selectors are evaluated, and in what order, matters because an error ends the search. No
 * evaluation is lost: devices before the last one taken were evaluated for the place before. */
#include "plugins/dynamicresources/search.h"

#include "common/grow.h"
#include "plugins/dynamicresources/constraints.h"
#include "plugins/dynamicresources/places.h"

static int offer_at(const struct search *q, const struct place *p)
{
	const struct wanted_request *r = place_request(q, p);

	return r->all ? r->offers[p->cursor] : q->w->pools->offers[p->cursor];
}

/* ---- the places ---- */

static void add_request(struct search *q, int claim, int request, int64_t *before)
{
	const struct wanted_request *r = &q->w->claims[claim].requests[request];
	bool hopeless = (r->all && r->n == 0) || (r->n > 0 && *before + r->n > RESULTS_MAX);
	int64_t n = hopeless ? 1 : r->n > 0 ? r->n : 0;

	for (int64_t i = 0; i < n; i++) {
		ARENA_GROW(q->w->scratch, q->places, q->n, q->cap);
		q->places[q->n++] = (struct place){claim, request, n - i, hopeless, 0};
	}
	*before += n;
}

static void list_places(struct search *q)
{
	for (int c = 0; c < q->w->n; c++) {
		int64_t before = 0;

		for (int r = 0; r < q->w->claims[c].object->n_requests; r++)
			add_request(q, c, r, &before);
	}
}

/* ---- taking devices ---- */

/* False: the device is in use, cannot be taken, or a constraint refuses it. */
static bool take(struct search *q, const struct place *p, int offer)
{
	const struct offer *o = &q->w->inventory->offers[offer];

	q->tries++;
	if (!offer_is_free(q, offer) || o->device->uses_counters)
		return false;
	if (!constraints_add(q->w, &q->w->claims[p->claim], place_request(q, p), offer))
		return false;
	q->w->inventory->taken[o->id] = true;
	return true;
}

static void give_back(struct search *q, const struct place *p)
{
	int offer = offer_at(q, p);

	constraints_remove(q->w, &q->w->claims[p->claim], place_request(q, p));
	q->w->inventory->taken[q->w->inventory->offers[offer].id] = false;
}

/* All of them or nothing: the device of this place is given. */
static bool take_listed(struct search *q, struct place *p)
{
	const struct wanted_request *r = place_request(q, p);
	const struct wanted_claim *c = &q->w->claims[p->claim];
	const struct inventory *v = q->w->inventory;
	int offer;

	p->cursor = (int)(r->n - p->left);
	offer = offer_at(q, p);
	if (take(q, p, offer))
		return true;
	if (offer_is_free(q, offer) && !v->offers[offer].device->uses_counters) {
		const struct resource_slice *s = v->slices[v->offers[offer].slice];
		struct str name = wanted_name(q->w, c);

		wanted_end(q->w, SEARCH_ERROR,
			"claim " STR_FMT ", request " STR_FMT ": cannot add device " STR_FMT
			"/" STR_FMT "/" STR_FMT
			" because a claim constraint would not be satisfied",
			STR_ARG(name), STR_ARG(r->object->name), STR_ARG(s->driver),
			STR_ARG(s->pool), STR_ARG(v->offers[offer].device->name));
	}
	return false;
}

/* Takes the next device for the place. False: there is none, or w->result has an error. */
static bool take_next(struct search *q, struct place *p)
{
	const struct wanted_request *r = place_request(q, p);
	const struct node_pools *pools = q->w->pools;

	for (; p->cursor < pools->n_offers; p->cursor++) {
		int offer = pools->offers[p->cursor];
		enum match match;

		if (!offer_is_free(q, offer))
			continue;
		match = wanted_matches(q->w, &q->w->claims[p->claim], r, offer);
		if (match == MATCH_ERROR)
			return false;
		if (match == MATCH_YES && take(q, p, offer))
			return true;
	}
	return false;
}

/* ---- the search ---- */

/* Goes back to the last place that has another device to try. */
static int back(struct search *q, int at)
{
	while (--at >= 0) {
		struct place *p = &q->places[at];

		give_back(q, p);
		p->cursor++;
		if (!place_request(q, p)->all && place_may_succeed(q, p))
			break;
	}
	return at;
}

static void start(struct search *q, int at)
{
	struct place *p = &q->places[at];

	p->cursor = at && same_request(p, p - 1) ? p[-1].cursor + 1 : 0;
}

static bool is_first(const struct search *q, int at)
{
	return at && !same_request(&q->places[at], &q->places[at - 1]);
}

static int give_up(struct search *q, int at)
{
	while (--at >= 0)
		give_back(q, &q->places[at]);
	return at;
}

/* Returns how many places were filled when the search ended. */
static int fill_places(struct search *q)
{
	int at = 0;

	long most = q->w->behind_endless ? TRIES_BEHIND_ENDLESS : TRIES_MAX;

	if (q->n)
		start(q, 0);
	while (at >= 0 && at < q->n && q->tries <= most) {
		struct place *p = &q->places[at];
		bool took = !p->hopeless &&
			(place_request(q, p)->all ? take_listed(q, p) : take_next(q, p));

		if (q->w->result.end == SEARCH_ERROR)
			return at;
		if (!took)
			at = is_first(q, at) && place_is_settled(q, at) ? give_up(q, at)
									: back(q, at);
		else if (++at < q->n)
			start(q, at);
	}
	q->w->result.end = at == q->n ? SEARCH_FOUND : at < 0 ? SEARCH_NONE : SEARCH_ENDLESS;
	return at;
}

struct choices search_devices(struct wanted *w)
{
	struct search q = {.w = w};
	struct choices found = {0};
	int filled;

	w->result.end = SEARCH_NONE;
	list_places(&q);
	filled = fill_places(&q);
	if (w->result.end == SEARCH_NONE && w->pools->some_invalid)
		wanted_end(w, SEARCH_ERROR, "invalid resource pools were encountered");
	if (w->result.end == SEARCH_FOUND)
		found.items = ARENA_ARRAY(w->scratch, (size_t)q.n, struct choice);
	for (int i = 0; i < filled; i++) {
		const struct place *p = &q.places[i];
		int offer = offer_at(&q, p);

		w->inventory->taken[w->inventory->offers[offer].id] = false;
		if (w->result.end == SEARCH_FOUND)
			found.items[found.n++] = (struct choice){p->claim, p->request, offer};
	}
	return found;
}
