/* The room of domains: what they have for the pods of one choice (rules/07 A6, A7 and A9). */
#ifndef SNAP_TOPOLOGY_ROOM_H
#define SNAP_TOPOLOGY_ROOM_H
#include "model/node.h"
#include "plugins/topology/tree.h"

/* The pods that a choice is about. Vectors by slot, valid until the next need_of. */
struct need {
	const struct cluster *c;
	int pods;
	double *sum;        /* of their requests */
	double *most;       /* the largest request */
	bool alike;         /* room is counted in pods; else in amounts (rules/07 A7) */
	bool pod_slot_only; /* they request nothing but a pod slot each */
};

/* Sets pods, sum, most and alike; c, sum and most belong to the caller. */
void need_of(struct need *need, struct task *const *tasks, int n);
/* Begins a choice: computes the room of the domain and of those below it, down to this depth
 * (LEVEL_UNKNOWN: to the leaves). Those elsewhere have none. */
void room_compute(struct domain_tree *t, const struct need *need, struct domain *d, int depth);
/* The domain has enough. */
bool room_fits(const struct domain_tree *t, const struct need *need, const struct domain *d);
/* The part of the free amounts that the pods take, of the scarcest resource; 1000: it has none. */
double room_ratio(const struct domain_tree *t, const struct need *need, const struct domain *d);
/* What the domain has free in the slot; how many pods it holds, or PODS_UNKNOWN. */
double room_free(const struct domain_tree *t, const struct domain *d, int slot);
int64_t room_pods(const struct domain_tree *t, const struct domain *d);

#endif
