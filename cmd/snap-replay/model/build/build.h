/* Private to model/build/: makes the cluster from the objects, in the sequence of rules/01 5.3.
 * What lasts lives in the cluster's arena; struct build lives as long as cluster_build runs. */
#ifndef MODEL_BUILD_H
#define MODEL_BUILD_H
#include "model/claims.h"
#include "model/cluster.h"

#define TREE_DEPTH_MAX 1000 /* levels of queues and of sub-groups, so that walks may recurse */

struct build {
	struct error *e;
	struct cluster *c;
	struct objects *o;
	struct warnings *w;
	struct map bind_requests; /* "ns/pod" to struct bind_request, without stuck ones */
	struct map pod_claims;   /* pod uid to struct claim_chain: the base table of rules/01 6.5 */
	struct map claim_by_key; /* "ns/name" to struct resource_claim */
	struct map request_classes; /* bytes of a request to the first such struct pod_request */
	struct map requests;        /* spec id and GPU annotations to struct pod_request */
	struct map slot_by_name;    /* to slot + 1 */
	struct map kept_claims;     /* "ns/name" of claims with a managed class (rules/01 10) */
	struct map signatures;      /* keys of pods, pod sets and jobs; index + 1 is the number */
	struct map queues_in_cycle; /* names of queues in or below a cycle */
	struct strbuf text;         /* for keys */
	int slots_cap, n_request_classes;
};

/* "ns/name" in b->text, for look-ups: valid until b->text changes. */
struct str build_key(struct build *b, struct str ns, struct str name);
bool in_shard(const struct params *p, const struct labels *l); /* rules/01 5.2 */

/* build_nodes.c. build_nodes makes the session's nodes, in name order and without vectors, and adds
 * slots for their resources; build_node_vectors is called when all slots exist. */
void build_nodes(struct build *b);
void build_node_vectors(struct build *b);
/* build_slots.c. mig_profile: *g = *m = 0 and false if name is no profile. */
bool mig_profile(struct str name, int64_t *g, int64_t *m);
void slots_start(struct build *b);
int slots_add(struct build *b, struct str name); /* its slot, made if there is none; interned */
int slots_now(const struct build *b, struct str name); /* -1: no slot yet */
/* build_tasks.c */
void build_bind_requests(struct build *b);
void build_tasks(struct build *b);
void build_bookings(struct build *b); /* books tasks on nodes and fills task_by_uid */
/* build_requests.c: what a pod requests, with its annotations and claims */
struct pod_request {
	enum request_type type;
	struct gpu_request gpu;
	bool legacy_mig;
	const struct pod_spec *spec;
	double *vector; /* by slot; build_request_vectors makes it when all slots exist */
	int class;      /* task.request_class; set at the same time */
};
/* dra: GPUs from claims_gpus. Adds slots for the pod's resources. Equal requests may be shared. */
struct pod_request *request_of(struct build *b, const struct pod *p, int64_t dra);
void build_request_vectors(struct build *b);
/* build_claims.c */
void build_claims(struct build *b);
/* GPUs that the pod's resource claims request. */
int64_t claims_gpus(struct build *b, const struct pod *p);
/* The claim of that name in the pod's namespace. NULL: there is none, or the name is absent. */
const struct resource_claim *claim_called(struct build *b, const struct pod *p, struct str name);
/* Sets task.uses_claims and extends. */
void claims_used(const struct build *b, struct task *t);
/* build_found_claims.c: sets task.found. */
void find_claims(struct build *b, struct task *t);
/* build_queues.c. False, here and below: *b->e set. */
bool build_queues(struct build *b);
/* build_jobs.c, build_subgroups.c */
bool build_jobs(struct build *b);
bool build_tree(struct build *b, struct job *j); /* root and pod_sets */
void build_aliases(struct build *b); /* replaces aliases of topology levels by their labels */
void build_zones(struct build *b);   /* build_zones.c: call when all slots exist */
/* build_zone_slots.c: which resources of zones count (cluster.zone_slots) */
void build_zone_slots(struct build *b);
bool zone_is_numa_node(const struct zone_object *z); /* other zones do not count */
/* build_signatures.c */
void build_signatures(struct build *b);

#endif
