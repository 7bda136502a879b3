/* The Kubernetes objects of a snapshot, as far as the scheduling cycle reads them (rules/01 1.3
 * to 1.6 and 3): their lists here, and the kinds without a header of their own.
 *
 * The arena of struct objects owns everything. Each struct str is interned: equal texts have equal
 * pointers, and str_same() compares those. An absent text is {NULL, 0}; a present but empty one has
 * p != NULL. A member has_X is true if X is given in the snapshot. Times that are not given are
 * TIME_ZERO. */
#ifndef SNAP_OBJECTS_H
#define SNAP_OBJECTS_H
#include "model/config.h"
#include "model/dice.h"
#include "model/dra_objects.h"
#include "model/pod_object.h"
#include "model/storage_objects.h"
#include "model/zones.h"
#include "common/arena.h"
#include "common/follows.h"
#include "common/kinds.h"
#include "common/map.h"

struct taint {
	struct str key, value, effect;
};
struct condition {
	struct str type, status;
};
struct node_object {
	struct object_meta meta;
	bool unschedulable;
	struct taint *taints;
	int n_taints;
	struct condition *conditions;
	int n_conditions;
	struct amounts allocatable, capacity;
};

struct queue_resource { /* as written; -1: unlimited */
	double quota, over_quota_weight, limit;
};
struct queue_object {
	struct object_meta meta;
	struct str display_name, parent;
	struct queue_resource gpu, cpu, memory;           /* GPUs, milli-CPU, megabytes */
	int64_t priority;                                 /* 100 if absent */
	int64_t preempt_min_runtime, reclaim_min_runtime; /* ns */
	bool has_preempt_min_runtime, has_reclaim_min_runtime;
};

struct topology_constraint {
	struct str topology, required, preferred;
	bool present;
};
struct subgroup_object {
	struct str name, parent;
	int64_t min_member, min_subgroup; /* -1: absent; a negative one counts as 0 */
	struct topology_constraint constraint;
};
struct group_condition { /* one of status.schedulingConditions */
	struct str node_pool;
	int64_t transition_id; /* -1: not a number */
};
struct pod_group_object {
	struct object_meta meta;
	struct owner *owners; /* of what workload it is: for people only */
	int n_owners;
	int64_t min_member, min_subgroup; /* as in struct subgroup_object */
	struct str queue, priority_class_name, preemptibility;
	struct topology_constraint constraint;
	struct subgroup_object *subgroups;
	int n_subgroups;
	bool mark_unschedulable;                          /* true if absent */
	int64_t scheduling_backoff;                       /* -1 if absent: no backoff */
	int64_t preemption_delay, staleness_grace_period; /* ns; no delay: 0 */
	bool has_staleness_grace_period;
	struct group_condition *conditions;
	int n_conditions;
};

struct claim_update {                        /* what a claim reference of the pod is to get */
	struct str name;                     /* of the reference */
	struct claim_allocation *allocation; /* NULL: nothing */
};
struct bind_request {
	struct object_meta meta;
	struct str pod_name, selected_node, received_type, phase;
	struct str *gpu_groups;
	int n_gpu_groups;
	struct zone_record zones; /* predictedNUMAZones */
	struct claim_update *claims;
	int n_claims;
	int64_t backoff_limit, failed_attempts; /* backoff_limit -1: absent */
};
struct priority_class {
	struct object_meta meta;
	int64_t value;
	bool global_default;
};

struct topology_level {
	struct str label, alias;
};
struct topology_object {
	struct object_meta meta;
	struct topology_level *levels;
	int n_levels;
};

/* One line for each kind of common/kinds.h: X(NAME, type, list, reader). Each object of KIND_NAME
 * is a struct type; list is the member of struct objects that holds them, without duplicates and in
 * snapshot order; reader, in model/read/, reads one. */
#define OBJECT_LISTS(X) \
	X(PODS, pod, pods, read_pod) \
	X(NODES, node_object, nodes, read_node) \
	X(QUEUES, queue_object, queues, read_queue) \
	X(POD_GROUPS, pod_group_object, pod_groups, read_pod_group) \
	X(BIND_REQUESTS, bind_request, bind_requests, read_bind_request) \
	X(PRIORITY_CLASSES, priority_class, priority_classes, read_priority_class) \
	X(CONFIG_MAPS, object_meta, config_maps, read_config_map) \
	X(PERSISTENT_VOLUMES, persistent_volume, volumes, read_volume) \
	X(PERSISTENT_VOLUME_CLAIMS, persistent_volume_claim, claims, read_claim) \
	X(CSI_STORAGE_CAPACITIES, csi_capacity, csi_capacities, read_csi_capacity) \
	X(STORAGE_CLASSES, storage_class, storage_classes, read_storage_class) \
	X(CSI_DRIVERS, csi_driver, csi_drivers, read_csi_driver) \
	X(RESOURCE_CLAIMS, resource_claim, resource_claims, read_resource_claim) \
	X(RESOURCE_SLICES, resource_slice, resource_slices, read_resource_slice) \
	X(DEVICE_CLASSES, device_class, device_classes, read_device_class) \
	X(TOPOLOGIES, topology_object, topologies, read_topology) \
	X(NODE_RESOURCE_TOPOLOGIES, resource_topology, node_resource_topologies, \
		read_resource_topology)

#define ONE_MORE(NAME, type, list, reader) +1
_Static_assert(0 OBJECT_LISTS(ONE_MORE) == KIND_COUNT, "one list for each kind of common/kinds.h");
#undef ONE_MORE
_Static_assert(KIND_COUNT <= 32, "null_kinds and empty_kinds are an unsigned each");

#define OBJECT_LIST(NAME, type, list, reader) \
	struct { \
		struct type **items; \
		int n; \
	} list;
struct objects {
	struct follows follows; /* objects_read: FOLLOWS_DEFAULT; see objects_follow */
	struct arena arena;
	struct map strings;      /* the intern table */
	struct str other_config; /* JSON in place of the snapshot's config; empty: none. Padded as
				    of json_over_memory, set before all else */
	struct config config;
	struct params params;
	OBJECT_LISTS(OBJECT_LIST)
	struct pod_spec *no_spec;         /* of a pod without one */
	int n_specs;                      /* distinct pod_specs: ids are 0 .. n_specs - 1 */
	bool dra_gate, nrt_gate;          /* feature gates (rules/01 2.3) */
	unsigned null_kinds, empty_kinds; /* bits by enum kind: its list is null; is [] */
	struct instant newest; /* latest time of a creation, start, heartbeat or transition */
	/* Of the member source: capturedAt, of snap-import and snap-redact; TIME_ZERO: not known.
	 * And lots, of snap-redact, which keeps the order that has no sense: names of pod groups
	 * in it. */
	struct instant captured;
	struct str *lots;
	int n_lots;
};

/* With a seed: puts the lists into an order by chance, as the original's caches have them. Those of
 * pods, config maps, topologies and node resource topologies keep the snapshot's order. */
void objects_shuffle(struct objects *o, const struct dice *d);

/* Values of the keys of common/keys.h, owned by the objects; NULL: none. label_of is for pods and
 * nodes, annotation_of for all other kinds. */
const struct str *label_of(const struct object_meta *m, enum label_key key);
const struct str *pod_annotation(const struct pod *p, enum pod_annotation_key key);
const struct str *annotation_of(const struct object_meta *m, enum annotation_key key);

/* The one copy of s in the arena; never absent: {NULL, 0} gives an empty text. */
struct str objects_intern(struct objects *o, struct str s);

#endif
