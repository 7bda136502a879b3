/* Which pods to ask for a snapshot, and in what order. */
#ifndef SNAP_FETCH_CLUSTER_H
#define SNAP_FETCH_CLUSTER_H
#include "common/arena.h"
#include "kubectl.h"

/* Texts live in the arena that was passed to cluster_find. */
struct cluster {
	const char **pods;    /* the leader first, where it is known; then the other ready ones as kubectl lists them */
	size_t pod_count;
	bool leader_known;
	unsigned remote_port; /* where the plugin server listens */
};

/* Looks up the deployment, its pods and the leader in its Lease. False with *e set. */
bool cluster_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e);

#endif
