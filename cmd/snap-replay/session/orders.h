/* The orders of jobs, tasks, sub-group members and queues (rules/02 5). Order hooks decide first,
 * then creation time (but for members), then name or uid. True: l goes before r. */
#ifndef SNAP_ORDERS_H
#define SNAP_ORDERS_H
#include "session/session.h"

bool session_job_less(struct session *s, const struct job *l, const struct job *r);
/* Sorts the jobs by session_job_less. */
void session_sort_jobs(struct session *s, struct job **jobs, int n);
/* Two tasks of one job. */
bool session_task_less(struct session *s, const struct task *l, const struct task *r);
bool session_member_less(struct session *s, const struct member *l, const struct member *r);
/* l_job, r_job, l_victims, r_victims: see the hook queue_order. */
bool session_queue_less(struct session *s, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims);

/* ---- for --explain: without effect on the session (session/order_reasons.c) ---- */
/* The step that decided, texts in the session's arena. Not for victim walks. l_job, r_job: the next
 * jobs of the queues. */
struct order_reason session_job_reason(struct session *s, const struct job *l, const struct job *r);
struct order_reason session_queue_reason(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);
/* session_queue_less outside victim walks. What its hooks cache in the jobs is dropped again. */
bool session_queue_less_quietly(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job);

#endif
