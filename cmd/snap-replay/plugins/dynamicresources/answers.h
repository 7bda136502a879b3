/* What each device of a node says to each request of a task's claims, for explanations (rules/07
 * C8). */
#ifndef SNAP_DRA_ANSWERS_H
#define SNAP_DRA_ANSWERS_H
#include "plugins/dynamicresources/state.h"

struct device_answer {
	const struct resource_claim *claim;
	const struct device_request *request;
	struct str driver, pool, device;
	bool allocated; /* it is in use */
	enum match match;
	/* MATCH_NO: the selector that refused it, of the request's class or its own, and its number
	 * there; absent: none, it has binding conditions. */
	struct str expression;
	bool of_class;
	int number;
};
/* By claim without devices, request and device of pools that can be used. In the arena; returns how
 * many. */
int device_answers(struct dra *d, const struct task *t, const struct node *n, struct arena *a,
	struct device_answer **out);

#endif
