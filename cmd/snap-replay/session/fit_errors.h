/* Why tasks and jobs stay pending: for each task counted reasons, for each job a list of errors
 * (rules/02 13 and 14). Records and their texts, which are not copied, live as long as the session.
 */
#ifndef SNAP_FIT_ERRORS_H
#define SNAP_FIT_ERRORS_H
#include "model/cluster.h"

/* The reasons for which one node refused one task. Start with n = 0. */
#define VERDICT_MAX 16
#define SLOT_NONE (-1)
struct verdict {
	struct str reasons[VERDICT_MAX]; /* constants, or in the session's arena */
	int slots[VERDICT_MAX];          /* by reason: the lacking resource; SLOT_NONE: none */
	int n;
	bool bare; /* the scheduler's log has the reason alone; readers clear it first */
};
/* Appends a reason. Reasons above VERDICT_MAX are dropped. */
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
	struct str text; /* of a pre-predicate; empty: none */
	struct reason_count *counts;
	int n, cap;
};
/* The source of the message of a placing error: equal sources give equal messages. */
struct placing_error {
	const struct task *task; /* the task without a node; NULL: not a placing error */
	const struct pod_set *pod_set;
	int placed;           /* tasks of the pod set that were placed before this one */
	bool enough;          /* the pod set has its minimum without this task */
	uint64_t task_errors; /* session.fits.n_writes when the task failed */
};
/* The figures behind OverLimit and NonPreemptibleOverQuota when the error was first recorded.
 * Arrays are indexed by SLOT_CPU (milli-CPU), SLOT_MEMORY (bytes), SLOT_GPU (GPUs); -1: unlimited.
 * np: of pods that are not preemptible. */
struct queue_details {
	const struct queue *queue; /* the queue that has too little: the job's, or one above it */
	double requested[3], deserved[3], allocated[3], allocated_np[3], limit[3];
	double group_requested[3], group_requested_np[3]; /* of the unit */
};
struct job_error {
	struct str reason; /* PodSchedulingErrors, OverLimit, ... */
	struct str message;
	struct str sub_group;
	int count; /* how often the error was recorded */
	struct placing_error source;
	struct queue_details *details; /* NULL: none */
};
/* The errors of one job (rules/02 14) in the order of their first recording. Two errors differ in
 * reason, message or sub_group. */
struct fit_errors {
	struct job_error *items;
	int n, cap;
};

/* session.fits */
struct fit_records {
	struct task_errors **tasks; /* by task.index; NULL: no record */
	uint64_t n_writes;          /* how often task_errors were written */
	bool no_diagnostics; /* nothing is recorded, as in simulations without noted victims and
				above --victim-notes */
};

struct session;
/* Called by session_open and session_close. */
void fit_errors_open(struct session *s);
void fit_errors_free(struct session *s);

/* Adds `nodes` to the count of each of the verdict's reasons in the task's record. A verdict
 * without reasons makes the record, too. */
void fit_record_verdict(struct session *s, struct task *t, const struct verdict *v, int nodes);
/* Makes the task's record with the text of a pre-predicate. If there is a record already, the text
 * is lost (rules/02 13.1). */
void fit_record_text(struct session *s, struct task *t, struct str text);
/* Records an error of the job, or counts the equal one once more. The result is valid until the
 * next error of the job. NULL: nothing was recorded, as for clones (rules/03 5.4). */
struct job_error *fit_record_job(struct session *s, struct job *j, struct str reason,
	struct str message, struct str sub_group);
/* True: an error of the job has this source; it was counted once more, and the caller need not make
 * the message. Searches make millions of placing errors. */
bool fit_count_placing_error(struct job *j, const struct placing_error *source);
/* Records a placing error, or counts the one with an equal message once more. Does nothing for a
 * clone. */
void fit_record_placing_error(
	struct session *s, struct job *j, struct str message, const struct placing_error *source);
/* The record of a task; NULL: none, as for tasks of clones (rules/03 5.4). */
const struct task_errors *fit_task_errors(
	const struct session *s, const struct job *j, const struct task *t);
/* True: an error of the job has this reason. */
bool fit_job_has_reason(const struct job *j, struct str reason);

/* Appends the message of a task's record (rules/02 13.2); line_end: session.log.line_end. */
void fit_task_text(struct strbuf *out, const struct task_errors *te, char line_end);

/* ---- numbers as the scheduler prints them ---- */
/* Appends x / unit, cut to three decimals; "Unlimited" for x = -1. */
void fit_human(struct strbuf *out, double x, double unit);
/* Appends the shortest text that reads back as x. It has an exponent below 1e-4 and from 1e6 on. */
void fit_go_float(struct strbuf *out, double x);

#endif
