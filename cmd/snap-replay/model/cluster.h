/* The in-memory cluster that a session works on: nodes, tasks (pods), jobs (pod groups), queues
 * (rules/01 5 to 9).
 *
 * One record per task: statement operations change it in place. What a node remembers of a task at
 * the time of booking is in struct node_entry. Jobs made by the solvers (clones) have their own
 * counters and share the tasks. */
#ifndef SNAP_CLUSTER_H
#define SNAP_CLUSTER_H
#include "common/msg.h"
#include "model/dice.h"
#include "model/resources.h"
#include "model/warnings.h"

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
const char *pod_status_name(enum pod_status s); /* the scheduler's word */

enum request_type { REQUEST_REGULAR, REQUEST_FRACTION, REQUEST_GPU_MEMORY, REQUEST_MIG };
enum received_type { RECEIVED_NONE, RECEIVED_REGULAR, RECEIVED_FRACTION, RECEIVED_MIG };

/* A device group is one physical GPU that fractional pods use in parts; the API calls it a GPU
 * group. Ids index cluster.device_groups. Lists are immutable: several owners may hold one. */
struct device_group_list {
	const int *ids;
	int n;
};
struct device_group_name {
	struct str name; /* of the snapshot, or new-000001, ... */
	bool fresh;
};

/* For what a walk over queues or sub-groups calls and what does not recurse: its variables stay out
 * of the walk's frame, of which there may be a thousand (TREE_DEPTH_MAX). */
#define OWN_FRAME __attribute__((noinline))

struct node;
struct job;
struct pod_set;
struct queue;

struct task {
	const struct pod *pod;
	struct str key;          /* "namespace/name" */
	int index;               /* in cluster.tasks */
	int order;               /* place among the tasks of its job, see session_task_less */
	struct job *job;         /* of the session; NULL: none */
	struct pod_set *pod_set; /* of the session's job; NULL: none, or invalid sub-group */
	struct str subgroup;     /* label kai.scheduler/subgroup-name, may be absent */
	enum pod_status status;
	bool virtual_status; /* the status comes from an uncommitted (or pipeline) operation of this
				session */
	bool evicted;        /* an eviction was sent out in this session */
	bool reservation;    /* a GPU reservation pod (rules/01 5.8) */
	bool legacy_mig;
	bool invalid_subgroup;
	struct node *node;    /* NULL: none, or outside the session */
	struct str node_name; /* as the original sees it; absent: "" */
	enum request_type type;
	struct gpu_request gpu; /* requested */
	const double *request;  /* vector */
	int request_class;      /* equal for tasks with equal type, gpu and request */
	enum received_type received;
	bool accepted_set;           /* was put on a node of the session */
	struct gpu_request accepted; /* GPU requirement on its last node */
	struct device_group_list device_groups;
	struct storage_claims *storage; /* linked claims when scheduleCSIStorage is on
					   (plugins/storage), else NULL */
	int eviction; /* where the open statement may have evicted it (session/statement.c) */
	bool uses_dra, uses_claims; /* has resource claims, or extended resources that a DeviceClass
				       stands for */
};
/* Its request is for a fraction of one or more GPUs, as a fraction or as GPU memory. */
static inline bool task_fractional(const struct task *t)
{
	return t->type == REQUEST_FRACTION || t->type == REQUEST_GPU_MEMORY;
}
bool task_needs_gpu(const struct task *t); /* any kind of GPU (rules/06 2.2) */
double task_accepted(const struct task *t, int slot,
	const struct slots *s); /* accepted vector; all 0 while !accepted_set */
/* Real: Pending. Simulated: also Releasing with virtual status. */
static inline bool task_should_allocate(const struct task *t, bool real)
{
	return t->status == POD_PENDING ||
		(!real && t->status == POD_RELEASING && t->virtual_status);
}

struct device_group { /* of one node; int64 MiB; rules/01 7 */
	int id;
	int64_t used, releasing, allocated;
	bool has_allocated, has_releasing; /* an entry exists, even if 0 */
	bool marked;                       /* counted as a whole releasing GPU */
};
struct node_entry { /* what the node booked */
	struct task *task;
	enum pod_status status;
	struct device_group_list device_groups;
};
struct node {
	const struct node_object *object;
	struct str name;
	int index;        /* in cluster.nodes, which is in byte order of the names */
	uint64_t changed; /* number of the last change of its books, see cluster.changes */
	double *allocatable, *idle, *used, *releasing; /* rows of cluster-wide matrices */
	int64_t gpu_memory;                            /* M, MiB of each GPU */
	bool gpu_memory_synced;
	int64_t gpu_count;                           /* N */
	bool mig_enabled, cpu_only, dra_gpus, ready; /* ready: rules/06 7.4 */
	enum { MIG_NONE, MIG_SINGLE, MIG_MIXED } mig_strategy;
	struct node_entry *entries;
	int n_entries, cap_entries;
	struct device_group
		*device_groups; /* by name, as every sum and tie over them goes by name */
	int n_device_groups, cap_device_groups;
	struct task **legacy_mig;
	int n_legacy_mig;
	struct task **view; /* the Kubernetes view: pods for ports and inter-pod affinity
			       (rules/06 2.3) */
	int n_view, cap_view;
};

