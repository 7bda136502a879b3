/* The orders of jobs, tasks, sub-group members and queues (rules/02 5): what the order hooks leave
 * undecided, creation time and then name decide. All are total orders; "less" means: goes first. */
#ifndef SNAP_ORDERS_H
#define SNAP_ORDERS_H
#include "session/session.h"

bool session_job_less(struct session *s, const struct job *l, const struct job *r);
/* Sorts the jobs, the first to go first. */
void session_sort_jobs(struct session *s, struct job **jobs, int n);
bool session_task_less(struct session *s, const struct task *l, const struct task *r);
bool session_member_less(struct session *s, const struct member *l, const struct member *r);
/* For the jobs and victims see the hook queue_order. */
bool session_queue_less(struct session *s, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims);

/* ---- for --explain: without effect on the session (session/order_reasons.c) ---- */
/* What decided. l_job, r_job: the next jobs of the queues; not for walks over victims. */
struct order_reason session_job_reason(struct session *s, const struct job *l, const struct job *r);
struct order_reason session_queue_reason(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);
/* session_queue_less, but what its hooks store in the jobs is taken back. */
bool session_queue_less_quietly(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);

#endif
