#include "shortcuts/limit_bound.h"

#include <math.h>

#include "model/bits.h"

enum { RESOURCES = 3 }; /* of queues: SLOT_CPU, SLOT_MEMORY, SLOT_GPU */
static const double SLACK = 1e-9;

static bool is_below(const struct queue *q, const struct queue *above)
{
	while (q && q != above)
		q = q->parent;
	return q != NULL;
}

/* What the queue loses when all victims of the scenario are evicted. */
static void sum_victims(const struct bounds *f, const struct queue *above, double *sum)
{
	const struct victims *v = &f->victims;

	for (int w = 0; w < v->blocks; w++)
		for (uint64_t left = v->scenario.bits[w]; left; left &= left - 1) {
			const struct task *t = &f->tasks[w * 64 + __builtin_ctzll(left)];

			for (int k = 0; t->accepted_set && k < RESOURCES; k++)
				if (is_below(t->job->queue, above))
					sum[k] += task_accepted(t, k);
		}
}

static bool is_over(const struct queue_figures *g, const double *amount, const double *gone)
{
	for (int k = 0; k < RESOURCES; k++) {
		double over = g->allocated[k] - gone[k] + amount[k] - g->limit[k];

		if (g->limit[k] >= 0 && amount[k] > 0 && over > SLACK * (1 + fabs(g->limit[k])))
			return true;
	}
	return false;
}

static bool any_limit_refuses(const struct bounds *f, bool evicted)
{
	const struct queue *q = f->preemptor->queue;
	struct queue_figures g;

	for (; q && session_queue_figures(f->session, q, &g); q = q->parent) {
		double gone[RESOURCES] = {0};

		if (!is_over(&g, f->unit, gone))
			continue;
		if (evicted)
			sum_victims(f, q, gone);
		if (!evicted || is_over(&g, f->unit, gone))
			return true;
	}
	return false;
}

static bool quota_refuses(const struct bounds *f, struct task_list unit)
{
	struct job *j = f->preemptor;

	return !j->preemptible &&
		!session_non_preemptible_over_quota(f->session, j, unit.items, unit.n).ok;
}

bool limits_refuse(const struct bounds *f, struct task_list unit)
{
	const struct session *s = f->session;

	return s->hooks.queue_figures.fn && s->c->slots.mig_end <= SLOT_OTHERS &&
		(any_limit_refuses(f, false) || quota_refuses(f, unit));
}

bool limits_refuse_for_good(const struct bounds *f, struct task_list unit)
{
	return any_limit_refuses(f, true) || quota_refuses(f, unit);
}
