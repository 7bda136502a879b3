/* The values that hooks take and return (session/hooks.h). Arrays of three doubles are indexed by
 * SLOT_CPU (milli-CPU), SLOT_MEMORY (bytes) and SLOT_GPU (GPUs). */
#ifndef SNAP_HOOK_VALUES_H
#define SNAP_HOOK_VALUES_H
#include "model/cluster.h"
#include "model/job.h"
#include "model/node.h"

/* The result of a capacity check (rules/05 11). When ok is true, the other members are not set. */
struct capacity_result {
	bool ok;
	struct str reason;         /* OverLimit or NonPreemptibleOverQuota */
	const struct queue *queue; /* the queue that has too little: the job's, or one above it */
	struct str text;           /* the message; in the session's arena */
};

/* The step that decided a comparison of l and r, for --explain. Texts live as long as the session.
 */
struct order_reason {
	const char *step; /* "priority", "dominant share", ... */
	struct str l, r;  /* the two values that the step compared */
	int order; /* negative: l goes first; 0: no step decided, the other members are not set */
};

/* A member of a sub-group: an inner set or a pod set. Exactly one pointer is not NULL. */
struct member {
	struct sub_group *set;
	struct pod_set *pod_set;
};

/* The sum of the first n jobs of a job list. A list that has a sum only grows, but its last item
 * may be replaced. */
struct job_sum {
	double v[3];
	int n;
};
/* A list of jobs. As the victims of queue_order: jobs in the order in which a walk popped them. */
struct job_list {
	struct job **items;
	int n;
	/* A hook keeps its sum of the list here from call to call: victims_of in
	 * plugins/proportion/queue_order.c. NULL: the hook adds up the list in each call. */
	struct job_sum *sum;
};

/* Nodes without duplicates, sorted by name. */
struct node_set {
	struct node **items;
	int n;
	const uint64_t *bits; /* the same nodes as bits by node.index; NULL: not available */
};

/* Sets of nodes, one of which has to take a whole group of tasks, in the order in which they are
 * tried. One block of malloc holds it all. */
struct node_choices {
	int n;
	/* Makes `set` the set with index i. */
	void (*choose)(struct node_choices *c, int i);
	struct node_set set;
};

/* The victims of a scenario that belong to one job of the session. */
struct scenario_victims {
	struct job *job;
	struct task **tasks; /* evicted in the scenario; first recorded, then potential victims */
	int n;
};
/* A scenario after its simulation (rules/04 9.5): the tasks have their simulated status and node.
 */
struct scenario {
	struct job *preemptor; /* a clone of the session's job */
	const struct scenario_victims *victims;
	int n_victims;
};

/* The resources of a queue (rules/05 5); -1: unlimited. */
struct queue_figures {
	double deserved[3], fair_share[3], allocated[3], requested[3], limit[3];
};

/* How much a queue may lose: `amount` of the slot, and one victim job more. */
struct loss_room {
	const struct queue *queue; /* the victim's, or one above it */
	int slot;                  /* SLOT_CPU, SLOT_MEMORY or SLOT_GPU */
	double amount;
};

/* What a scenario loses: CPU, memory, GPUs. */
struct gain_losses {
	const double *victim, *below;
};

#define GPU_WHOLE (-2) /* in place of a device group's id: an unused GPU, no device group yet */

/* Why a node's zones do not take a task (rules/07 B4). */
enum zone_lack {
	ZONES_FIT,
	ZONES_NO_SINGLE,  /* no single zone has enough free */
	ZONES_NO_SEVERAL, /* no `width` zones together have enough free */
	ZONES_TOO_SMALL,  /* all zones together could not hold it if they were free */
	ZONES_WIDTHS      /* one resource needs more zones than another, if they were free */
};
/* What a node's zones had for a task. */
struct zone_details {
	const struct node_zones *zones; /* NULL: the task is not aligned on the node */
	enum zone_lack lack;
	/* By index of cluster.zone_slots: the request of a container or pod that does not fit, and
	 * which resources of it count. NULL: all requests fit. */
	const double *request;
	const int *counted;
	int n_counted, width;
	/* By zone and resource, count of zone_slots in a row: what the pod's other containers take
	 * of struct zone.available before. Valid until the next question about zones. */
	const double *drawn;
};

/* X(NAME, word): why a free device is refused. */
#define DEVICE_REFUSALS(X) \
	X(SELECTOR, "selector")     /* it is not what a selector accepts */ \
	X(CONDITIONS, "conditions") /* it has binding conditions */ \
	X(COUNTERS, "counters")     /* it takes part in shared counters */ \
	X(UNKNOWN, "not-replayed")  /* a selector that is not replayed */
#define DEVICE_REFUSAL(NAME, word) REFUSED_##NAME,
enum device_refusal_why { DEVICE_REFUSALS(DEVICE_REFUSAL) DEVICE_REFUSAL_COUNT };
#undef DEVICE_REFUSAL
struct device_refusal {
	enum device_refusal_why why;
	/* The selector that refused: one of the class or of the request, and its number there from
	 * 0; absent: none. */
	bool of_class;
	int number;
	struct str expression;
	int devices;
};
/* What the devices that a node can use say to one request of a claim (rules/07 C8). Each is
 * allocated, free, or refused. */
struct device_want {
	const struct resource_claim *claim;
	const struct device_request *request;
	bool all;      /* all that the selectors accept, which are `count` */
	int64_t count; /* devices wanted */
	int devices, allocated, free;
	int allocated_fit; /* of those allocated, how many the selectors accept */
	struct device_refusal *refusals;
	int n_refusals;
	/* Of those free, how many one constraint accepts together at most, and the attribute that
	 * must be equal; absent: no constraint refuses any. */
	int agreeing;
	struct str attribute;
};
struct device_details {
	struct device_want *items; /* by claim without devices and request */
	int n;
};

#endif
