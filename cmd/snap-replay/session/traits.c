#include "session/traits.h"

#include "model/job.h"

struct traits traits_of(const struct cluster *c)
{
	struct traits found = {0};

	for (int i = 0; i < c->n_tasks; i++) {
		const struct task *t = &c->tasks[i];

		found.stray_tasks |= t->node_name.n && !t->node;
		found.has_fractional |=
			t->type == REQUEST_FRACTION || t->type == REQUEST_GPU_MEMORY;
	}
	return found;
}
