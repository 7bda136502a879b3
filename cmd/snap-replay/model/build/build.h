/* Private to the builder (build*.c): from objects to the cluster, in the sequence of rules/01 5.3.
 */
#ifndef MODEL_BUILD_H
#define MODEL_BUILD_H
#include "model/cluster.h"

#define TREE_DEPTH_MAX 1000 /* of queues and sub-groups: walks over them may recurse */

struct build {
	struct error *e;
	struct cluster *c;
	struct objects *o;
	struct warnings *w;
	struct map bind_requests; /* "ns/pod" to struct bind_request; stored ones */
	struct map dra_names;     /* names that a device class stands for */
	struct map pod_claims;   /* pod uid to struct claim_chain: the base table of rules/01 6.5 */
	struct map claim_by_key; /* "ns/name" to struct resource_claim */
	struct map request_classes; /* canonical request to struct request */
	struct map requests;        /* spec and GPU annotations to struct request */
	struct map slot_by_name;    /* to slot + 1 */
	struct map kept_claims;     /* "ns/name" of claims with a managed class (rules/01 10) */
	struct map signatures;      /* pod keys and job keys, numbered */
	struct map queues_in_cycle; /* names of queues in or below a cycle */
	struct strbuf text;         /* scratch for keys */
	int slots_cap, n_request_classes;
};

/* All that lasts lives in the cluster's arena. */
/* The scratch text as "a/b", for look-ups; valid until the next use. */
struct str build_key(struct build *b, struct str ns, struct str name);
bool in_shard(const struct params *p, const struct labels *l); /* rules/01 5.2 */

/* build_nodes.c */
void build_nodes(struct build *b); /* session nodes without vectors, in name order; registers their
				      resource names */
void build_node_vectors(struct build *b); /* when all slots are known */
/* build_slots.c */
bool mig_profile(struct str name, int64_t *g, int64_t *m);
void slots_start(struct build *b);
int slots_add(struct build *b, struct str name); /* the slot; a new one for a name that has none */
int slots_now(const struct build *b, struct str name); /* -1: no slot yet */
/* build_tasks.c */
void build_bind_requests(struct build *b);
void build_tasks(struct build *b);
void build_bookings(struct build *b); /* tasks onto nodes */
/* build_requests.c: what a pod asks for with its annotations and claims */
struct request {
	enum request_type type;
	struct gpu_request gpu;
	bool legacy_mig;
	const struct pod_spec *spec;
	double *vector; /* made when all slots are known */
	int class;
};
struct request *request_of(struct build *b, const struct pod *p, int64_t dra);
void build_request_vectors(struct build *b);
/* build_claims.c */
bool has_gpu_word(struct str s); /* contains "gpu" in any case */
void build_claims(struct build *b);
int64_t claims_gpus(
	struct build *b, const struct pod *p); /* GPUs behind the pod's resource claims */
bool claims_used(struct build *b, const struct pod *p,
	bool *entries); /* resource claims, or extended resources of a class */
/* build_queues.c */
bool build_queues(struct build *b);
/* build_jobs.c, build_subgroups.c */
bool build_jobs(struct build *b);
bool build_tree(struct build *b, struct job *j);
void build_aliases(struct build *b);
struct pod_set *job_pod_set(
	const struct job *j, struct str name); /* NULL: none; "" means default */
/* build_signatures.c */
void build_signatures(struct build *b);

#endif
