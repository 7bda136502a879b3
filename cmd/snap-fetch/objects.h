/* What snap-fetch reads of a Deployment, a Lease and a list of Pods, out of `kubectl get -o json`. */
#ifndef SNAP_FETCH_OBJECTS_H
#define SNAP_FETCH_OBJECTS_H
#include "common/arena.h"
#include "common/msg.h"

struct deployment {
	struct str selector;       /* "k=v,k2=v2" out of spec.selector.matchLabels */
	struct str scheduler_name; /* --scheduler-name, KAI's default where there is none */
	struct str node_pool;      /* --partition-label-value, may be empty */
	unsigned plugin_port;      /* --plugin-server-port, 0 where there is none */
};

struct pod {
	struct str name; /* NUL-terminated */
	bool ready, deleted;
};

/* text has JSON_PADDING readable bytes behind it; the results live in the arena. False: not what kubectl gives, *e set. */
bool deployment_read(struct str text, struct arena *a, struct deployment *d, struct error *e);
bool lease_read(struct str text, struct arena *a, struct str *holder, struct error *e); /* spec.holderIdentity, empty where none */
bool pods_read(struct str text, struct arena *a, struct pod **pods, size_t *count, struct error *e);

#endif
