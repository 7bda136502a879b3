/* What snap-fetch reads of a Deployment, a Lease, Pods and versions, out of kubectl's `-o json`. */
#ifndef SNAP_FETCH_OBJECTS_H
#define SNAP_FETCH_OBJECTS_H
#include "common/arena.h"
#include "common/msg.h"

/* Labels that may tell a version, empty where there are none. */
struct labels {
	struct str app;   /* app.kubernetes.io/version */
	struct str chart; /* helm.sh/chart */
};

struct deployment {
	struct str selector;       /* "k=v,k2=v2" out of spec.selector.matchLabels */
	struct str scheduler_name; /* --scheduler-name, KAI's default where there is none */
	struct str node_pool;      /* --partition-label-value, may be empty */
	unsigned plugin_port;      /* --plugin-server-port, 0 where there is none */
	struct labels labels;
	struct str shard; /* the SchedulingShard that owns it, may be empty */
};

struct pod {
	struct str name; /* NUL-terminated, a DNS name; empty: see pod_read */
	bool ready, deleted;
	struct labels labels;
	struct str node_pool;       /* as above */
	struct str image, image_id; /* of the scheduler's container: as it was asked for, and what
				       runs; may be empty */
};

struct lease {
	struct str holder;   /* spec.holderIdentity, empty where none */
	struct str acquired; /* spec.acquireTime, as written */
	struct str renewed;  /* spec.renewTime, as written */
	int64_t duration_ms; /* spec.leaseDurationSeconds */
};

/* text has JSON_PADDING readable bytes behind it; the results live in the arena. False: not what
 * kubectl gives, *e set. */
bool deployment_read(struct str text, struct arena *a, struct deployment *d, struct error *e);
bool lease_read(struct str text, struct arena *a, struct lease *lease, struct error *e);
bool pods_read(struct str text, struct arena *a, struct pod **pods, size_t *count,
	struct error *e); /* none without a name */
bool pod_read(struct str text, struct arena *a, struct pod *pod,
	struct error *e); /* its name may be missing or be none */
bool version_read(struct str text, struct arena *a, struct str *server,
	struct error *e); /* "v1.35.0", empty where none */

/* RFC 1123 of at most 253 characters, as Kubernetes wants the names of its objects. What passes
 * cannot be an option of kubectl. */
bool is_dns_name(struct str name);

#endif
