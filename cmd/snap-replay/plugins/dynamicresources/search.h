/* The search for devices: the first solution, with claims, requests and devices in order (rules/07
 * C8 "Search"). */
#ifndef SNAP_DRA_SEARCH_H
#define SNAP_DRA_SEARCH_H
#include "plugins/dynamicresources/wanted.h"

/* Devices that one search tries before it is given up. The scheduler tries the same sets of
 * devices in each order, without a limit: where this limit is reached, it does not end either. What
 * comes behind such a search in the cycle is told, but the scheduler never gets there: so that a
 * thousand of them end as well, each is given up sooner. */
enum { TRIES_MAX = 4000000, TRIES_BEHIND_ENDLESS = 4000 };

struct choice {
	int claim, request, offer;
};
struct choices {
	struct choice *items;
	int n;
};
/* Sets w->result; the choices are in w->scratch. Filled by wanted_fill. */
struct choices search_devices(struct wanted *w);

#endif
