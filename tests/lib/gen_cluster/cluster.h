/* A small made-up cluster, as gen_cluster builds it in memory before it writes it as a snapshot. */
#ifndef SNAP_GEN_CLUSTER_H
#define SNAP_GEN_CLUSTER_H
#include <stdbool.h>
#include <stdint.h>
#include "common/jsonw.h"
#include "tests/lib/gen_cluster/kinds.h"

/* What a seed switches on or off. X(name, how often in a hundred clusters) */
/* clang-format off */
#define FEATURES(X) \
	X(fractions, 50) X(gpu_memory, 40) X(multi_device, 30) X(mig, 18) \
	X(cpu_jobs, 55) X(cpu_nodes, 30) X(tight_cpu, 30) X(selectors, 30) \
	X(taints, 30) X(pod_affinity, 20) X(host_ports, 15) X(elastic, 60) \
	X(sub_groups, 40) X(min_sub_group, 50) X(three_levels, 35) X(open_departments, 50) \
	X(limits, 40) X(cpu_quotas, 25) X(queue_priorities, 30) X(hog, 70) \
	X(holes, 55) X(min_runtime, 40) X(delays, 15) X(releasing, 35) \
	X(bind_requests, 30) X(stale, 25) X(gated, 10) X(finished, 15) \
	X(foreign, 15) X(unready, 12) X(reservations, 70) X(explicit_preemptibility, 20) \
	X(roles, 12) X(operator_plugins, 45) X(spread, 15) X(evict_for_good, 20) \
	X(no_signatures, 15) X(flat_queues, 6) X(queue_depth, 15) X(other_actions, 20) \
	X(saturation, 10) X(huge_gang, 12) X(few_pods, 8)
/* clang-format on */

enum feature {
#define X(name, percent) F_##name,
	FEATURES(X)
#undef X
		N_FEATURES
};

enum {
	MAX_NODES = 24,
	MAX_QUEUES = 24,
	MAX_JOBS = 128,
	MAX_PODS = 220,
	MAX_SETS = 8,
	MAX_DEVICES = 4,
	MAX_SHARED = 10,
	PROFILES = 3
};

struct room {
	int cpu, memory, gpus, pods; /* milli-CPU, GiB, whole devices */
	int mig[PROFILES];
};

struct shared {          /* a GPU in use by parts of it */
	int group, left; /* left: MiB */
};

struct node {
	struct room total, left;
	int gpu_memory; /* MiB of each GPU, as in the node's label */
	int pool, zone;
	bool tainted, unready, cordoned, mig, mig_single;
	bool slices;            /* its GPUs are in a ResourceSlice */
	unsigned ports, spread; /* in use: host ports, classes of pods that keep apart */
	struct shared shared[MAX_SHARED];
	int n_shared;
};

struct queue {
	int parent; /* -1: top */
	bool leaf;
	double quota[3], limit[3], weight;                     /* GPUs, milli-CPU, MB */
	int priority;                                          /* 0: not given */
	const char *preempt_min_runtime, *reclaim_min_runtime; /* NULL: not given */
};

enum shape_kind { WHOLE, FRACTION, GPU_MEMORY, MIG, CPU_ONLY };
enum apart {
	APART_NO,
	APART_LABEL,
	APART_HOST,
	APART_ZONE,
	APART_PREFERRED
}; /* LABEL: others keep away from it */

struct shape { /* what each pod of a job asks for */
	enum shape_kind kind;
	struct room ask;
	int percent, memory, devices; /* of shared GPUs: part, or MiB; number */
	int pool;                     /* node selector, -1: none */
	bool tolerates;
	int port; /* -1: none */
	enum apart apart;
	int spread; /* class of pods that keep apart */
	enum claiming claiming;
};

enum pod_state { PENDING, RUNNING, BINDING, BOUND, RELEASING, STUCK, SUCCEEDED, FAILED, GATED };

struct pod {
	int job; /* -1: of another scheduler, or a reservation */
	int set, number, node;
	enum pod_state state;
	int group[MAX_DEVICES], n_groups;
	int device_node;                /* of the devices that its claims were given, -1: none */
	unsigned devices[DEVICE_KINDS]; /* these: a bit for each */
	int64_t age;
};

struct set {        /* a sub-group */
	int parent; /* index of an inner set, -1: top */
	bool inner;
	int min, min_sub_group; /* -1: minSubGroup not given */
};

struct job {
	int queue, priority, min, min_sub_group;    /* -1: minSubGroup not given */
	const char *preemptibility, *delay, *grace; /* NULL: not given */
	int64_t age, started, stale;                /* seconds ago, -1: never */
	struct shape shape;
	struct set sets[MAX_SETS];
	int n_sets;
};

struct cluster {
	uint64_t seed, random;
	int64_t now;
	int size; /* class, 0 to 2 */
	bool on[N_FEATURES], rich[N_RICH];
	struct kinds kinds;
	struct node nodes[MAX_NODES];
	struct queue queues[MAX_QUEUES];
	struct job jobs[MAX_JOBS];
	struct pod pods[MAX_PODS];
	int n_nodes, n_queues, n_jobs, n_pods, pod_budget, n_groups, hog;
};

extern const char *const mig_profiles[PROFILES];

uint32_t below(struct cluster *c, uint32_t n);
bool chance(struct cluster *c, uint32_t percent);
#define PICK(c, array) ((array)[below((c), sizeof(array) / sizeof *(array))])

void make_nodes(struct cluster *c);
void make_queues(struct cluster *c);
struct shape make_shape(struct cluster *c, bool running);
/* A node that has room for a pod of this shape, from which the room is taken; -1: none. The pod's
 * GPU groups are filled in. */
int place(struct cluster *c, const struct shape *s, struct pod *p);
void make_running(struct cluster *c);
void make_pending(struct cluster *c);
void write_config(const struct cluster *c, struct jsonw *w);
void write_objects(const struct cluster *c, struct jsonw *w);
void write_pods(const struct cluster *c, struct jsonw *w);

/* Writing: a member with a value given as JSON text, in printf's form; an object's name, namespace
 * (NULL: none), uid and age. */
void put_plugin(struct jsonw *w, const char *name, const char *arguments); /* NULL: none */
__attribute__((format(printf, 3, 4))) void put(
	struct jsonw *w, const char *key, const char *fmt, ...);
void put_room(struct jsonw *w,
	const struct room *r); /* but for pods, which nodes have and pods do not ask for */
void put_time(const struct cluster *c, struct jsonw *w, const char *key, int64_t age);
void begin_metadata(const struct cluster *c, struct jsonw *w, const char *kind, int number,
	const char *name, const char *ns, int64_t age);
const char *node_name(char *buffer, int number);
const char *queue_name(char *buffer, int number);
const char *job_name(char *buffer, int number);
const char *group_name(char *buffer, int number);
const char *pod_name(const struct cluster *c, char *buffer, int pod);
const char *uid_of(char *buffer, const char *kind, int number);
enum { NAME_SIZE = 64, POD_NAME_SIZE = NAME_SIZE + 12 };

#endif
