/* stalegangeviction: evicts a gang that stayed below its minimum for its whole grace period
 * (rules/03 12). */
#include <stdlib.h>

#include "session/clock.h"
#include "session/statement.h"
#include "actions/actions.h"
#include "common/mem.h"

static struct str text_of(struct session *s, const struct job *j, const struct task *t)
{
	const struct pod_set *p = t->pod_set;

	if (j->n_pod_sets == 1 && str_eq(j->pod_sets[0]->name, STR("default")))
		return session_text(s,
			"Workload doesn't meet the minimum required number of pods (%d), evicting remaining pod: " STR_FMT,
			j->pod_sets[0]->min, STR_ARG(t->key));
	return session_text(s,
		"Workload doesn't meet the minimum required number of pods (%d) in sub-group " STR_FMT
		", evicting remaining pod: " STR_FMT,
		p->min, STR_ARG(p->name), STR_ARG(t->key));
}

/* The original looks up the queue of each pod that left its node, to log what it still holds, and
 * dies where there is none (rules/10 10). */
static void warn_without_queue(
	struct session *s, const struct job *j, struct task *const *active, int n)
{
	if (j->queue || !s->dies_without_queue)
		return;
	for (int i = 0; i < n; i++)
		if (active[i]->node && node_entry_of(active[i]->node, active[i])) {
			warn_panic(s->warnings, j->key,
				"delete the pods of this group, or give it a queue of this node pool: until then each cycle ends like this",
				"it evicts a stale gang whose queue does not exist or is of another node pool");
			return;
		}
}

static void evict_job(struct session *s, struct job *j)
{
	struct task **active = xcalloc((size_t)j->n_tasks, sizeof(struct task *));
	int n = 0;

	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			active[n++] = j->tasks[i];
	qsort(active, (size_t)n, sizeof(struct task *), task_by_uid);
	warn_without_queue(s, j, active, n);
	for (int i = 0; i < n; i++) {
		struct eviction why = {
			.message = text_of(s, j, active[i]), .gang_size = n, .action = s->action};

		if (session_evict_now(s, active[i], &why))
			session_log(s, 3,
				"Evicted task: <" STR_FMT
				"> due its job being a stale job, its status: <%s>",
				STR_ARG(active[i]->key), pod_status_name(active[i]->status));
	}
	free(active);
}

static int64_t grace_period(const struct session *s, const struct job *j)
{
	return j->object->has_staleness_grace_period ? j->object->staleness_grace_period
						     : s->params->staleness_grace_period;
}

static void visit(struct session *s, struct job *j)
{
	int64_t grace = grace_period(s, j);

	if (!job_is_stale(j)) {
		if (!instant_is_zero(j->stale_since)) {
			j->stale_since = TIME_ZERO;
			j->stale = false;
		}
		return;
	}
	if (instant_is_zero(j->stale_since))
		j->stale_since = s->c->now;
	if (grace < 0)
		return;
	if (instant_diff(s->c->now, j->stale_since) < grace) {
		if (j->stale) /* else only from now on */
			clock_count_wait(s, j, WAIT_GRACE);
		return;
	}
	j->stale = true;
	evict_job(s, j);
}

void action_stalegangeviction(struct session *s)
{
	session_log(s, 2, "Enter StaleGangEviction ...");
	for (int i = 0; i < s->c->n_jobs; i++)
		visit(s, s->c->jobs[i]);
	session_log(s, 2, "Leaving StaleGangEviction ...");
}
