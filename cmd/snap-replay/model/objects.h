/* The Kubernetes objects of a snapshot, as far as the scheduling cycle reads them (rules/01 1.3
 * to 1.6 and 3).
 *
 * The arena of struct objects owns everything. Each struct str is interned: equal texts have equal
 * pointers, and str_same() compares those. An absent text is {NULL, 0}; a present but empty one has
 * p != NULL. A member has_X is true if X is given in the snapshot. Times that are not given are
 * TIME_ZERO. */
#ifndef SNAP_OBJECTS_H
#define SNAP_OBJECTS_H
#include "model/dice.h"
#include "common/arena.h"
#include "common/keys.h"
#include "common/kinds.h"
#include "common/map.h"
#include "common/quantity.h"
#include "common/timefmt.h"

static inline bool str_same(struct str a, struct str b)
{
	return a.p == b.p && a.n == b.n;
}

struct label {
	struct str key, value;
};
struct labels { /* a map of texts: in key order; of a repeated key the last value */
	struct label *items;
	int n;
	bool present; /* {} and null differ in signatures */
};
/* The value of key, which need not be interned; NULL: none. Only for keys from the snapshot:
 * label_of, pod_annotation and annotation_of look up the keys of common/keys.h. */
const struct str *labels_get(const struct labels *l, struct str key);

struct amount { /* one entry of a resource list */
	struct str name;
	struct quantity quantity;
	struct str text; /* the quantity as written */
};
struct amounts {              /* a resource list */
	struct amount *items; /* in byte order of the names */
	int n;
};

enum selector_op { OP_IN, OP_NOT_IN, OP_EXISTS, OP_DOES_NOT_EXIST, OP_GT, OP_LT, OP_INVALID };
struct requirement {
	struct str key;
	enum selector_op op;
	struct str *values;
	int n_values;
	bool valid; /* rules/06 2.4 */
};
/* metav1.LabelSelector. matchLabels are OP_IN requirements here; a nil selector is NULL. */
struct label_selector {
	struct requirement *requirements;
	int n;
	bool valid; /* all requirements are */
};
struct node_term {
	struct requirement *expressions, *fields;
	int n_expressions, n_fields;
};
struct node_terms { /* core/v1 NodeSelector: one of the terms must match */
	struct node_term *items;
	int n;
	bool present; /* the selector is given, maybe without terms */
};
struct pod_term { /* a required or preferred inter-pod (anti-)affinity term */
	struct label_selector *selector, *namespace_selector; /* NULL: nil */
	struct str topology_key;
	struct str *namespaces;
	int n_namespaces;
	int64_t weight; /* preferred terms only */
};
struct pod_terms {
	struct pod_term *items;
	int n;
};
struct toleration {
	struct str key, op, value, effect;
};
struct taint {
	struct str key, value, effect;
};
struct host_port {
	struct str ip, protocol; /* "0.0.0.0" and "TCP" where not given */
	int64_t port;
};
struct volume { /* of a pod, with a claim behind it */
	/* claim: claimName; absent if ephemeral, when the claim is named <pod>-<name>. */
	struct str name, claim;
	bool is_claim, ephemeral;
	/* If is_claim: its part of the pod key, unless build_signatures.c uses the claim itself. */
	struct str signature;
};

/* What the pods of one workload usually have in common. Pods with equal content share one pod_spec,
 * so verdicts can be kept by its id. */
struct pod_spec {
	int id;
	struct str scheduler_name, priority_class_name;
	struct labels node_selector;
	struct node_terms node_affinity;          /* required */
	struct pod_terms affinity, anti_affinity; /* required */
	struct pod_terms preferred_affinity, preferred_anti_affinity;
	struct toleration *tolerations;
	int n_tolerations;
	struct host_port *ports; /* with hostPort > 0: of sidecars, then of containers */
	int n_ports;
	struct volume *volumes; /* those with a claim behind them, in spec order */
	int n_volumes;
	struct str *config_maps; /* that mounts and environment require, sorted (rules/06 9.2) */
	int n_config_maps;
	struct amounts overhead;
	bool gated; /* schedulingGates is not empty */
	/* By entry of spec.resourceClaims: its claim (absent: a template) and its name. */
	struct str *resource_claims;
	struct str *resource_claim_entries;
	int n_resource_claims;
	bool has_topology_spread;
	/* The parts of the pod key of rules/01 11, as canonical texts: all but priority and
	 * volumes; the volumes that are no claims. Each claim has its own signature. */
	struct str signature;
	struct str volume_signature;
	/* What the pod requests by rules/01 6.3 steps 1 to 3, before annotations: sum or peak over
	 * its containers. GPUs: gpu_fraction of each of gpu_count devices; the rest in requests. */
	struct amounts requests;
	double gpu_fraction;
	int64_t gpu_count;
	/* Names of resources that containers and init containers request, whatever the quantity,
	 * and that get a slot: in byte order. */
	struct str *request_names;
	int n_request_names;
	/* A container or the overhead requests less than 0; more than the scheduler can count. */
	bool negative, huge;
	/* Follows "failed to calculate what a pod requires"; absent: no error. */
	struct str request_error;
};

/* Of pods and nodes, only the labels and annotations that the cycle looks up (read_labels.c). */
struct object_meta {
	struct str name, ns, uid;
	struct labels labels, annotations;
	struct instant creation;
	struct instant deletion;
};
struct owner {
	struct str kind, name, uid;
	bool controller;
};

