#include "shortcuts/alike_victims.h"

#include "common/mem.h"

int *alike_victims_new(struct session *s)
{
	int *number;

	if (s->hooks.reclaim_victim_filter.n != s->hooks.reclaim_filter_by_queue.n)
		return NULL;
	number = xcalloc((size_t)s->c->n_jobs + 1, sizeof *number);
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		number[i] =
			j->queue && session_reclaim_filter_by_queue(s, j) ? j->queue->index : -1;
	}
	return number;
}
