/* What the files of the plugin predicates share (rules/06 4, 5, 7 to 9 and 10.2).
 *
 * Answers that cannot change in a session are computed once and kept: the kind and the cached
 * checks of each pod, the conditions and worker labels of each node, and taints and node affinity
 * for each pod spec and node. They depend only on the pod's spec and the node's object, which a
 * session never changes, so keeping them cannot change a decision. Everything lives in the
 * session's arena. */
#ifndef SNAP_PREDICATES_H
#define SNAP_PREDICATES_H
#include "plugins/predicates/checks.h"

enum gpu_kind { KIND_LEGACY_MIG, KIND_CPU, KIND_FRACTIONAL, KIND_MIG, KIND_WHOLE };
_Static_assert(CHECKS <= 8, "task_state.skip is a byte");
struct task_state {           /* of one task, for the whole session */
	unsigned char skip;   /* bits by enum check: skipped for good (rules/06 4.2) */
	unsigned char cached; /* bits by enum check, from CHECK_VOLUMES on: failed is valid */
	unsigned char kind;   /* enum gpu_kind */
	bool passes;          /* all checks are skipped or cached, and none failed */
	/* From CHECK_VOLUMES on, the refusal; NULL: passed or skipped. */
	const struct prefilter *failed[CHECKS - CHECK_VOLUMES];
};
enum node_bit { NODE_READY = 1, NODE_GPU_WORKER = 2, NODE_CPU_WORKER = 4 };
/* STATIC_KNOWN: the byte is computed. The others: taints refuse; node affinity refuses. */
enum static_bit { STATIC_KNOWN = 1, STATIC_TAINT = 2, STATIC_AFFINITY = 4 };

struct ports;
struct pod_affinity;
struct volumes;
struct max_resources;
struct predicates {
	struct session *session;
	struct task_state *tasks; /* by task.index */
	unsigned char *node_bits; /* by node.index: enum node_bit */
	/* These three are NULL for a spec until it is looked up, the fourth for a task.
	 * static_answers: by pod_spec.id, then node.index: enum static_bit. static_sets: by
	 * pod_spec.id, for static_nodes. lasting_sets: by 2 * pod_spec.id, + 1 for whole GPUs, for
	 * lasting_nodes; volume_sets: by task.index, the same of pods with volumes. */
	unsigned char **static_answers;
	uint64_t **static_sets;
	uint64_t **lasting_sets;
	uint64_t **volume_sets;
	struct ports *ports;           /* NULL: no pod wants a host port */
	struct pod_affinity *affinity; /* NULL: no pod has required terms */
	struct volumes *volumes;       /* NULL: no pod uses a claim */
	struct max_resources *max;
};

/* Adds the reason to *why, unless why is NULL, and returns false. */
static inline bool refuse(struct verdict *why, struct str reason)
{
	if (why)
		verdict_add(why, reason, SLOT_NONE);
	return false;
}

/* Hooks; ctx is the struct predicates. False: the pod is refused, and *text says why. pod_passes
 * runs the prefilters of all checks (rules/06 4), victim_passes those whose answer no eviction can
 * change. */
bool pod_passes(void *ctx, struct task *t, struct str *text);
bool victim_passes(void *ctx, struct task *t, struct str *text);

enum gpu_kind gpu_kind_of(const struct task *t);
/* True: the node takes GPU requests of the kind, which is any but KIND_CPU (rules/06 7.1). */
bool gpu_kind_fits(struct session *s, enum gpu_kind kind, const struct task *t,
	const struct node *n, struct verdict *why);

/* enum node_bit, ored. */
unsigned char node_bits_of(const struct node_object *n);
/* False: some condition of the node is bad; each bad one adds a reason (rules/06 7.4). */
bool node_conditions_pass(const struct node_object *n, struct verdict *why);
/* True: the node is a worker for the task, or scheduling is not restricted (rules/06 10.2). */
bool worker_fits(
	struct predicates *p, const struct task *t, const struct node *n, struct verdict *why);

/* enum static_bit, ored. */
unsigned char static_answer(
	struct predicates *p, const struct pod_spec *spec, const struct node *n);
/* Hooks; ctx is the struct predicates. They give the nodes, as bits by node.index, that pass for
 * the task: static_nodes by conditions, taints, selectors and required node affinity; lasting_nodes
 * also by worker labels, GPU kind and volumes. lasting_nodes gives NULL unless the task requests
 * only CPU or whole GPUs, has no ports or inter-pod terms to check, and passed the check of its
 * volumes. */
const uint64_t *static_nodes(void *ctx, const struct task *t);
const uint64_t *lasting_nodes(void *ctx, const struct task *t);

#endif
