/* The cluster in memory, on which a session works: nodes, tasks (pods), jobs (pod groups), queues
 * (rules/01 5 to 9).
 *
 * Each task has one record, which statement operations change in place. A struct node_entry keeps
 * the task's state at the time of booking. The solvers make clones of jobs: a clone has its own
 * counters and shares the tasks. The arena owns everything unless a member says otherwise. */
#ifndef SNAP_CLUSTER_H
#define SNAP_CLUSTER_H
#include "common/msg.h"
#include "model/dice.h"
#include "model/resources.h"
#include "model/warnings.h"
#include "model/zones.h"

enum pod_status {
	POD_PENDING,
	POD_GATED,
	POD_ALLOCATED,
	POD_PIPELINED,
	POD_BINDING,
	POD_BOUND,
	POD_RUNNING,
	POD_RELEASING,
	POD_STUCK_IN_RELEASING,
	POD_SUCCEEDED,
	POD_FAILED,
	POD_UNKNOWN,
	POD_STATUSES
};
_Static_assert(POD_STATUSES <= 32, "a set of statuses is an unsigned");
#define STATUS_SET(s) (1u << (s))
#define SET_ALLOCATED \
	(STATUS_SET(POD_ALLOCATED) | STATUS_SET(POD_BINDING) | STATUS_SET(POD_BOUND) | \
		STATUS_SET(POD_RUNNING))
#define SET_ACTIVE_ALLOCATED (SET_ALLOCATED | STATUS_SET(POD_PIPELINED))
#define SET_ACTIVE_USED \
	(SET_ACTIVE_ALLOCATED | STATUS_SET(POD_RELEASING) | STATUS_SET(POD_STUCK_IN_RELEASING))
#define SET_ALIVE (SET_ACTIVE_ALLOCATED | STATUS_SET(POD_PENDING) | STATUS_SET(POD_GATED))
static inline bool status_in(enum pod_status s, unsigned set)
{
	return (STATUS_SET(s) & set) != 0;
}
const char *pod_status_name(enum pod_status s); /* the scheduler's word; static */

enum request_type { REQUEST_REGULAR, REQUEST_FRACTION, REQUEST_GPU_MEMORY, REQUEST_MIG };
enum received_type { RECEIVED_NONE, RECEIVED_REGULAR, RECEIVED_FRACTION, RECEIVED_MIG };

/* A device group is one physical GPU that fractional pods use in parts; the API calls it a GPU
 * group. Ids index cluster.device_groups. A list never changes, so several structs may point to
 * the same ids. */
struct device_group_list {
	const int *ids;
	int n;
};
struct device_group_name {
	struct str name; /* from the snapshot, or new-000001, ... */
	bool fresh;      /* made by cluster_new_device_group */
};

/* Marks a function that does not recurse but is called by one that recurses over queues or
 * sub-groups, up to TREE_DEPTH_MAX deep. Not inlined, it keeps its variables out of each of those
 * stack frames. */
#define OWN_FRAME __attribute__((noinline))

struct node;
struct job;
struct pod_set;
struct queue;
struct task_claims;
struct extended_claim;

