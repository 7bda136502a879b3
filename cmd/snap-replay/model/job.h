/* What a job answers about itself, and its status bookkeeping (rules/01 8, rules/02 10.1). */
#ifndef SNAP_JOB_H
#define SNAP_JOB_H
#include "model/cluster.h"

/* Sets the task's status in its job (of the session) and keeps all counters; drops the job's cached
 * unit. A task without job or with an invalid sub-group only changes its own status; false then. */
bool job_set_status(struct cluster *c, struct task *t, enum pod_status s);
void job_drop_cache(struct job *j);
int task_by_uid(const void *l, const void *r); /* for qsort of struct task *: equal uids by key */

static inline int pod_set_active(const struct pod_set *p) /* active allocated */
{
	const int *c = p->counts;

	return c[POD_ALLOCATED] + c[POD_PIPELINED] + c[POD_BINDING] + c[POD_BOUND] + c[POD_RUNNING];
}
static inline int pod_set_used(const struct pod_set *p) /* active used */
{
	return pod_set_active(p) + p->counts[POD_RELEASING] + p->counts[POD_STUCK_IN_RELEASING];
}
bool pod_set_satisfied(const struct pod_set *p);
int sub_group_required(const struct sub_group *s); /* K */
int sub_group_satisfied_count(const struct sub_group *s);
bool sub_group_satisfied(const struct sub_group *s);
/* Its queue is known and has none below it: only such jobs stand in walks. */
static inline bool job_has_leaf(const struct job *j)
{
	return j->queue && !j->queue->n_children;
}

bool job_ready(const struct job *j);
bool job_gang_satisfied(const struct job *j);
bool job_is_stale(const struct job *j);
bool job_elastic(const struct job *j);
bool job_should_pipeline(const struct job *j);
bool job_is_gang(const struct job *j); /* some pod set's minimum is above 1 */

#endif
