/* Nodes and pods of other sources than a snapshot: what tells whether a pod has room on a node.
 * Each function reads the members of an object that was entered, from `key` on, the one that comes
 * next, up to its end. Errors stick in the reader of JSON. */
#ifndef INSPECT_PEER_OBJECT_H
#define INSPECT_PEER_OBJECT_H
#include "common/json.h"
#include "common/timefmt.h"
#include "peer_amounts.h"

struct peer_taint {
	struct str key, value, effect;
};
struct peer_toleration {
	struct str key, value, effect;
	bool exists; /* any value */
};

struct peer_node {
	struct str name;
	bool placeholder;  /* for a node that a scale-up is to bring */
	bool unready;      /* its condition Ready is there and not True */
	struct str reason; /* of that condition */
	bool cordoned;
	uint32_t *labels; /* numbers of pairs in peer_reader.labels, sorted */
	size_t n_labels;
	struct peer_taint *taints;
	size_t n_taints, cap_taints;
	struct amounts_of allocatable;
};

/* What a pod has that nobody here looks at. */
#define UNJUDGED(X) \
	X(AFFINITY, "affinity") \
	X(SPREAD, "topology spread") \
	X(VOLUMES, "volumes") \
	X(CLAIMS, "resource claims") \
	X(PORTS, "host ports")
#define UNJUDGED_MEMBER(NAME, name) UNJUDGED_##NAME,
enum unjudged { UNJUDGED(UNJUDGED_MEMBER) UNJUDGED_COUNT };
#undef UNJUDGED_MEMBER
extern const char *const unjudged_names[UNJUDGED_COUNT];

struct peer_pod {
	struct str ns, name, uid, node, phase, scheduler;
	struct instant created; /* TIME_ZERO: not told */
	struct amounts_of requests;
	uint32_t *selector; /* pairs that a node's labels must have */
	size_t n_selector, cap_selector;
	struct peer_toleration *tolerations;
	size_t n_tolerations, cap_tolerations;
	bool unjudged[UNJUDGED_COUNT];
};

struct peer_container {
	size_t name, name_n; /* in peer_reader.text */
	size_t from, n;      /* in peer_reader.pool: requests of its spec */
	size_t told, n_told; /* there: of its status */
	bool init, sidecar, has_told;
};

/* Start with {0} and peer_reader_begin; peer_reader_free releases it. */
struct peer_reader {
	struct json *r;
	struct arena arena; /* what objects point to */
	struct names resources, labels;
	/* Of the object being read. */
	struct strbuf text, key, scratch;
	struct amount *pool;
	size_t n_pool, cap_pool;
	struct peer_container *containers;
	size_t n_containers, cap_containers;
	struct sum overhead, level, sum, sidecars, peak, one;
	bool infeasible; /* a change of the pod's size */
	uint32_t *pairs;
	size_t n_pairs, cap_pairs;
};

void peer_reader_begin(struct peer_reader *x);
void peer_reader_free(struct peer_reader *x);

/* All of the node is in the arena. */
void peer_node_read(struct peer_reader *x, struct peer_node *node, struct str key);
/* The same for a pod. */
void peer_pod_read(struct peer_reader *x, struct peer_pod *pod, struct str key);
/* Adds what the pod requests to *to, and keeps nothing of the pod but its names. */
void peer_pod_sum(struct peer_reader *x, struct peer_pod *pod, struct sum *to, struct str key);

/* ---- for the parts of the reader ---- */

/* Enters the next value, unless it is null. */
bool peer_enter(struct json *r);
/* The next value, a string or null, in the arena. */
struct str peer_text(struct peer_reader *x);
bool peer_bool(struct peer_reader *x);
/* The next value, an object of quantities or null, behind x->pool. */
void peer_amounts_read(struct peer_reader *x);
/* The same, each added. */
void peer_amounts_add(struct peer_reader *x, struct sum *to);
/* The next value, an object of strings or null, as numbers of pairs in x->pairs. */
void peer_pairs_read(struct peer_reader *x);
/* x->pairs in the arena. */
uint32_t *peer_pairs_kept(struct peer_reader *x);

/* peer_requests.c: the next value is of the pod's spec or status. */
void peer_containers_read(struct peer_reader *x, bool init, bool *ports);
void peer_statuses_read(struct peer_reader *x);
void peer_pod_resources_read(struct peer_reader *x, struct sum *to);
/* Forgets the containers of the pod before. */
void peer_requests_begin(struct peer_reader *x);
/* What the pod requests, in x->sum. */
void peer_requests_end(struct peer_reader *x);

#endif
