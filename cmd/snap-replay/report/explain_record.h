/* Private to report/explain*.c: what --explain keeps of a pod group: per run of an action a
 * chapter, with visits (the walk popped the job), looks at nodes, searches and decisions. The arena
 * of struct explain owns all texts; arrays with a cap are on the heap. */
#ifndef SNAP_EXPLAIN_RECORD_H
#define SNAP_EXPLAIN_RECORD_H
#include "common/decisions.h"
#include "common/grow.h"
#include "plugins/topology/choose.h"
#include "session/fit_errors.h"
#include "session/hook_values.h"
#include "session/trace.h"
#include "solvers/search.h"

/* ---- nodes ---- */
struct shortage { /* of one resource, over the nodes of a struct refusal; units of the slot */
	int slot;
	double free_min, free_max, capacity_min, capacity_max;
};
struct refusal {            /* nodes that refuse the pod for the same reasons */
	const char *plugin; /* NULL: too few resources */
	struct str reason;  /* reasons joined by "; ", without names of nodes */
	/* Where GPUs are lacking: how many each of the nodes has. It is part of the reason, so that
	 * nodes without GPUs are a refusal of their own. */
	double gpus;
	struct shortage shortages[VERDICT_MAX];
	int n_shortages, nodes;
	const struct node *example;
	struct str zones; /* NUMA zones of the example, if they refuse; else empty */
	/* Devices of each node, if they are too few; part of the reason, too. */
	struct device_details devices;
};
struct score_group {          /* nodes that fit and have equal parts of the score */
	double score, *parts; /* parts by index of the hooks node_order */
	int nodes;
	const struct node *example;
};
#define SCORE_GROUPS 6
#define LACKS_MAX 4
struct lack { /* of one node; units of the slot */
	int slot;
	double needed, free;
};
/* Of a pod that no node took: the nodes that refuse it, each counted once, and the node of
 * `lacking` that lacks the least part of what the pod requests. */
struct near_miss {
	const struct node *node; /* NULL: none */
	struct lack lacks[LACKS_MAX];
	int n_lacks;
	/* Nodes that lack room and refuse for no other reason, of these the ones that lack it even
	 * when empty (small); nodes that have room, but refuse; that do both. `node` is a small one
	 * only if all are. */
	int lacking, small, unwilling, both;
	/* Of the first node that does both: its reason, empty: there is none; and what struct
	 * refusal has of its zones and devices. */
	struct str first_refusal, first_zones;
	struct device_details first_devices;
	const struct node *first;
	/* Of the nodes that are not lacking: the first that a taint or its labels alone may keep
	 * from taking the pod; NULL: none. Those that have room go first. */
	const struct node *tainted, *unlabelled;
	bool has_room; /* tainted and unlabelled have room */
};
struct unlooked { /* nodes of the snapshot that the engine did not try, and why */
	const char *why;
	int nodes;
};
#define UNLOOKED_MAX 4
struct look { /* one pod on all nodes, when the engine tried to place it */
	const struct task *task;
	struct str refused;        /* the pre-predicate's text: no node was tried; empty: none */
	const struct node *chosen; /* NULL: none */
	bool pipelined;
	struct refusal *refusals; /* most nodes first */
	int n_refusals;
	struct score_group best[SCORE_GROUPS]; /* best first, without the chosen node */
	double chosen_score, *chosen_parts;
	/* fit: with the chosen one; nodes: all that were tried. The nodes of refusals, fit, and the
	 * nodes of unlooked add up to the nodes of the snapshot. */
	int n_best, fit, nodes;
	struct unlooked unlooked[UNLOOKED_MAX];
	int n_unlooked;
	/* Nodes before the chosen one on which a fractional request found no GPU. */
	int better;
	struct near_miss miss; /* if no node was chosen */
};

/* ---- topology domains ---- */
/* X(NAME, word): what became of a domain. */
#define DOMAIN_ENDS(X) \
	X(TAKEN, "taken") \
	X(FAILED, "failed")     /* it was tried; not all pods found a node */ \
	X(UNTRIED, "not-tried") /* it has room, but comes after the one that was taken */ \
	X(SMALL, "too-little-room") \
	X(ELSEWHERE, "elsewhere")   /* the group must stay where pods of it run */ \
	X(UNCOUNTED, "not-counted") /* it is not within the lowest common domain */