struct pod {
	struct object_meta meta;
	struct pod_spec *spec;
	struct str node_name, phase, nominated_node;
	int64_t priority; /* spec.priority; only signatures use it */
	bool has_priority;
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
	int64_t min_member, min_subgroup; /* as in struct subgroup_object */
	struct str queue, priority_class_name, preemptibility;
	struct topology_constraint constraint;
	struct subgroup_object *subgroups;
	int n_subgroups;
	bool mark_unschedulable;                          /* true if absent */
	int64_t scheduling_backoff;                       /* -1 if absent: no backoff */
	int64_t preemption_delay, staleness_grace_period; /* ns */
	bool has_preemption_delay, has_staleness_grace_period;
	struct group_condition *conditions;
	int n_conditions;
};

struct bind_request {
	struct object_meta meta;
	struct str pod_name, selected_node, received_type, phase;
	struct str *gpu_groups;
	int n_gpu_groups;
	int64_t backoff_limit, failed_attempts; /* backoff_limit -1: absent */
};
struct priority_class {
	struct object_meta meta;
	int64_t value;
	bool global_default;
};
struct persistent_volume {
	struct object_meta meta;
	struct str class_name, volume_mode, attributes_class, phase;
	struct quantity capacity;
	struct str claim_name, claim_ns, claim_uid; /* claimRef */
	bool has_claim_ref;
	struct node_terms affinity;
	struct str *access_modes;
	int n_access_modes;
};
struct persistent_volume_claim {
	struct object_meta meta;
	struct str class_name, volume_name, volume_mode, attributes_class, phase;
	struct quantity storage;
	struct label_selector *selector;
	struct str *access_modes;
	int n_access_modes;
	struct owner *owners;
	int n_owners;
};
struct storage_class {
	struct object_meta meta;
	struct str provisioner, binding_mode;
	struct node_terms allowed_topologies; /* all expressions are OP_IN */
};
struct csi_driver {
	struct object_meta meta;
	bool storage_capacity;
};
struct csi_capacity {
	struct object_meta meta;
	struct str class_name;
	struct label_selector *topology; /* NULL: nil */
	struct quantity capacity, maximum;
	bool has_capacity, has_maximum;
};
struct device_request {
	struct str device_class, allocation_mode;
	int64_t count;
	bool exactly;
};
struct resource_claim {
	struct object_meta meta;
	struct owner *owners;
	int n_owners;
	struct str *reserved_for; /* uids of the pods in status.reservedFor */
	int n_reserved_for;
	struct device_request *requests;
	int n_requests;
	bool allocated; /* status.allocation is given */
};
struct resource_slice {
	struct object_meta meta;
	struct str node_name, driver;
	bool all_nodes;
	int64_t devices;
};
struct device_class {
	struct object_meta meta;
	struct str extended_resource;
};
struct topology_level {
	struct str label, alias;
};
struct topology_object {
	struct object_meta meta;
	struct topology_level *levels;
	int n_levels;
};

struct plugin_option {
	struct str name;
	struct labels arguments;
};
struct budget_limit { /* of an action or a generator */
	struct str key;
	int64_t ns;
};
struct queue_depth {
	struct str action;
	int64_t depth;
};
struct config {
	bool present;       /* false: null; the rest is the scheduler's default (rules/01 1.4) */
	struct str actions; /* as written: a comma-separated list */
	struct plugin_option *plugins; /* of all tiers, in order */
	int n_plugins;
	struct queue_depth *depths;
	int n_depths;
	bool has_usage_db;
	struct budget_limit *action_budgets, *generator_budgets; /* scenarioSearchBudgets */
	int n_action_budgets, n_generator_budgets;
	int64_t max_job_search, min_job_search; /* ns */
	bool has_max_job_search, has_min_job_search;
};
#define DEFAULT_POOL_KEY "kai.scheduler/node-pool"
enum { /* settings whose default is not zero */
	GIVEN_SCHEDULER_NAME = 1,
	GIVEN_POOL_KEY = 2,
	GIVEN_PREEMPTEES = 4,
	GIVEN_SIGNATURES = 8,
	GIVEN_HIERARCHY = 16,
	GIVEN_CONSOLIDATING_RECLAIM = 32,
	GIVEN_GRACE = 64
};
struct params {         /* schedulerParams; what is absent is zero until config_fill_params */
	unsigned given; /* GIVEN_..., ored */
	/* numOfStatusRecordingWorkers and schedulePeriod are given: they show which program wrote
	 * the parameters (config_gaps.c). */
	bool has_workers, has_period;
	struct str scheduler_name, pool_label_key, pool_label_value, queue_label_key;
	bool restrict_nodes, schedule_csi_storage, use_signatures, full_hierarchy,
		allow_consolidating_reclaim, detailed_fit_errors;
	int64_t max_consolidation_preemptees;
	int64_t staleness_grace_period, stuck_in_releasing; /* ns */
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
	X(NODE_RESOURCE_TOPOLOGIES, object_meta, node_resource_topologies, read_resource_topology)

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
	struct arena arena;
	struct map strings; /* the intern table */
	struct config config;
	struct params params;
	OBJECT_LISTS(OBJECT_LIST)
	int n_specs;                      /* distinct pod_specs: ids are 0 .. n_specs - 1 */
	bool dra_gate, nrt_gate;          /* feature gates (rules/01 2.3) */
	unsigned null_kinds, empty_kinds; /* bits by enum kind: its list is null; is [] */
	struct instant newest; /* latest time of a creation, start, heartbeat or transition */
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
