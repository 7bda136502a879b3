/* Clusters of special kinds: with topologies, NUMA zones, dynamic resources. What a kind adds is
 * drawn by rolls of its own, so that the rest of a cluster stays as its seed has it. */
#ifndef SNAP_GEN_CLUSTER_KINDS_H
#define SNAP_GEN_CLUSTER_KINDS_H
#include "tests/lib/gen_cluster/rich.h"

struct job;
struct node;
struct shape;

/* From these seeds on. Mixed ones have two or three of the kinds. */
enum { TOPOLOGY_SEED = 2000000, NUMA_SEED = 3000000, DRA_SEED = 4000000, MIXED_SEED = 5000000 };
struct kinds {
	bool topologies, numa, dra;
};
struct kinds kinds_of(uint64_t seed);

enum kind_roll {
	ROLL_TREE = N_RICH,
	ROLL_NODE,
	ROLL_JOB,
	ROLL_ZONES,
	ROLL_ZONED_JOB,
	ROLL_ZONED_POD,
	ROLL_NUMA_PLUGIN,
	ROLL_DEVICES,
	ROLL_CLASSES,
	ROLL_CLAIMING_JOB,
	ROLL_CLAIM
};
struct roll kind_roll(const struct cluster *c, enum kind_roll what, int number);

/* Topologies. set: -1: of the pod group itself. */
void domain_labels(const struct cluster *c, struct jsonw *w, int node);
void domain_constraint(const struct cluster *c, struct jsonw *w, int job, int set);
void domain_objects(const struct cluster *c, struct jsonw *w);

/* NUMA: the plugin, the objects of nodes, and what pods have: containers (false: the caller writes
 * them), quality of service, records of zones as an annotation or in a bind request. */
void zone_plugin(const struct cluster *c, struct jsonw *w);
void zone_objects(const struct cluster *c, struct jsonw *w);
void zone_amounts(const struct cluster *c, struct jsonw *w, bool of_node, int number);
bool zone_containers(
	const struct cluster *c, struct jsonw *w, const struct pod *p, const struct shape *s);
void zone_qos(const struct cluster *c, struct jsonw *w, const struct pod *p);
void zone_annotations(const struct cluster *c, struct jsonw *w, const struct pod *p);
void zone_prediction(const struct cluster *c, struct jsonw *w, const struct pod *p);
/* How many zones a node has, 0: no object; the whole devices of one of them. */
int zones_of(const struct cluster *c, int node);
int zone_gpus(const struct cluster *c, int node, int zone);

/* Dynamic resources. GPUs of a node with slices are claimed, or requested as an extended resource;
 * the job's pods claim theirs. */
enum claiming { CLAIM_NOTHING, CLAIM_TEMPLATE, CLAIM_DIRECT, CLAIM_SHARED };
void make_slices(struct cluster *c);
enum claiming claiming_of(const struct cluster *c, int job, bool whole);
bool claims_admit(const struct cluster *c, const struct node *n, const struct shape *s);
void make_claims(struct cluster *c);
void slice_objects(const struct cluster *c, struct jsonw *w);
void claim_objects(const struct cluster *c, struct jsonw *w);
void claim_references(const struct cluster *c, struct jsonw *w, const struct pod *p);
void claim_statuses(const struct cluster *c, struct jsonw *w, const struct pod *p);
void claim_promises(const struct cluster *c, struct jsonw *w, const struct pod *p);
/* The class nvidia.com/gpu stands for, if it stands for one: such pods may run on any node. */
bool gpus_are_extended(const struct cluster *c);
/* A device of a node, as a member of an allocation or a slice names it. */
enum device_kind { DEVICE_GPU, DEVICE_NIC, DEVICE_KINDS };
extern const char *const device_drivers[DEVICE_KINDS], *const device_names[DEVICE_KINDS];
enum { NICS = 2 };
int device_count(const struct cluster *c, int node, enum device_kind kind);
const char *pool_name(char *buffer, int node, enum device_kind kind);

#endif
