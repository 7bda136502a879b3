/* A job's unit: the tasks that are placed, or evicted, in one step (rules/03 4). */
#ifndef SNAP_UNITS_H
#define SNAP_UNITS_H
#include "session/session.h"

struct task_list {
	struct task **items;
	int n;
};

/* The unit to place (rules/03 4.1): what its sub-groups lack to their minimum, or one unit of
 * growth. real: for an allocation. Otherwise, for a simulation, tasks that it evicted are to be
 * placed, too. The job keeps the answer until a task of it changes status (rules/03 4.2); the list
 * is valid that long. */
struct task_list session_tasks_to_allocate(struct session *s, struct job *j, bool real);
/* True: the kept unit has a task that is not to be placed any more. It was kept while an eviction
 * was tried, and the eviction was committed. */
bool session_unit_is_stale(const struct job *j);
/* The sum of the unit's requests by slot; kept and valid like the unit. Sets job.unit_sums. */
const double *session_request_vector(struct session *s, struct job *j, bool real);
/* The unit to evict (rules/03 4.4). *more: tasks that hold room remain. The caller frees items. */
struct task_list session_tasks_to_evict(struct session *s, struct job *j, bool *more);

#endif