struct found_claim {                               /* of a claim reference, in the snapshot */
	bool known;                                /* the task has an entry for it */
	const struct claim_allocation *allocation; /* NULL: none */
};
enum { CACHE_LINE = 64 }; /* bytes; another size only makes searches slower */
struct task {
	/* What searches read of thousands of tasks is on the first two cache lines. */
	_Alignas(CACHE_LINE) int index; /* in cluster.tasks */
	int order;       /* rank in the job's task order; valid if job.tasks_ordered */
	struct job *job; /* never a clone; NULL: none */
	enum pod_status status;
	/* An operation of this session set the status, and the cluster does not have it: the
	 * operation is not committed, or is a pipelining. */
	bool virtual_status;
	bool accepted_set;    /* accepted is valid: node_add booked the task once */
	bool evicted;         /* this session sent an eviction to the sink */
	bool reservation;     /* a GPU reservation pod (rules/01 5.8) */
	struct node *node;    /* NULL: none, or not a node of the session */
	struct str node_name; /* also of a node outside the session; "": none */
	enum request_type type;
	int request_class;           /* equal for tasks with equal type, gpu and request */
	const double *request;       /* by slot, in the units of struct slots */
	struct gpu_request accepted; /* by the node that booked it last */
	const struct pod *pod;
	struct pod_set *pod_set; /* of its job; NULL: no job, or its sub-group does not exist */
	/* The others. */
	struct gpu_request gpu; /* requested */
	struct str key;         /* "namespace/name" */
	struct str subgroup;    /* label kai.scheduler/subgroup-name, may be absent */
	bool legacy_mig;        /* its MIG profile comes from an annotation */
	bool invalid_subgroup;  /* its job has no sub-group of that name */
	const struct bind_request *bind_request; /* the live one; NULL: none */
	enum received_type received;
	struct device_group_list device_groups;
	/* Where its node's NUMA zones book it (model/zones.h). Never changes: a new placement is a
	 * new record. NULL: nowhere, or not known. */
	const struct zone_placement *zones;
	struct storage_claims *storage; /* session/storage; NULL unless scheduleCSIStorage is on */
	int eviction; /* where to look first for its eviction in the open statement */
	/* Resource claims, or extended resources that a DeviceClass stands for. */
	bool uses_claims, extends;
	/* What its claim references are allocated (model/task_claims.h). The record never
	 * changes: a new allocation is a new record. NULL: it has no reference. */
	const struct task_claims *claims;
	/* By claim reference, only the first of a name counts; NULL: it has no reference. */
	const struct found_claim *found;
	/* What its extended resources are allocated; NULL: it was not found to need any. */
	const struct extended_claim *extended;
};
_Static_assert(offsetof(struct task, gpu) <= 2 * CACHE_LINE, "the others come behind");
/* It has resource claims, or needs devices of resource slices without one. */
static inline bool task_uses_dra(const struct task *t)
{
	return t->uses_claims || t->extends;
}
/* The task requests parts of one or more GPUs, as a fraction or as GPU memory. */
static inline bool task_fractional(const struct task *t)
{
	return t->type == REQUEST_FRACTION || t->type == REQUEST_GPU_MEMORY;
}
bool task_needs_gpu(const struct task *t); /* any kind of GPU (rules/06 2.2) */
/* One slot of the vector that the node accepted; 0 while !accepted_set. */
double task_accepted(const struct task *t, int slot);
/* real: the task is pending. !real (a simulation): also a task that the session evicts. */
static inline bool task_should_allocate(const struct task *t, bool real)
{
	return t->status == POD_PENDING ||
		(!real && t->status == POD_RELEASING && t->virtual_status);
}

struct device_group { /* what one node books on one device group (rules/01 7) */
	int id;
	int64_t used, releasing, allocated; /* MiB */
	bool has_allocated, has_releasing;  /* the original's map has an entry, maybe of 0 */
	bool marked;                        /* counted as one whole GPU in node.releasing */
};
struct node_entry { /* a task that the node booked, with its state at that time */
	struct task *task;
	enum pod_status status;
	struct device_group_list device_groups;
	const struct zone_placement *zones;
	const struct task_claims *claims;
};
struct node {
	const struct node_object *object;
	struct str name;
	int index;        /* in cluster.nodes, which is in byte order of the names */
	uint64_t changed; /* number of the last change of its books, see cluster.changes */
	int n_slots;      /* slots known when its resources were: those of nodes before it, too */
	double *allocatable, *idle, *used, *releasing; /* by slot */
	int64_t gpu_memory;                            /* M of the rules: MiB of each GPU */
	bool gpu_memory_synced;                        /* M comes from the node's label */
	int64_t gpu_count;                             /* N of the rules, without DRA GPUs */
	/* dra_gpus: some of its GPUs are devices of resource slices. ready: rules/06 7.4. */
	bool mig_enabled, cpu_only, dra_gpus, ready;
	enum { MIG_NONE, MIG_SINGLE, MIG_MIXED } mig_strategy;
	struct node_zones *zones; /* NULL: none are reported, or the plugin numa is not on */
	/* The arrays below are on the heap; cluster_free releases them. */
	struct node_entry *entries; /* in no order */
	int n_entries, cap_entries;
	/* In the order in which sums and ties go over them: by name, or as the dice have it. */
	struct device_group *device_groups;
	int n_device_groups, cap_device_groups;
	struct task **legacy_mig; /* tasks with legacy_mig that were booked here at any time */
	int n_legacy_mig;
	struct task **view; /* pods that host ports and inter-pod affinity count (rules/06 2.3) */
	int n_view, cap_view;
};

