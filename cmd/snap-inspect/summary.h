/* Summary of a snapshot after one pass: counts, sums, and the name and references of each object,
 * about a hundred bytes. The document itself is not kept. */
#ifndef INSPECT_SUMMARY_H
#define INSPECT_SUMMARY_H
#include "claims.h"
#include "common/capture_info.h"
#include "common/doubts.h"
#include "common/gates.h"
#include "common/json.h"
#include "common/timefmt.h"
#include "faults.h"
#include "names.h"
#include "numa.h"
#include "topology.h"

/* GPUs (whole and shared ones, rules/01 4.2), milli-CPU, bytes. */
struct amounts {
	double gpu;
	int64_t cpu, memory;
};

/* Requests of a pod (rules/01 6.3). Thousands of pods share one struct request. */
struct request {
	/* Containers, init containers and overhead. gpu: GPU devices, or the fraction of the
	 * annotations. */
	struct amounts sum;
	double mig;         /* slices times size, the amount of the queues (rules/01 4.4) */
	int64_t gpu_memory; /* MiB of each shared device by annotation gpu-memory; 0: none */
	int64_t devices;    /* of a fraction or gpu-memory pod */
	bool fraction;
	bool mig_annotation; /* then GPUs of claims do not count */
};

enum pod_phase { PHASE_UNKNOWN, PHASE_PENDING, PHASE_RUNNING, PHASE_FINISHED };

/* The name of pod, node, queue or pod group i is names_text(&ids[kind], i + 1). Of several objects
 * with one name the first counts. */
struct pod {
	uint32_t index;     /* in its list */
	uint32_t group;     /* in refs; 0: none */
	uint32_t node;      /* in refs; 0: none */
	uint32_t request;   /* in requests */
	int64_t claim_gpus; /* of resource claims */
	uint8_t phase;
	bool deleting : 1, gated : 1, reservation : 1;
	bool other_pool : 1; /* its label assigns it to another node pool */
};

struct node {
	uint32_t index;                 /* in its list */
	int64_t gpu_memory;             /* MiB of each GPU (rules/01 5.4) */
	bool outside;                   /* the scheduler ignores it (rules/01 5.2 and 5.4) */
	double gpus, used;              /* allocatable; requested by pods that are on it */
	double plugin_gpus, slice_gpus; /* what of gpus the device plugin and slices tell */
	size_t first_label;             /* in topologies.of_nodes */
	uint32_t n_labels;
};

enum share { SHARE_QUOTA, SHARE_LIMIT, SHARE_WEIGHT, SHARE_COUNT };

struct queue {
	uint32_t index;
	uint32_t parent;              /* in refs; 0: a top queue */
	double share[SHARE_COUNT][3]; /* of GPUs, milli-CPU, bytes; quota and limit -1: unlimited */
	int64_t priority;
	uint64_t pod_groups;
	struct amounts allocated, requested; /* with all queues below */
	/* The tree, numbers from 1: parent, first and last child, next sibling; 0: none. */
	uint32_t up, first, last, next;
	bool in_cycle; /* the queue at which a cycle is cut */
};

struct group {
	uint32_t index;
	uint32_t name;  /* in refs: pods point to it without its namespace */
	uint32_t queue; /* in refs; 0: none */
	int64_t min_member;
	uint32_t active, waiting; /* pods */
};

struct bind {
	uint32_t index, number; /* in its list, in ids */
	uint32_t pod;           /* "ns/name", in refs */
	uint32_t node;          /* in refs */
	bool live, done;        /* done: the pod was bound */
	bool other_pool;
};

struct top_key {
	struct str key;
	enum json_type type;
};

struct texts {
	struct str *items;
	size_t count, cap;
};

struct scheduler {
	bool config, params; /* present and not null */
	bool restrict_nodes;
	struct str name, pool_key, pool_value;
	struct texts actions, plugins; /* in the order of the file */
};

enum group_state { GROUP_RUNNING, GROUP_PENDING, GROUP_PARTLY, GROUP_EMPTY, GROUP_STATE_COUNT };

struct summary {
	struct arena arena;
	struct faults faults;
	struct str other_config; /* JSON in place of config; empty: none. Padded as of
				    json_over_memory, owned by the caller */

	struct top_key *keys;
	size_t key_count, key_cap;
	struct scheduler scheduler;
	struct str kubernetes;               /* version; p NULL: unknown */
	bool discovery, discovery_resources; /* present and not null */
	struct gates gates;
	struct instant newest; /* latest creation, start, heartbeat or transition */

	uint64_t counts[KIND_COUNT];
	uint64_t outside[KIND_COUNT];          /* of another node pool, by their labels */
	enum json_type kind_types[KIND_COUNT]; /* JSON_END: missing */
	struct names ids[KIND_COUNT];          /* "ns/name" */
	struct names uids[KIND_COUNT];
	uint32_t *pod_of_uid; /* number of the pod, by number in uids - 1 */
	size_t pod_of_uid_cap;
	struct names refs;     /* names that objects point to */
	struct names requests; /* the bytes of struct request */
	struct topologies topologies;
	struct numa numa;
	struct claims claims;

	struct pod *pods;
	struct node *nodes;
	struct queue *queues;
	struct group *groups;
	struct bind *binds;
	size_t pod_cap, node_cap, queue_cap, group_cap, bind_cap, bind_count;

	/* Totals, counted while reading or by summary_derive. */
	uint64_t ready, cordoned, deleting, no_uid;
	struct tally phases, schedulers;
	struct tally mig; /* profiles, by nodes' allocatable */
	double gpus_allocatable, gpus_requested, gpus_waiting;
	uint64_t group_states[GROUP_STATE_COUNT];
	uint32_t first_queue, last_queue; /* top queues, linked by next */
};

void summary_free(struct summary *s);
/* Reads a whole document. False: the reader has the error. */
bool summary_read(struct summary *s, struct json *r);
/* After summary_read: computes the sums over pods, groups, nodes and queues. */
void summary_derive(struct summary *s);
/* Checks capture.json. capture NULL: there is none, or *why is the error of reading it. */
void summary_check_capture(
	struct summary *s, const struct capture_info *capture, const struct error *why);
/* Last: adds the faults between objects, and sorts all faults. */
void summary_check(struct summary *s);

struct request request_of(const struct summary *s, uint32_t id);

/* Moves *at to the next queue of the tree, parents before children. *at is 0 at the start; the walk
 * maintains *depth. False: the end. */
bool queue_walk(const struct summary *s, uint32_t *at, unsigned *depth);

/* Grows array until it has element i; new elements are cleared. Returns the array. */
void *grow(void *array, size_t *cap, size_t i, size_t size);

#endif
