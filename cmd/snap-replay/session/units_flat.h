/* Private to session/units*.c: the units of v0.14, which knew no minimums of sub-groups (rules/08
 * 5), and what both kinds of units are made of. */
#ifndef SNAP_UNITS_FLAT_H
#define SNAP_UNITS_FLAT_H
#include "session/units.h"

/* Appends the first tasks of the pod set that should be allocated, in task order: as many as it
 * lacks to its minimum, else one. */
void unit_from_pod_set(
	struct session *s, const struct pod_set *p, bool real, struct task_list *out);
/* Appends the active tasks of the pod set, the last one in task order first. */
void unit_active_of_pod_set(struct session *s, const struct pod_set *p, struct task_list *out);

void flat_to_allocate(struct session *s, struct job *j, bool real, struct task_list *out);
void flat_to_evict(struct session *s, struct job *j, struct task_list *out);

#endif
