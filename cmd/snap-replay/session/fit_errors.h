/* Why tasks and jobs stay pending: counted reasons per task, a list of errors per job (rules/02 13
 * and 14). */
#ifndef SNAP_FIT_ERRORS_H
#define SNAP_FIT_ERRORS_H
#include "model/cluster.h"

/* Why one node refused one task: each reason as the scheduler's text and, where the node has too
 * little of a resource, as that resource's slot. Texts are constants or live in the session's
 * arena. */
#define VERDICT_MAX 16
#define SLOT_NONE (-1)
struct verdict {
	struct str reasons[VERDICT_MAX];
	int slots[VERDICT_MAX]; /* reason by reason; SLOT_NONE: the text says it all */
	int n;
};
/* A verdict keeps its first VERDICT_MAX reasons. */
static inline void verdict_add(struct verdict *v, struct str reason, int slot)
{
	if (v->n == VERDICT_MAX)
		return;
	v->reasons[v->n] = reason;
	v->slots[v->n++] = slot;
}

struct reason_count {
	struct str reason;
	int count;
};
/* The record of one task (rules/02 13.1). */
struct task_errors {
	struct str text; /* of a pre-predicate; the first one stays */
	struct reason_count *counts;
	int n, cap;
};
/* What the message of a placing error is made from: equal sources give equal messages. */
struct placing_error {
	const struct task *task; /* that found no node; NULL: no placing error */
	const struct pod_set *pod_set;
	int placed;           /* tasks of the pod set that found a node before it */
	bool enough;          /* the pod set had its minimum without the task */
	uint64_t task_errors; /* session.fits.n_writes at that time */
};
/* The figures behind OverLimit and NonPreemptibleOverQuota when the error was first recorded; by
 * SLOT_CPU (milli-CPU), SLOT_MEMORY (bytes), SLOT_GPU (GPUs); -1 is unlimited; np: of pods that are
 * not preemptible. */
struct queue_details {
	const struct queue *queue; /* the one that has too little: the job's, or an ancestor */
	double requested[3], deserved[3], allocated[3], allocated_np[3], limit[3];
	double group_requested[3], group_requested_np[3]; /* by the pods that would start */
};
struct job_error {
	struct str reason; /* PodSchedulingErrors, OverLimit, ... */
	struct str message;
	struct str sub_group;
	int count; /* how often it was recorded */
	struct placing_error source;
	struct queue_details *details; /* NULL: none */
};
/* The errors of one job (rules/02 14), no two equal, in the order of their first recording. */
struct fit_errors {
	struct job_error *items;
	int n, cap;
};

/* session.fits */
struct fit_records {
	struct task_errors **tasks; /* by task.index; NULL: nothing recorded */
	uint64_t n_writes;          /* how often task_errors were written */
	bool no_diagnostics; /* nothing is recorded: a simulation runs whose records nobody reads */
};

struct session;
void fit_errors_open(struct session *s);
void fit_errors_free(struct session *s);

/* Adds the verdict of `nodes` nodes that refuse alike to the task's record. A verdict without
 * reasons still makes the record exist. */
void fit_record_verdict(struct session *s, struct task *t, const struct verdict *v, int nodes);
/* The text of a pre-predicate; lost if the task has a record already. */
void fit_record_text(struct session *s, struct task *t, struct str text);
/* Records an error of the job. The result is valid until the next error of the job; NULL: nothing
 * is recorded, as for clones (rules/03 5.4). */
struct job_error *fit_record_job(struct session *s, struct job *j, struct str reason,
	struct str message, struct str sub_group);
/* True: an error with this source was recorded before, and is counted once more. A search makes
 * placing errors by the million; so their messages need not be made. */
bool fit_count_placing_error(struct job *j, const struct placing_error *source);
/* Records a placing error; its message may be there already, from another source. */
void fit_record_placing_error(
	struct session *s, struct job *j, struct str message, const struct placing_error *source);
/* The record of a task; NULL: none, as for tasks of clones (rules/03 5.4). */
const struct task_errors *fit_task_errors(
	const struct session *s, const struct job *j, const struct task *t);
bool fit_job_has_reason(const struct job *j, struct str reason);

/* Appends the message of a task's record (rules/02 13.2 and 14.1); line_end: session.log.line_end.
 */
void fit_task_text(struct strbuf *out, const struct task_errors *te, char line_end);

/* ---- numbers as the scheduler prints them ---- */
/* x / unit cut to three decimals; "Unlimited" for x = -1. */
void fit_human(struct strbuf *out, double x, double unit);
/* The shortest text that reads back equal; with an exponent below 1e-4 and from 1e6 on. */
void fit_go_float(struct strbuf *out, double x);

#endif
