/* A job's units: the tasks that are placed, or evicted, in one step (rules/03 4). */
#ifndef SNAP_UNITS_H
#define SNAP_UNITS_H
#include "model/bits.h"
#include "session/session.h"

struct task_list {
	struct task **items;
	int n;
};

/* The unit to place (rules/03 4.1): the tasks that the job's sub-groups lack to their minimums,
 * else those of one step of elastic growth. real: only Pending tasks. Not real (in a simulation):
 * also tasks that the simulation evicted. The job caches a unit that is not empty until one of its
 * tasks changes status, and returns it for both values of `real` (rules/03 4.2). The list is the
 * job's and valid until then. */
struct task_list session_tasks_to_allocate(struct session *s, struct job *j, bool real);
/* True: the cached unit has a task that is not to be placed any more. The unit was cached in a
 * simulation, and the task's simulated eviction was committed (rules/03 4.2). */
bool session_unit_is_stale(const struct job *j);
/* The same; index: the job's; the job is read only if it may have a cached unit. */
static inline bool session_unit_at_is_stale(const struct session *s, const struct job *j, int index)
{
	return bit_is_set(s->c->may_cache_unit, index) && session_unit_is_stale(j);
}
/* The sum of the unit's requests by slot; cached and valid like the unit. Sets job.unit_sums. */
const double *session_request_vector(struct session *s, struct job *j, bool real);
/* That sum as the log prints it, in the session's arena. The job caches no more than before: what
 * it caches may decide (rules/03 4.2), and a log must not. */
const char *session_request_text(struct session *s, struct job *j, bool real);
/* The unit to evict (rules/03 4.4). *more: other active tasks of the job remain. The caller frees
 * items. */
struct task_list session_tasks_to_evict(struct session *s, struct job *j, bool *more);

#endif
