/* Which pods to ask for a snapshot, and in what order. */
#ifndef SNAP_FETCH_CLUSTER_H
#define SNAP_FETCH_CLUSTER_H
#include "kubectl.h"
#include "objects.h"

/* Everything lives in the arena that was passed to cluster_find. */
struct cluster {
	const struct pod **pods; /* the leader first, where it is known; then the other ready ones
				    as kubectl lists them */
	size_t pod_count;
	bool leader_known;
	unsigned remote_port; /* where the plugin server listens */
	struct deployment deployment;
	const char *lease_name; /* of leader election; NULL: no Lease was found */
	struct lease lease;
};

/* Looks up the deployment, its pods and the leader in its Lease. Under --pod it is that pod, of
 * which only the name is known. False with *e set. */
bool cluster_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e);
/* "lease/NAME" as it is now. Unless KUBECTL_OK, *e is set. */
enum kubectl_failure cluster_lease(const struct settings *s, const char *name, struct arena *a,
	struct lease *lease, struct error *e);

#endif
