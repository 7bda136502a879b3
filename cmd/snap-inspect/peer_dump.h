/* A dump of kube-scheduler's cache: what is free on its nodes, and how it differs from the objects
 * of the API. */
#ifndef INSPECT_PEER_DUMP_H
#define INSPECT_PEER_DUMP_H
#include "common/import/dump.h"
#include "common/map.h"
#include "peer_object.h"
#include "peer_report.h"

/* A node of the dump with its amounts. */
struct peer_cached {
	const struct dump_node *node;
	struct amounts_of allocatable, requested, free;
	long pods, starting; /* starting: of phase Pending, assumed or not started yet */
};

/* A pod of the list of objects. */
struct peer_known {
	struct peer_pod pod;
	bool finished;
	long at; /* its number in the dump; -1: it is not there */
};

/* What differs, and what only looks so. A fault is one that a sound cache does not have. */
#define FINDINGS(X) \
	X(NODE_MISSING, "node-missing", true) \
	X(NODE_SURPLUS, "node-surplus", true) \
	X(NODE_DELETED, "node-deleted", false) \
	X(ALLOCATABLE, "allocatable", true) \
	X(REQUESTED, "requested", true) \
	X(POD_MISSING, "pod-missing", true) \
	X(POD_SURPLUS, "pod-surplus", true) \
	X(POD_TWICE, "pod-twice", true) \
	X(POD_ELSEWHERE, "pod-elsewhere", true) \
	X(POD_ASSUMED, "pod-assumed", false) \
	X(POD_OTHER_SCHEDULER, "pod-other-scheduler", false) \
	X(POD_IN_FLIGHT, "pod-in-flight", false) \
	X(POD_NEW, "pod-new", false) \
	X(POD_BOUND, "pod-bound", false)
#define FINDING_MEMBER(NAME, name, fault) FINDING_##NAME,
enum finding_kind { FINDINGS(FINDING_MEMBER) FINDING_COUNT };
#undef FINDING_MEMBER
struct finding_text {
	const char *name;
	bool fault;
};
extern const struct finding_text finding_texts[FINDING_COUNT];

struct finding {
	enum finding_kind kind;
	struct str node;          /* of the dump, else of the list; empty: none */
	struct str other;         /* the node of the list, where it is another one */
	struct str ns, name, uid; /* of a pod */
	struct str scheduler;
	uint32_t resource; /* 0: none */
	int64_t dump, objects;
};

struct peer_dump {
	struct dump dump;
	long number, count; /* of the dump in the log; how many there are */
	struct peer_reader x;
	struct peer_cached *nodes; /* sorted by name */
	size_t n_nodes;
	long *order; /* number in nodes, by number in dump.nodes */
	long deleted, scheduled, starting, pending;
	/* With a list of objects. */
	bool compared;
	struct peer_node *api_nodes;
	size_t n_api_nodes, cap_api_nodes;
	struct peer_known *api_pods;
	size_t n_api_pods, cap_api_pods;
	struct finding *findings; /* sorted */
	size_t n_findings, cap_findings;
	long found[FINDING_COUNT], faults;
	long sums; /* nodes of which the sum could be compared */
};

/* The dump of that number (0: the last one) in the log. False: *e is set. peer_dump_free in either
 * case. */
bool peer_dump_read(struct peer_dump *d, struct feed *f, long number, struct error *e);
/* Then, once: compares it with a list of kubectl. */
bool peer_objects_read(struct peer_dump *d, struct feed *f, struct error *e);
void peer_compare(struct peer_dump *d);
void peer_dump_free(struct peer_dump *d);
/* The numbers of a summary such as "activeQ:0; backoffQ:1", one by one. False: no more. */
bool peer_summary_next(struct str *rest, struct str *name, int64_t *n);

/* peer_dump_report.c */
void peer_dump_text(struct peer_view *v, const struct peer_dump *d);
void peer_dump_tsv(struct peer_view *v, const struct peer_dump *d);
void peer_dump_json(struct peer_view *v, const struct peer_dump *d);

#endif
