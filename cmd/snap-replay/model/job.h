/* Questions about the state of a job, and the counters of its tasks (rules/01 8, rules/02 10.1). */
#ifndef SNAP_JOB_H
#define SNAP_JOB_H
#include "model/bits.h"
#include "model/cluster.h"

/* Sets the task's status, updates the counters of its job and pod set, calls job_drop_cache, and
 * notes the job in cluster.job_changed. For a task of an invalid sub-group only the latter, for one
 * without a job nothing happens. */
void job_set_status(struct cluster *c, struct task *t, enum pod_status s);
/* Makes unit, unit_request and growth of the job invalid. */
void job_drop_cache(struct job *j);
/* Drops the unit and its sums. index: the job's; the job is read only if it may have them. */
static inline void job_drop_unit(struct cluster *c, struct job *j, int index)
{
	if (!bit_is_set(c->may_cache_unit, index))
		return;
	j->unit_cached = j->unit_request_cached = false;
	bit_clear(c->may_cache_unit, index);
}
/* The pod set of that name, "" for "default". NULL: none. */
struct pod_set *job_pod_set(const struct job *j, struct str name);
int task_by_uid(const void *l, const void *r); /* for qsort of struct task *: equal uids by key */

static inline int pod_set_active(const struct pod_set *p) /* tasks in SET_ACTIVE_ALLOCATED */
{
	const int *c = p->counts;

	return c[POD_ALLOCATED] + c[POD_PIPELINED] + c[POD_BINDING] + c[POD_BOUND] + c[POD_RUNNING];
}
static inline int pod_set_used(const struct pod_set *p) /* tasks in SET_ACTIVE_USED */
{
	return pod_set_active(p) + p->counts[POD_RELEASING] + p->counts[POD_STUCK_IN_RELEASING];
}
/* Satisfied: a pod set has its minimum of active pods; a sub-group has as many satisfied members as
 * it requires. */
bool pod_set_satisfied(const struct pod_set *p);
int sub_group_required(const struct sub_group *s);
int sub_group_satisfied_count(const struct sub_group *s); /* members */
bool sub_group_satisfied(const struct sub_group *s);
/* The job's queue is in the session and is a leaf. Only such jobs are in walks. */
static inline bool job_has_leaf(const struct job *j)
{
	return j->queue && !j->queue->n_children;
}

static inline bool task_waits(const struct task *t)
{
	return t->status == POD_PENDING || t->status == POD_GATED;
}
/* Pods that are pending or gated, with those whose sub-group does not exist. */
int job_pending_pods(const struct job *j);
bool job_ready(const struct job *j);          /* enough pods exist: pending ones count, gated not */
bool job_gang_satisfied(const struct job *j); /* each pod set has its minimum in SET_ACTIVE_USED */
bool job_is_stale(const struct job *j); /* uses something, has no success, gang not satisfied */
bool job_elastic(const struct job *j);  /* some pod set has more pods than its minimum */
/* Some pod set with a pipelined pod has fewer pods than its minimum in SET_ALLOCATED. */
bool job_should_pipeline(const struct job *j);
bool job_is_gang(const struct job *j); /* some pod set's minimum is above 1 */

/* For people: the label of its queue, or the name of a queue that does not exist. */
struct str job_queue_label(const struct job *j);

#endif