struct pod_set {
	struct str name;
	int min; /* pods */
	struct sub_group *parent;
	struct job *job;
	struct topology_constraint constraint;
	struct task **tasks; /* in byte order of the uids */
	int n_tasks;
	int counts[POD_STATUSES]; /* tasks by status */
};
/* An inner node of a job's tree. Its members are first sets, then pod_sets, each in the order of
 * spec.subGroups. */
struct sub_group {
	struct str name;          /* "" for the root */
	struct sub_group *parent; /* NULL: the root */
	int min_sub_group;        /* how many members it needs; -1: all */
	struct topology_constraint constraint;
	struct sub_group **sets;
	int n_sets;
	struct pod_set **pod_sets;
	int n_pod_sets;
};

struct fit_errors; /* session/fit_errors.h */

struct job {
	const struct pod_group_object *object;
	struct str name; /* stands for the uid; names of two namespaces clash */
	struct str key;  /* "namespace/name" */
	int index;       /* in cluster.jobs, which is in byte order of the names */
	int fill_rank; /* rank in the order in which walks are filled (session/walk/walk_fill.c) */
	struct job *session_job; /* of a clone: the job that it was made of; else itself */
	struct queue *queue;     /* NULL: the session has no such queue */
	/* What loops over all jobs read stands together, up to active_drift. */
	int32_t priority;
	bool preemptible;
	bool unit_cached;         /* see unit */
	unsigned char growth;     /* enum growth of plugins/elastic.c; 0: not computed */
	int counts[POD_STATUSES]; /* of tasks */
	/* Added to the active allocated tasks of counts it gives the original's number, which loses
	 * a pod twice if it is evicted twice (rules/04 11). */
	int active_drift;
	struct instant creation, last_start, last_eviction, stale_since; /* TIME_ZERO: none */
	bool stale;            /* stale_since is from the snapshot, or the grace period is over */
	bool started, evicted; /* this session set last_start; set last_eviction */
	unsigned char waits;   /* bits by enum clock_wait: counted in session.clock already */
	struct sub_group *root;
	struct pod_set **pod_sets; /* depth first; in a sub-group those of inner sets go first */
	int n_pod_sets;
	struct task **tasks; /* of all pod sets, in byte order of the keys */
	int n_tasks;
	struct task **invalid; /* tasks whose sub-group does not exist, by key */
	int n_invalid;
	double *allocated;  /* by slot: sum of the requests of tasks in SET_ALLOCATED */
	struct task **unit; /* tasks to allocate (rules/03 4.2); valid if unit_cached */
	int n_unit;
	/* By slot: sum of the unit's requests. The three sums are its CPU, memory and GPUs, with
	 * the GPUs of MIG profiles. Both are valid if unit_request_cached. */
	double *unit_request;
	double unit_sums[3];
	bool unit_request_cached;
	bool tasks_ordered;   /* task.order is set in all tasks */
	bool constrained;     /* it has tasks, and some of its sub-groups a topology constraint */
	struct str signature; /* equal for jobs with equal scheduling constraints */
	struct fit_errors *errors; /* NULL until the session notes the first */
	const char *not_replayed;  /* a feature of it that is not replayed; NULL: none */
};
/* Sums the counts of the statuses in set. */
static inline int counts_in(const int *counts, unsigned set)
{
	int n = 0;

	for (int s = 0; s < POD_STATUSES; s++)
		if (set >> s & 1)
			n += counts[s];
	return n;
}

