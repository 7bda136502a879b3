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
struct task_errors { /* of one task; the first text stays, later ones are lost */
	struct str text;
	struct reason_count *counts;
	int n, cap;
};
/* What a placing error is made of: equal sources give equal texts. */
struct placing_error {
	const struct task *task; /* NULL: no placing error */
	const struct pod_set *pod_set;
	int placed;
	bool enough;          /* the pod set had its minimum without the task */
	uint64_t task_errors; /* session.fits.n_writes at that time */
};
/* The figures behind OverLimit and NonPreemptibleOverQuota when they were first met; by SLOT_CPU,
 * SLOT_MEMORY, SLOT_GPU: milli-CPU, bytes, GPUs, -1 is unlimited. */
struct queue_details {
	const struct queue *queue; /* the one that has too little: the job's own, or one above it */
	double requested[3], deserved[3], allocated[3], allocated_np[3], limit[3];
	double group_requested[3],
		group_requested_np[3]; /* by the pods that would start; np: not preemptible */
};
struct job_error {         /* equal ones are counted, at the place of the first */
	struct str reason; /* PodSchedulingErrors, OverLimit, ... */
	struct str message;
	struct str sub_group;
	int count;
	struct placing_error source;
	struct queue_details *details; /* NULL: none */
};
struct fit_errors { /* of one job, in the order they were recorded */
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
/* Merge a verdict of `nodes` equal nodes (usually 1) into the task's record; an empty verdict still
 * makes the record exist. */
void fit_record_verdict(struct session *s, struct task *t, const struct verdict *v, int nodes);
void fit_record_text(struct session *s, struct task *t, struct str text);
/* Of a clone nothing is kept (rules/03 5.4): NULL then. The record is valid until the next
 * one. */
struct job_error *fit_record_job(struct session *s, struct job *j, struct str reason,
	struct str message, struct str sub_group);
/* Failed placings of a search come by the million: one that was recorded before is counted without
 * making its text. False: it was not. */
bool fit_count_placing_error(struct job *j, const struct placing_error *source);
/* fit_record_job with its source; the message may already be there. */
void fit_record_placing_error(
	struct session *s, struct job *j, struct str message, const struct placing_error *source);
/* NULL: none. The clone of a job has no records of its tasks (rules/03 5.4). */
const struct task_errors *fit_task_errors(
	const struct session *s, const struct job *j, const struct task *t);
bool fit_job_has_reason(const struct job *j, struct str reason);
void fit_errors_free(struct session *s);

/* The texts of rules/02 13.2 and 14.1, appended to out. */
void fit_task_text(
	struct strbuf *out, const struct task_errors *te, char line_end); /* session.line_end */

/* Numbers as the scheduler prints them. */
void fit_human(struct strbuf *out, double x,
	double unit); /* H: "Unlimited" for -1, else cut to three decimals */
void fit_go_float(
	struct strbuf *out, double x); /* shortest; exponent form below 1e-4 and from 1e6 on */

#endif
