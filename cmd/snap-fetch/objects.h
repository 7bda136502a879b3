/* Fields of Deployments, Leases, Pods and versions that snap-fetch uses, read from kubectl's `-o
 * json`. */
#ifndef SNAP_FETCH_OBJECTS_H
#define SNAP_FETCH_OBJECTS_H
#include "common/arena.h"
#include "common/msg.h"

/* Labels that may hold a version; empty: absent. */
struct labels {
	struct str app;   /* app.kubernetes.io/version */
	struct str chart; /* helm.sh/chart */
};

struct deployment {
	struct str selector;       /* "k=v,k2=v2", from spec.selector.matchLabels */
	struct str scheduler_name; /* --scheduler-name, or KAI's default */
	struct str node_pool;      /* --partition-label-value, may be empty */
	unsigned plugin_port;      /* --plugin-server-port; 0: absent */
	struct str address;        /* --address, may be empty */
	struct str lease_name;     /* --leader-elect-resource-name, may be empty */
	struct labels labels;
	struct str shard; /* the SchedulingShard that owns it, may be empty */
};

struct pod {
	struct str name; /* NUL-terminated, a DNS name; empty: see pod_read */
	bool ready, deleted;
	struct labels labels;
	struct str node;      /* spec.nodeName; empty: absent */
	struct str node_pool; /* as in struct deployment, this and the address */
	struct str address;
	/* Of the scheduler's container: the requested and the running image; may be empty. */
	struct str image, image_id;
};

struct lease {
	struct str holder;   /* spec.holderIdentity; empty: absent */
	struct str acquired; /* spec.acquireTime, as written */
	struct str renewed;  /* spec.renewTime, as written */
	int64_t duration_ms; /* spec.leaseDurationSeconds */
};

/* text is followed by JSON_PADDING readable bytes; the arena owns the results. False: *e is set;
 * text is no such object. */
bool deployment_read(struct str text, struct arena *a, struct deployment *d, struct error *e);
bool lease_read(struct str text, struct arena *a, struct lease *lease, struct error *e);
/* Pods without a valid name are left out. */
bool pods_read(struct str text, struct arena *a, struct pod **pods, size_t *count, struct error *e);
/* The name may be missing or invalid. */
bool pod_read(struct str text, struct arena *a, struct pod *pod, struct error *e);
/* "v1.35.0"; empty: absent. */
bool version_read(struct str text, struct arena *a, struct str *server, struct error *e);

/* True for an RFC 1123 name of at most 253 characters, as Kubernetes requires for objects. Such a
 * name is never an option of kubectl. */
bool is_dns_name(struct str name);
/* True for "k=v,..." of keys and values that Kubernetes allows. */
bool is_selector(struct str text);

#endif