struct queue {
	const struct queue_object *object; /* NULL: the synthetic "default" */
	struct str name, display_name;     /* name stands for the uid */
	struct str label;        /* for people: NAME, or "DISPLAY NAME (NAME)" if they differ */
	struct queue *parent;    /* NULL: top level */
	struct queue **children; /* snapshot order */
	int n_children;
	int index; /* in cluster.queues, which is in byte order of the names */
	int depth; /* 0: top level */
	int64_t priority;
	/* By SLOT_CPU, SLOT_MEMORY, SLOT_GPU: milli-CPU, bytes, GPUs; -1: unlimited. */
	double quota[3], limit[3], weight[3];
	struct instant creation;
};
/* Goes up from both queues to the first two that differ, coming from the top; if one is above the
 * other, or they are the same, to the upper one (the leveled pair of rules/05 12.2). */
static inline void queues_level(const struct queue **a, const struct queue **b)
{
	while ((*a)->depth > (*b)->depth)
		*a = (*a)->parent;
	while ((*b)->depth > (*a)->depth)
		*b = (*b)->parent;
	while ((*a)->parent != (*b)->parent) {
		*a = (*a)->parent;
		*b = (*b)->parent;
	}
}

#define CHANGE_RING 4096

struct cluster {
	struct arena arena;
	struct objects *objects; /* not owned; must live longer than the cluster */
	struct instant now;      /* the cycle's clock */
	struct dice dice;        /* the caller sets it before cluster_build */
	struct slots slots;
	struct zone_slots zone_slots; /* empty unless the plugin numa is on */
	struct node *nodes;
	int n_nodes;
	struct task *tasks; /* snapshot order */
	int n_tasks;
	struct job **jobs;
	int n_jobs;
	struct queue **queues;
	int n_queues, n_leaf_queues;
	/* A job in or below a cycle of queues, whose pods make the scheduler hang. NULL: none. */
	const struct job *endless;
	struct map node_by_name, job_by_name, queue_by_name, config_maps /* "ns/name" */,
		task_by_uid;
	struct map class_by_resource; /* struct device_class by extended resource (rules/07 C2) */
	struct map gpu_pods; /* numbers of pods by GPU that claims gave (model/shared_gpus.c) */
	struct map device_group_by_name; /* names in the snapshot to ids */
	struct device_group_name *device_groups;
	int n_device_groups, cap_device_groups, n_new_device_groups;
	int64_t min_gpu_memory, max_gpu_memory; /* MiB, of nodes with more than 100; 0: none such */
	/* "ns/name" of bind requests to unknown nodes that do not match the shard selector. Binding
	 * a pod of that name fails (rules/01 2.6, 5.5). */
	struct map stuck_bind_requests;
	/* The nodes whose books changed, by index. Change i is at i % CHANGE_RING; the last
	 * CHANGE_RING of n_changes are there. */
	uint32_t changes[CHANGE_RING];
	uint64_t n_changes;
	/* By job index: the number of the last change of a status, or of the node, of one of its
	 * tasks; n_job_changes: how many there were. */
	uint64_t *job_changed, n_job_changes;
	/* A set of jobs by index: all that have a unit cached, or its sums, and maybe others. */
	uint64_t *may_cache_unit;
	/* A pod asks for GPUs in such a way that it may hold less than none, which it then frees
	 * when it is evicted: for a negative number, one that wraps, or by memory, of which a
	 * node's GPUs may have none (rules/01 7.2). */
	bool odd_gpus;
	int n_bind_requests; /* of pods, without stuck ones; for the log line */
};

/* Builds *c, {0} but for dice, out of the objects at time now. Leaves out queues in and below a
 * cycle. Adds warnings to w. False: *e
 * set (queues or sub-groups nested too deep, a queue named default that would be its own parent);
 * cluster_free releases *c in any case. */
bool cluster_build(struct cluster *c, struct objects *o, struct instant now, struct warnings *w,
	struct error *e);
void cluster_free(struct cluster *c);
/* The id of a name in the snapshot, which must be interned; a new one at its first call. */
int cluster_device_group(struct cluster *c, struct str name);
/* The id of a new group, whose name no other group has. */
int cluster_new_device_group(struct cluster *c);

#endif