#define DOMAIN_END(NAME, word) DOMAIN_##NAME,
enum domain_end { DOMAIN_ENDS(DOMAIN_END) DOMAIN_END_COUNT };
#undef DOMAIN_END
struct domain_row {
	const struct domain *domain;
	enum domain_end end;
	/* At the moment of the choice: how many of the pods it holds, or PODS_UNKNOWN; its free
	 * amounts by slot; the part of them that the pods take (room_ratio). */
	int64_t pods;
	double *free, ratio;
	double score; /* of its nodes; SCORE_NONE: none */
	/* DOMAIN_FAILED: how many pods found a node, and the first that did not; else NULL, and the
	 * name of the sub-group that found no domain. */
	int placed;
	const struct task *failed;
	const struct look *look; /* of failed */
	struct str misfit;
	int pods_before, looks_before; /* of the visit, when the domain was tried */
};
struct confinement { /* of a group to a domain: its last choice in an attempt */
	struct str group;
	struct topology_constraint constraint;
	const struct domain_tree *tree; /* NULL: TOPOLOGY_MISSING */
	struct need need;
	struct chosen chosen; /* without tried and scores */
	bool simulated;       /* with the victims gone */
	/* The n candidates in the order in which they come, then the others of the levels in
	 * question, those with most room first. TOO_LITTLE: the common domain, then those of the
	 * required level within it. */
	struct domain_row *rows;
	int n_rows, cap_rows;
	const struct domain *wider; /* NO_DOMAIN: one of a wider level that has room; NULL: none */
};

/* ---- order ---- */
struct comparison { /* of two jobs in a walk */
	bool known;
	const struct job *first, *second;
	/* Siblings; NULL: the jobs are of one queue. */
	const struct queue *first_queue, *second_queue;
	struct order_reason why;
};

/* ---- search ---- */
struct search_failure { /* scenarios that failed, simulated or by a bound, for the same reason */
	struct str text;
	long scenarios; /* how many; if probes: how many probes */
	bool probes;
	int most, of; /* at most so many of the probe's pods found a node; of 0: not the reason */
};
struct rejected { /* jobs that the victim filter refuses for the same reason */
	struct str text;
	int jobs;
};
struct searched {
	const char *result;
	struct search_counts counts;
	struct generator_counts generators[MAX_GENERATORS];
	int n_generators;
	struct search_failure *failures; /* most scenarios first */
	int n_failures, cap_failures;
	struct rejected *rejected;
	int n_rejected, cap_rejected, candidates;
	int64_t lots;  /* how many candidates each probe draws; 0: it takes all */
	int protected; /* notes of jobs within their minimum runtime, and the first of them to end
			*/
	struct instant protected_until;
	const struct job *protected_job;
};

/* Figures of the job's queue, or one above it, at the moment of a refusal. Arrays as in
 * hook_values.h. requested: by the job's unit. */
struct queue_level {
	const struct queue *queue;
	double requested[3], allocated[3], allocated_np[3], quota[3], limit[3], fair_share[3];
};
struct like { /* another job of the same kind, whose failure stands for this one's */
	const struct job *job;
	const struct visit *visit; /* without looks, unless that job is followed */
};
struct visit {      /* the walk popped the job, and the action tried it */
	int number; /* of the pop in its walk, from 1 */
	struct comparison before, after;
	const char *outcome; /* NULL: no trace_outcome came */
	struct str text;     /* of that outcome */
	struct look **looks; /* of the last attempt */
	int n_looks, cap_looks;
	struct confinement **confined; /* of the last attempt, the outermost group first */
	int n_confined, cap_confined;
	int pods, placed;          /* of the last attempt: pods tried, pods placed */
	const struct task *failed; /* the first pod that found no node */
	struct searched *search;   /* NULL: none */
	int passed;                /* enum passed_over of session/trace.h; 0: not passed over */
	const char
		*over; /* the reason of the capacity check that refused the unit; NULL: none did */
	struct queue_level *levels; /* if over or passed; from the job's queue upwards */
	int n_levels;
	struct like like; /* job NULL: none */
};
struct standing { /* of a queue when the search for the preemptor began; units of the slot */
	const struct queue *queue;
	double allocated, fair_share, quota; /* quota -1: unlimited */
};
struct happening { /* a committed decision about a pod of the job */
	enum decision_kind kind;
	const struct task *task;
	struct str node, text, rule;
	const struct job *preemptor;
	/* evict, if compared: the siblings in the tree of queues that the rule of reclaim compares,
	 * from: above the victim, to: above the preemptor. Equal, if both are of one queue. slot:
	 * the resource for which the room is made. */
	bool compared;
	int slot;
	struct standing from, to;
	struct str *pods; /* pipeline: the pods whose room it waits for */
	int n_pods;
};
struct chapter { /* what one run of an action did to one job */
	const char *action;
	int run;              /* number of the run */
	enum absence absence; /* PRESENT, too, if the action has no walk */
	struct str details;   /* its figures; may be empty */
	int waiting;          /* pod groups in the walk at the start */
	struct visit **visits;
	int n_visits, cap_visits;
	struct happening *happenings;
	int n_happenings, cap_happenings;
};
struct explained { /* a job that is followed */
	struct job *job;
	bool waits;               /* it is in the present walk */
	struct comparison before; /* with the job popped last, which came before it */
	struct str rule;          /* of the last trace_rule about it as a victim */
	struct chapter *chapters;
	int n_chapters, cap_chapters;
};
struct subject {                 /* a pod or pod group that --explain names */
	const struct task *task; /* NULL: the whole pod group */
	struct explained *of;    /* NULL: a pod without pod group */
	/* A pod group that is no part of the cycle; the rest is NULL then. */
	const struct pod_group_object *outside;
};

#endif