struct pod_set {
	struct str name;
	int min;
	struct sub_group *parent;
	struct job *job;
	struct topology_constraint constraint;
	struct task **tasks; /* by uid, byte order */
	int n_tasks;
	int counts[POD_STATUSES];
};
struct sub_group { /* inner set; the root has an empty name */
	struct str name;
	struct sub_group *parent;
	int min_sub_group; /* -1: all members */
	struct topology_constraint constraint;
	struct sub_group *
		*sets; /* members: inner sets, then pod sets, each in spec.subGroups order */
	int n_sets;
	struct pod_set **pod_sets;
	int n_pod_sets;
};

struct fit_errors; /* session/fit_errors.h */

struct job {
	const struct pod_group_object *object;
	struct str name; /* = uid, without namespace */
	struct str key;  /* "namespace/name" */
	int index;       /* in cluster.jobs, which is in byte order of the names */
	int fill_rank; /* place in the order in which walks are filled (session/walk/walk_fill.c) */
	struct job *session_job; /* of a clone: the job it was made of; else itself */
	struct queue *queue;     /* NULL: missing */
	int32_t priority;
	bool preemptible;
	struct instant creation, last_start, last_eviction, stale_since; /* TIME_ZERO: none */
	bool stale;
	bool started, evicted; /* in this session: last_start, last_eviction are its own */
	unsigned char waits;   /* enum clock_wait of session/clock.h: known to the count */
	struct sub_group *root;
	struct pod_set **pod_sets; /* tree order: inner sets first, depth first */
	int n_pod_sets;
	struct task **tasks; /* of all pod sets, by key; invalid ones are in invalid */
	int n_tasks;
	struct task **invalid;
	int n_invalid;
	int counts[POD_STATUSES];
	int active_drift;   /* what repeated victims did to the count of active allocated tasks
			       (rules/04 11) */
	double *allocated;  /* request vectors of tasks in SET_ALLOCATED */
	struct task **unit; /* cached tasks to allocate (rules/03 4.2); NULL: not cached */
	int n_unit;
	bool unit_cached;
	double *unit_request; /* cached request vector */
	double unit_sums[3];  /* of it: cpu, memory, all GPUs with those of MIG profiles */
	bool unit_request_cached;
	unsigned char growth;      /* cached by plugins/elastic.c; 0: not known */
	bool tasks_ordered;        /* task.order is known */
	struct str signature;      /* made after loading, never changed */
	struct fit_errors *errors; /* session's; NULL until the first */
};
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
	struct str name, display_name;     /* name = uid */
	struct queue *parent;              /* NULL: top level */
	struct queue **children;           /* snapshot order */
	int n_children;
	int index; /* in cluster.queues, which is in byte order of the names */
	int depth; /* 0: top level */
	int64_t priority;
	double quota[3], limit[3], weight[3]; /* by SLOT_CPU, SLOT_MEMORY, SLOT_GPU: milli-CPU,
						 bytes, GPUs; -1 unlimited */
	struct instant creation;
};

#define CHANGE_RING 4096

struct cluster {
	struct arena arena;
	struct objects *objects; /* not owned */
	struct instant now;
	struct dice dice; /* set before cluster_build */
	struct slots slots;
	struct node *nodes;
	int n_nodes;
	struct task *tasks; /* snapshot order */
	int n_tasks;
	struct job **jobs;
	int n_jobs;
	struct queue **queues;
	int n_queues, n_leaf_queues;
	const struct job *
		endless; /* a job with pods to be charged to queues that form a cycle; NULL: none */
	struct map node_by_name, job_by_name, queue_by_name, config_maps /* "ns/name" */,
		task_by_uid;
	struct map device_group_by_name; /* of names in the snapshot, to ids */
	struct device_group_name *device_groups;
	int n_device_groups, cap_device_groups, n_new_device_groups;
	int64_t min_gpu_memory, max_gpu_memory; /* over nodes with M > 100; 0: none such */
	struct map stuck_bind_requests; /* "ns/name" of requests that point to unknown nodes and do
					 * not match the shard selector: binding a pod of that name
					 * fails (rules/01 2.6, 5.5) */
	uint32_t changes[CHANGE_RING];  /* the last node indexes whose books changed; number i is at
					   i % CHANGE_RING */
	uint64_t n_changes;
	int n_bind_requests; /* stored ones, for the log line */
};

/* Builds the cluster out of the objects at time now. False: *e set (queues or sub-groups nested too
 * deep, a queue named default that would be its own parent). Queues in and below a cycle are left
 * out. Warnings and unsupported features (topology constraints, NUMA, DRA) go to w. */
bool cluster_build(struct cluster *c, struct objects *o, struct instant now, struct warnings *w,
	struct error *e);
void cluster_free(struct cluster *c);
int cluster_device_group(
	struct cluster *c, struct str name);     /* of a name in the snapshot; interned */
int cluster_new_device_group(struct cluster *c); /* one that nobody uses yet */

#endif
