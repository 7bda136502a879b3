/* The values that plugins' hooks take and return (session/hooks.h). Vectors of three numbers are
 * indexed by SLOT_CPU (milli-CPU), SLOT_MEMORY (bytes) and SLOT_GPU (GPUs). */
#ifndef SNAP_HOOK_VALUES_H
#define SNAP_HOOK_VALUES_H
#include "model/cluster.h"
#include "model/job.h"
#include "model/node.h"

/* The answer of a capacity check (rules/05 11). When ok is true, the other members are not set. */
struct capacity_result {
	bool ok;
	struct str reason;         /* OverLimit or NonPreemptibleOverQuota */
	const struct queue *queue; /* the queue that has too little: the job's, or an ancestor */
	struct str text;           /* the message; in the session's arena */
};

/* The step that decided a comparison, for --explain. Texts are in the session's arena. */
struct order_reason {
	const char *step; /* "priority", "dominant share", ... */
	struct str l, r;  /* the two values that the step compared */
	int order; /* negative: l goes first; 0: no step decided, the other members are not set */
};

/* A member of a sub-group: exactly one pointer is not NULL. */
struct member {
	struct sub_group *set;
	struct pod_set *pod_set;
};

/* A sum over the first n jobs of a job list. The list only grows; its last item may be replaced. */
struct job_sum {
	double v[3];
	int n;
};
/* Jobs in the order in which a walk popped them. */
struct job_list {
	struct job **items;
	int n;
	struct job_sum *sum; /* where a hook keeps its sum over the list between calls, see
				victims_of in plugins/proportion/queue_order.c; NULL: nowhere */
};

/* Nodes without duplicates, sorted by name. */
struct node_set {
	struct node **items;
	int n;
	const uint64_t *bits; /* the same nodes as bits by node.index; NULL: not available */
};

/* The victims of a scenario that belong to one job of the session. */
struct scenario_victims {
	struct job *job;
	struct task **tasks; /* all evicted tasks with their simulated status: recorded victims,
				then potential victims */
	int n;
};
/* A simulated scenario, as validators see it (rules/04 9.5). */
struct scenario {
	struct job *preemptor; /* a clone of the session's job */
	const struct scenario_victims *victims;
	int n_victims;
};

/* The resources of a queue (rules/05 5). */
struct queue_figures {
	double deserved[3], fair_share[3], allocated[3], requested[3], limit[3];
};

#define GPU_WHOLE (-2) /* in place of a device group's id: a GPU that is no device group yet */

#endif
