/* Shared by the files of report/explain*.c only: what is kept of each pod group that --explain asks
 * for. */
#ifndef SNAP_EXPLAIN_PRIVATE_H
#define SNAP_EXPLAIN_PRIVATE_H
#include "solvers/search.h"
#include "report/event_writer.h"
#include "report/explain.h"
#include "session/walk/queue_walk.h"

/* ---- nodes ---- */
struct shortage { /* of one resource, over the nodes of a group */
	int slot;
	double free_min, free_max, capacity_min, capacity_max;
};
struct refusal {            /* nodes that said no for the same reasons */
	const char *plugin; /* NULL: resources */
	struct str reason;  /* reasons joined by "; ", node names taken out */
	double gpus; /* that each of them has in all, where GPUs are lacking, so that nodes without
			any stand apart */
	struct shortage shortages[VERDICT_MAX];
	int n_shortages, nodes;
	const struct node *example;
};
struct score_group {          /* nodes that fit with equal parts */
	double score, *parts; /* parts by index of session.node_order */
	int nodes;
	const struct node *example;
};
#define SCORE_GROUPS 6
struct look { /* one pod on all nodes, at the moment of the attempt */
	const struct task *task;
	struct str refused;        /* by a pre-predicate: no node was asked */
	const struct node *chosen; /* NULL: none */
	bool pipelined;
	struct refusal *refusals; /* most nodes first */
	int n_refusals;
	struct score_group best[SCORE_GROUPS]; /* best first, the chosen node left out */
	double chosen_score, *chosen_parts;
	int n_best, fit, nodes; /* fit: with the chosen one */
	int better; /* nodes that come before the chosen one, but had no GPU for a fractional
		       request */
};

/* ---- order ---- */
struct comparison {
	bool known;
	const struct job *first, *second;
	const struct queue *first_queue,
		*second_queue; /* siblings; NULL: both jobs are of one queue */
	struct order_reason why;
};

/* ---- search ---- */
struct search_failure { /* simulations that failed, or were foreseen to fail, for the same reason */
	struct str text;
	long scenarios; /* of probes: how many of those */
	bool probes;
	int most, of; /* pods that found a node: at most, of; of 0: not about that */
};
struct rejected { /* jobs that are no victims, for the same reason */
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
	int64_t lots; /* so many candidates are drawn for each probe; 0: all are taken */
};

struct visit {
	int number; /* pops of the walk up to here */
	struct comparison before, after;
	const char *outcome; /* NULL: told by nobody */
	struct str text;
	struct look **looks; /* of the last attempt */
	int n_looks, cap_looks;
	int pods, placed;          /* of the last attempt: asked, found a node */
	const struct task *failed; /* the first that found none */
	struct searched *search;   /* NULL: none */
};
struct happening {        /* a decision about one of its pods */
	const char *kind; /* evict, pipeline */
	const struct task *task;
	struct str node, text, rule;
	const struct job *preemptor;
	struct str *pods; /* pipeline: the pods whose room it waits for */
	int n_pods;
};
struct chapter { /* one run of an action */
	const char *action;
	int run;
	struct str stays_out; /* why it did not enter the walk; absent: it did, or the action has
				 none */
	int waiting;          /* pod groups in the walk at the start */
	struct visit **visits;
	int n_visits, cap_visits;
	struct happening *happenings;
	int n_happenings, cap_happenings;
};
struct explained {
	struct job *job;
	bool waits;               /* in the walk that runs */
	struct comparison before; /* the job popped last came before it */
	struct str rule;          /* the last one said about it as a victim */
	struct chapter *chapters;
	int n_chapters, cap_chapters;
};
struct subject {                 /* one thing that was asked for */
	const struct task *task; /* NULL: the whole pod group */
	struct explained *of;    /* NULL: a pod without pod group */
	const struct pod_group_object
		*outside; /* not NULL: no part of the cycle, the rest is NULL */
};

struct explain {
	struct arena arena;
	struct session *session;
	struct subject *subjects;
	int n_subjects, cap_subjects;
	struct explained **jobs; /* by job index; NULL: not asked for */
	struct explained **list; /* the same without gaps */
	int n_list;
	/* the walk that runs */
	int run, pops, entered;
	struct explained *now; /* whose visit runs; NULL: another's */
	struct visit *visit;
	/* the attempt that runs */
	bool simulated, final_probe, begun, limited;
	int pods, placed;
	struct look *look; /* open: explain_look was called, explain_placed not yet */
	struct scored_look {
		const struct node *node;
		double score, *parts;
	} * scored; /* fitting nodes of the open look */
	int n_scored;
	double *parts;        /* theirs */
	struct strbuf why;    /* what a hook said last */
	struct str took_back; /* queue whose victims were placed before the preemptor */
	struct str lacks;     /* the pre-predicate's text of the simulation */
};

void *explain_grow(void *items, int n, int *cap, size_t size);
struct str explain_text(struct explain *x, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
struct chapter *explain_chapter(
	struct explain *x, struct explained *e); /* of the action that runs */
struct explained *explain_of(
	const struct session *s, const struct job *j); /* NULL: not asked for */
static inline struct explain *explain_at(const struct session *s)
{
	return s->trace.state;
}
/* Does the visit that runs belong to this job (of the session, or a clone)? */
static inline bool explain_runs(const struct explain *x, const struct job *j)
{
	return x->now && j && x->now->job == j->session_job;
}
void visit_free(struct visit *v);

/* The observer's functions: explain_NAME for each entry of SESSION_TRACE. */
#define EXPLAIN_DECLARE(name, params, args) void explain_##name params;
#define EXPLAIN_DECLARE_ASK(type, name, params, args) type explain_##name params;
SESSION_TRACE(EXPLAIN_DECLARE, EXPLAIN_DECLARE_ASK)

/* explain_names.c */
bool explain_resolve(struct explain *x, const char *name, struct error *e);
struct explained *explain_follow(struct explain *x, struct job *j);

/* explain_text.c, explain_json.c */
void explain_subject_text(struct events *ev, struct session *s, const struct subject *u);
void explain_subject_json(struct events *ev, struct session *s, const struct subject *u);
struct str subject_key(struct explain *x, const struct subject *u);
struct str outside_words(const struct session *s, const struct subject *u);
void refusal_words(struct text *b, const struct session *s, const struct refusal *r);
void comparison_words(struct text *b, const struct comparison *c);
void failure_words(struct text *b, const struct search_failure *f);
const char *resource_words(const struct session *s, int slot, double *divisor);

#endif
