/* Private to the search for devices: its places, and which of them can still be filled. */
#ifndef SNAP_DRA_PLACES_H
#define SNAP_DRA_PLACES_H
#include "plugins/dynamicresources/wanted.h"

struct place {
	int claim, request;
	int64_t left;  /* devices that the request needs from here on, with this one */
	bool hopeless; /* no device will do */
	int cursor;    /* into the offers of the node's pools: the next to try, or the one taken */
};
struct search {
	struct wanted *w;
	struct place *places;
	int n, cap;
	long tries;
};

static inline const struct wanted_request *place_request(
	const struct search *q, const struct place *p)
{
	return &q->w->claims[p->claim].requests[p->request];
}

static inline bool same_request(const struct place *a, const struct place *b)
{
	return a->claim == b->claim && a->request == b->request;
}

static inline bool offer_is_free(const struct search *q, int offer)
{
	int id = q->w->inventory->offers[offer].id;

	return !is_allocated(q->w->inventory, id) && !q->w->inventory->taken[id];
}

/* False: the devices that the place may still try are fewer than the request needs, and the
 * selectors of all of them were evaluated. Counts tries. */
bool place_may_succeed(struct search *q, const struct place *p);
/* The place, the first of its request, was not filled: whatever places before it take, it never
 * will be, and no selector is left that could end the search with an error. */
bool place_is_settled(const struct search *q, int at);

#endif
