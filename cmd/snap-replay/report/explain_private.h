/* Private to report/explain*.c: the state of --explain, and what its files share. */
#ifndef SNAP_EXPLAIN_PRIVATE_H
#define SNAP_EXPLAIN_PRIVATE_H
#include "report/event_writer.h"
#include "report/explain.h"
#include "report/explain_record.h"
#include "session/walk/queue_walk.h"

struct explain {
	struct arena arena;
	struct session *session;
	enum explain_depth depth;
	struct subject *subjects;
	int n_subjects, cap_subjects;
	struct explained **jobs; /* by job.index; NULL: not followed */
	struct explained **list; /* those that are followed */
	int n_list;
	/* Nodes of the snapshot that are none of the session's (rules/01 5.2). */
	int other_pool, no_worker;
	/* The present walk. */
	int run, pops, entered;
	struct explained *now;      /* the popped job; NULL: none yet */
	bool follows;               /* now is followed; else it is &other.job */
	struct visit *visit;        /* of now */
	const struct job *ended_by; /* whose search ended the action; NULL: it did not end early */
	struct {
		struct explained job;
		struct visit visit;
		struct searched search; /* its lists serve one job after another */
	} other;                        /* a popped job that is not followed */
	/* By job index: its failed visit in the action of number `run`. */
	struct failed_visit {
		int run;
		const struct visit *visit;
	} * failed;
	/* The present attempt. begun: trace_unit or trace_limit came; limited: trace_limit. */
	bool simulated, final_probe, begun, limited;
	int pods, placed;
	struct look *look; /* open: explain_look was called, explain_placed not yet */
	struct scored_look {
		const struct node *node;
		double score, *parts;
	} * scored; /* fitting nodes of the open look */
	int n_scored;
	/* Sets of nodes that are being tried, one in the other, and how many nodes the outermost
	 * one was chosen from. */
	int n_sets, offered;
	struct str no_domain;   /* the group that found no domain in the simulation */
	struct node_set looked; /* of the open look: its nodes, and its pod */
	struct task *looking;
	double *parts;        /* of scored, a row for each */
	struct strbuf why;    /* the text of the last trace_why */
	struct str took_back; /* queue whose victims the simulation placed before the preemptor */
	struct str lacks;     /* the pre-predicate's text in the simulation */
	/* By queue index: when the search for the popped job began. */
	struct queue_figures *figures;
	bool figures_kept;
};

/* A text in the arena. */
struct str explain_text(struct explain *x, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The job's chapter of the present action, made if it is not there. */
struct chapter *explain_chapter(struct explain *x, struct explained *e);
struct explained *explain_of(const struct session *s, const struct job *j); /* NULL: not followed */
static inline struct explain *explain_at(const struct session *s)
{
	return s->trace.state;
}
/* The present visit is of this job or of the job that it is a clone of. */
static inline bool explain_runs(const struct explain *x, const struct job *j)
{
	return x->now && j && x->now->job == j->session_job;
}
void visit_free(struct visit *v);
/* The search of the present visit, made at its first call. */
struct searched *explain_search_of(struct explain *x);
bool visit_placed(const struct visit *v); /* the job found a place */
/* explain_absent.c: completes the chapters of jobs that the action did not come to. */
void explain_end_action(struct explain *x);
/* explain_like.c: x->visit becomes one of j, which is not followed; keeps a visit that failed. */
void explain_other(struct explain *x, struct job *j);
void explain_keep_failure(struct explain *x);
/* Counts x->other_pool and x->no_worker. */
void explain_count_nodes(struct explain *x);
/* Keeps the figures of all queues, once for each popped job. */
void explain_keep_figures(struct explain *x);

/* verdict_record.c: what the verdict needs of a moment. explain_keep_levels: the figures of the
 * queues of the job that is visited; explain_keep_miss: of the open look, whose pod found no
 * node. */
void explain_keep_levels(struct explain *x, bool real);
void explain_keep_miss(struct explain *x);

/* explain_domain_rows.c: sets the rows of a choice. */
void explain_keep_domains(struct explain *x, struct confinement *c, const struct chosen *r);

/* The observer's functions: explain_NAME for each entry of SESSION_TRACE. */
#define EXPLAIN_DECLARE(name, params, args) void explain_##name params;
#define EXPLAIN_DECLARE_ASK(type, name, params, args) type explain_##name params;
SESSION_TRACE(EXPLAIN_DECLARE, EXPLAIN_DECLARE_ASK)

/* explain_names.c. explain_resolve adds the subjects of a name; false: *e set. explain_follow: the
 * explained of a job, made at its first call. */
bool explain_resolve(struct explain *x, const char *name, struct error *e);
struct explained *explain_follow(struct explain *x, struct job *j);
/* The owner that people know the pod group by: its controller, or else the first; NULL: none. */
const struct owner *explain_owner(const struct pod_group_object *g);

/* explain_text.c, explain_json.c: send the explanation of a subject; explain_words.c: the rest. */
void explain_subject_text(struct events *ev, struct session *s, const struct subject *u);
void explain_subject_json(struct events *ev, struct session *s, const struct subject *u);
struct str subject_key(struct explain *x, const struct subject *u);
struct str outside_words(const struct session *s, const struct subject *u);
void refusal_words(struct text *b, const struct session *s, const struct refusal *r);
void comparison_words(struct text *b, const struct comparison *c);
void failure_words(struct text *b, const struct search_failure *f);
void standings_words(struct text *b, const struct happening *h); /* of h->compared */
/* domain_words.c. short_key: a label's key without what stands before "/". level_word: that of a
 * level, "topology" at depth 0. level_names: the labels of all levels. domain_name: "rack z1.r1".
 * domain_room: "3 GPUs free", or which amounts are too small. */
extern const char *const domain_end_words[DOMAIN_END_COUNT];
struct str short_key(struct str key);
struct str level_word(const struct domain_tree *t, int depth);
void level_names(struct strbuf *b, const struct domain_tree *t);
void domain_name(struct strbuf *b, const struct domain_tree *t, const struct domain *d);
/* The same in the arena. */
struct str domain_name_of(struct session *s, const struct confinement *c, const struct domain *d);
void domain_room(struct strbuf *b, const struct session *s, const struct confinement *c,
	const struct domain_row *row);
/* The pods of the choice request it, and it is not their pod slot. */
bool slot_is_needed(const struct confinement *c, int slot);
/* Of the resources that they request; amounts: by slot. */
void needed_amounts(struct strbuf *b, const struct session *s, const struct confinement *c,
	const double *amounts);
/* The row that was taken; NULL: none was. */
const struct domain_row *taken_row(const struct confinement *c);
int rows_with_end(const struct confinement *c, enum domain_end end); /* how many */
/* Of the rows that were tried and failed the one with most pods placed, the first of equals; NULL:
 * none was tried. */
const struct domain_row *best_failed(const struct confinement *c);
/* zone_words.c: why the node's NUMA zones do not take the task, and what they have free; empty:
 * they do. */
struct str zone_words(struct session *s, const struct task *t, const struct node *n);
/* device_words.c. devices_alike: the same of the same requests. devices_missing: how many the
 * request lacks on the node. expression_shown: as much of a selector as text shows, and "..." if
 * that is not all. */
bool devices_alike(const struct device_details *a, const struct device_details *b);
int64_t devices_missing(const struct device_want *w);
struct str expression_shown(struct str expression, const char **dots);
void devices_text(struct text *b, const struct device_details *d);
void devices_json(struct jsonw *w, const struct device_details *d);
const char *resource_words(const struct session *s, int slot, double *divisor);

#endif
