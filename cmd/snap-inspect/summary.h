/* What one pass over a snapshot keeps: counts, sums, and of each object only its name and what it
 * refers to (about a hundred bytes), never the document. */
#ifndef INSPECT_SUMMARY_H
#define INSPECT_SUMMARY_H
#include "common/capture_info.h"
#include "common/doubts.h"
#include "common/json.h"
#include "common/timefmt.h"
#include "faults.h"
#include "names.h"

/* GPUs (whole and shared ones, rules/01 4.2), milli-CPU, bytes. */
struct amounts {
	double gpu;
	int64_t cpu, memory;
};

/* What a pod asks for (rules/01 6.3); thousands of pods share one of these. */
struct request {
	struct amounts sum; /* containers, init containers and overhead; gpu: GPU devices or the
			       fraction of its annotations */
	double mig;         /* slices times size, which queues are charged for (rules/01 4.4) */
	int64_t gpu_memory; /* MiB of each shared device by annotation gpu-memory; 0: none */
	int64_t devices;    /* of a fraction or gpu-memory pod */
	bool fraction;
};

enum pod_phase { PHASE_UNKNOWN, PHASE_PENDING, PHASE_RUNNING, PHASE_FINISHED };

/* Pod, node, queue and pod group number i are names_text(&ids[kind], i + 1); of objects with one
 * name the first counts. */
struct pod {
	uint32_t index;   /* in its list */
	uint32_t group;   /* in refs; 0: none */
	uint32_t node;    /* in refs; 0: none */
	uint32_t request; /* in requests */
	uint8_t phase;
	bool deleting : 1, gated : 1, reservation : 1;
	bool other_pool : 1; /* by its label it belongs to another node pool than the one of this
				snapshot */
};

struct node {
	int64_t gpu_memory; /* MiB of each GPU (rules/01 5.4) */
	bool outside;       /* the scheduler does not see it (rules/01 5.2 and 5.4) */
};

enum share { SHARE_QUOTA, SHARE_LIMIT, SHARE_WEIGHT, SHARE_COUNT };

struct queue {
	uint32_t index;
	uint32_t parent;              /* in refs; 0: a top queue */
	double share[SHARE_COUNT][3]; /* of GPUs, milli-CPU, bytes; quota and limit -1: unlimited */
	int64_t priority;
	uint64_t pod_groups;
	struct amounts allocated, asked; /* with all queues below */
	uint32_t up, first, last, next;  /* the tree, numbers from 1: parent, first and last child,
					    next sibling; 0: none */
	bool in_cycle;                   /* the one where the tree is cut open */
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
	bool config, params; /* there and not null */
	bool restrict_nodes;
	struct str name, pool_key, pool_value;
	struct texts actions, plugins; /* in the order of the file */
};

enum group_state { GROUP_RUNNING, GROUP_PENDING, GROUP_PARTLY, GROUP_EMPTY, GROUP_STATE_COUNT };

struct summary {
	struct arena arena;
	struct faults faults;

	struct top_key *keys;
	size_t key_count, key_cap;
	struct scheduler scheduler;
	struct str kubernetes;               /* version; p NULL: not told */
	bool discovery, discovery_resources; /* there and not null */
	struct instant newest;               /* creation, start, heartbeat or transition time */

	uint64_t counts[KIND_COUNT],
		outside[KIND_COUNT];           /* outside: of another node pool, by their labels */
	enum json_type kind_types[KIND_COUNT]; /* JSON_END: missing */
	struct names ids[KIND_COUNT];          /* "ns/name" */
	struct names uids[KIND_COUNT];
	struct names refs;     /* names that objects point to */
	struct names requests; /* the bytes of struct request */

	struct pod *pods;
	struct node *nodes;
	struct queue *queues;
	struct group *groups;
	struct bind *binds;
	size_t pod_cap, node_cap, queue_cap, group_cap, bind_cap, bind_count;

	/* totals, some of them counted while reading, the rest by derive() */
	uint64_t ready, cordoned, deleting, no_uid;
	struct tally phases, schedulers;
	struct tally mig; /* profiles, by nodes' allocatable */
	double gpus_allocatable, gpus_requested, gpus_waiting;
	uint64_t group_states[GROUP_STATE_COUNT];
	uint32_t first_queue, last_queue; /* top queues, linked by next */
};

void summary_free(struct summary *s);
/* Reads a whole document; the reader's error tells of failure. */
bool summary_read(struct summary *s, struct json *r);
/* After summary_read: joins pods, groups, nodes and queues into the sums. */
void summary_derive(struct summary *s);
/* What the capture says of itself (NULL: nothing), and why it could not be read (status 0: it
 * could). */
void summary_check_capture(
	struct summary *s, const struct capture_info *capture, const struct error *why);
/* After all else: the faults that need more than one object; sorts all. */
void summary_check(struct summary *s);

struct request request_of(const struct summary *s, uint32_t id);

/* Walks the queue tree, parents before children: *at is 0 at the start, *depth is kept by the walk.
 * False at the end. */
bool queue_walk(const struct summary *s, uint32_t *at, unsigned *depth);

/* Room for element number i of an array that grows; fresh elements are cleared. */
void *grow(void *array, size_t *cap, size_t i, size_t size);

#endif
