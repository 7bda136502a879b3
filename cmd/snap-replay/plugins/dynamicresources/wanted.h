/* What a search is to find: the claims of one pod, with the numbers of devices that each request
 * needs (rules/07 C8 "Request data"). */
#ifndef SNAP_DRA_WANTED_H
#define SNAP_DRA_WANTED_H
#include "plugins/dynamicresources/match.h"
#include "plugins/dynamicresources/pools.h"

enum { RESULTS_MAX = 32 }; /* devices of one claim */

struct wanted_request {
	const struct device_request *object;
	struct selector_list *selectors;
	int64_t n;   /* devices; may be negative */
	bool all;    /* all devices that match, which are these: */
	int *offers; /* n of them */
};
struct wanted_constraint { /* all devices have one value of an attribute */
	const struct device_constraint *object;
	const struct device_attribute *value; /* of the first device; only valid if n > 0 */
	int n;                                /* devices that it counts now */
};
struct wanted_claim {
	const struct resource_claim *object;
	struct wanted_request *requests;
	struct wanted_constraint *constraints;
};
enum search_end {
	SEARCH_FOUND,
	SEARCH_NONE,    /* there is no solution */
	SEARCH_ERROR,   /* the text says why */
	SEARCH_PANICS,  /* the scheduler panics; the text says why */
	SEARCH_ENDLESS, /* given up, as the scheduler's own search takes too long, too */
};
struct search_result {
	enum search_end end;
	struct str text; /* in scratch */
	/* A selector that is not replayed was met: taken for one that refuses. Absent: none. */
	struct str unknown;
};

struct wanted {
	struct session *session;
	struct matcher *matcher;
	struct inventory *inventory;
	const struct node_pools *pools;
	struct arena *scratch; /* what the search needs */
	bool behind_endless;   /* a search before this one in the cycle was given up */
	struct wanted_claim *claims;
	int n;
	struct search_result result;
};

/* The selectors accept the offer; MATCH_ERROR ends the search: w->result says so. */
enum match wanted_matches(
	struct wanted *w, const struct wanted_claim *c, const struct wanted_request *r, int offer);
/* Fills w->claims for the n claims. False: w->result says why there is nothing to search. */
bool wanted_fill(struct wanted *w, const struct resource_claim *const *claims, int n);
/* The claim's name in messages. */
struct str wanted_name(const struct wanted *w, const struct wanted_claim *c);
/* Ends the search. */
void wanted_end(struct wanted *w, enum search_end end, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
