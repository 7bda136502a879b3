/* Private to plugins/numa.c and plugins/numa/: which zones of a node a task gets (rules/07 B). */
#ifndef SNAP_NUMA_H
#define SNAP_NUMA_H
#include "plugins/plugins.h"

/* What a pod asks of zones, by vectors of zone slots (rules/07 B3). Concurrent requests hold what
 * they get together, each serial one only while it is alone. */
struct numa_requests {
	double **concurrent, **serial;
	int n_concurrent, n_serial;
};
/* The slots of a node that count for some tasks, ascending (rules/07 B2). */
struct slot_list {
	int *items;
	int n;
};
struct numa_node {
	struct slot_list aligned[2]; /* by struct pod.guaranteed */
	struct slot_list devices;    /* a request for one of them makes a task handled */
};

struct numa {
	struct session *session;
	struct map ignored;              /* names of ignoreList */
	struct numa_node *nodes;         /* by node.index; nothing for nodes without zones */
	struct slot_list devices;        /* of all nodes with a policy */
	int most_zones;                  /* of one node */
	struct numa_requests **requests; /* by 4 * pod_spec.id, + 2 if guaranteed, + 1 for whole
					    pods; NULL: not known yet */
	struct map placements;           /* content to struct zone_placement: each is made once */
	struct strbuf key;               /* for placements */
	/* Of one evaluation; arrays for the most zones and all slots. */
	double *drawn; /* by zone and slot: what the concurrent requests take */
	int *mask;
	double *rest; /* by slot */
	bool *taken;  /* by zone */
	/* If it found no place: why, and for which request. */
	enum zone_lack lack;
	const double *refused, *drawn_before;
	int width; /* that the last request needs */
};

static inline bool zones_filter(const struct node_zones *z) /* the policy refuses pods */
{
	return z && (z->policy == ZONES_SINGLE || z->policy == ZONES_RESTRICTED);
}
static inline bool zones_book(const struct node_zones *z) /* pods are placed in zones and booked */
{
	return zones_filter(z) || (z && z->policy == ZONES_BEST_EFFORT);
}
/* The node's policy, if it books, is applied to the task. */
bool numa_aligns(const struct numa *p, const struct task *t, const struct node *n);
/* nodes.c. numa_ignore: reads ignoreList, and logs it. numa_prepare: sets the members of *p that
 * last. */
void numa_ignore(struct numa *p, struct str list);
void numa_prepare(struct numa *p);
/* The kubelet aligns the resource for Guaranteed pods only. */
bool numa_is_gated(struct str resource);
/* requests.c */
const struct numa_requests *numa_requests_of(struct numa *p, const struct pod *pod, bool per_pod);
/* evaluate.c: places the task in what the node's zones have available (rules/07 B4); p->drawn says
 * how. False: it does not fit. The node must book. */
bool numa_evaluate(struct numa *p, const struct task *t, const struct node *n);

/* The hook zone_details. */
zone_details_fn numa_details;

/* ledger.c (rules/07 B6). numa_stamp: the placement that p->drawn is; NULL: no amounts. */
const struct zone_placement *numa_stamp(struct numa *p, const struct node *n);
/* Adds sign times the placement to what the node's zones have available. */
void numa_book(struct numa *p, struct node *n, const struct zone_placement *placement, int sign);
/* True: all amounts are so small that sums with them are exact. */
bool numa_is_exact(const struct numa *p);
/* records.c: what the session starts with (rules/07 B7). */
void numa_seed(struct numa *p);
void numa_reconstruct(struct numa *p);

#endif
