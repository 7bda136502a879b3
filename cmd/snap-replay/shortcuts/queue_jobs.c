#include "shortcuts/queue_jobs.h"

#include <stdlib.h>

#include "common/mem.h"

struct queue_jobs {
	struct job **jobs;
	int *end; /* by queue index: where its jobs end; those of the next one begin there */
};

struct queue_jobs *queue_jobs_new(const struct session *s)
{
	const struct cluster *c = s->c;
	struct queue_jobs *m = xcalloc(1, sizeof *m);

	m->jobs = xcalloc((size_t)c->n_jobs, sizeof(struct job *));
	m->end = xcalloc((size_t)c->n_queues + 1, sizeof *m->end);
	for (int i = 0; i < c->n_jobs; i++)
		if (c->jobs[i]->queue)
			m->end[c->jobs[i]->queue->index + 1]++;
	for (int i = 0; i < c->n_queues; i++) /* so far: where they begin */
		m->end[i + 1] += m->end[i];
	for (int i = 0; i < c->n_jobs; i++)
		if (c->jobs[i]->queue)
			m->jobs[m->end[c->jobs[i]->queue->index]++] = c->jobs[i];
	return m;
}

void queue_jobs_free(struct queue_jobs *m)
{
	if (!m)
		return;
	free(m->jobs);
	free(m->end);
	free(m);
}

struct job_list queue_jobs_of(const struct queue_jobs *m, const struct queue *q)
{
	int first = q->index ? m->end[q->index - 1] : 0;

	return (struct job_list){.items = &m->jobs[first], .n = m->end[q->index] - first};
}
