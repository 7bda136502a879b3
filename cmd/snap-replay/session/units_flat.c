#include "session/units_flat.h"

#include "session/members.h"

/* As many pod sets as lack tasks to their minimums, else one; those without a task do not count. */
void flat_to_allocate(struct session *s, struct job *j, bool real, struct task_list *out)
{
	struct members m = members_enter_pod_sets(s, j);
	int most = 0;

	for (int i = 0; i < j->n_pod_sets; i++)
		most += !pod_set_satisfied(j->pod_sets[i]);
	if (!most)
		most = 1;
	for (int i = 0; i < m.n && most; i++) {
		int before = out->n;

		unit_from_pod_set(s, member_at(s, m, i).pod_set, real, out);
		most -= out->n > before;
	}
	members_leave(s, m);
}

/* Where some pod set is above its minimum, the last pod set alone, be it that one or not. Of a pod
 * set above its minimum one task. */
void flat_to_evict(struct session *s, struct job *j, struct task_list *out)
{
	struct members m = members_enter_pod_sets(s, j);
	int most = j->n_pod_sets;

	for (int i = 0; i < j->n_pod_sets; i++)
		if (pod_set_active(j->pod_sets[i]) > j->pod_sets[i]->min)
			most = 1;
	for (int i = m.n - 1; i >= 0 && most; i--, most--) {
		const struct pod_set *p = member_at(s, m, i).pod_set;
		int before = out->n;

		unit_active_of_pod_set(s, p, out);
		if (pod_set_active(p) > p->min && out->n > before + 1)
			out->n = before + 1;
	}
	members_leave(s, m);
}
