/* The pods that can serve a snapshot, in the order of requests. */
#ifndef SNAP_FETCH_CLUSTER_H
#define SNAP_FETCH_CLUSTER_H
#include "kubectl.h"
#include "objects.h"

/* The arena of cluster_find owns all texts. */
struct cluster {
	/* The leader first, if it is known; then the other ready pods in the order of kubectl. */
	const struct pod **pods;
	size_t pod_count;
	bool leader_known;
	unsigned remote_port; /* of the plugin server */
	struct deployment deployment;
	const char *lease_name; /* of leader election; NULL: there is no Lease */
	struct lease lease;
};

/* Looks up the deployment, its pods, and the leader in the Lease. With --pod it is that pod, of
 * which only the name is known. False: *e is set. */
bool cluster_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e);
/* Reads the deployment. Other than KUBECTL_OK: *e is set. */
enum kubectl_failure cluster_deployment(
	const struct settings *s, struct arena *a, struct deployment *d, struct error *e);
/* Reads the pods of the deployment, which the arena owns. False: *e is set. */
bool cluster_pods(const struct settings *s, struct arena *a, const struct deployment *d,
	struct pod **pods, size_t *count, struct error *e);
/* Of --pod, a cluster with that pod alone, of which only the name is known. */
void cluster_take_named(const struct settings *s, struct arena *a, struct cluster *c);
/* Sets *e: none of the deployment's pods is ready. Returns false. */
bool cluster_none_ready(
	const struct settings *s, const struct deployment *d, size_t count, struct error *e);
/* Reads the current "lease/NAME". Other than KUBECTL_OK: *e is set. */
enum kubectl_failure cluster_lease(const struct settings *s, const char *name, struct arena *a,
	struct lease *lease, struct error *e);

#endif
