/* consolidation: makes room for a pending job by moving running pods; every victim must be placed
 * again (rules/03 9). */
#include "actions/evicting.h"
#include "session/trace.h"
#include "session/units.h"

static bool enough_gpus(struct session *s, struct job *j)
{
	struct task_list unit = session_tasks_to_allocate(s, j, false);
	double wanted = 0, gpus = 0;
	int64_t wanted_memory = 0, memory = 0;

	for (int i = 0; i < unit.n; i++) {
		const struct gpu_request *g = &unit.items[i]->gpu;

		wanted += gpu_request_gpus(g) + (double)g->dra;
		wanted_memory = go_add(wanted_memory, g->memory);
		for (int k = 0; k < g->n_mig; k++) {
			wanted += (double)g->mig[k].gpus * (double)g->mig[k].quantity;
			wanted_memory =
				go_add(wanted_memory, go_mul(g->mig[k].gb, g->mig[k].quantity));
		}
	}
	for (int i = 0; i < s->c->n_nodes; i++) {
		const struct node *n = &s->c->nodes[i];

		if (!n->ready)
			continue;
		gpus += node_sum_idle_gpus(s->c, n);
		gpus += node_sum_releasing_gpus(s->c, n);
		memory = go_add(memory, node_sum_gpu_memory(s->c, n));
	}
	trace_why(s, "it asks for %g GPU%s, and %g %s free in the cluster", wanted,
		wanted == 1 ? "" : "s", gpus, gpus == 1 ? "is" : "are");
	return gpus >= wanted && memory >= wanted_memory;
}

static void log_attempt(struct session *s, const struct job *j, const char *request)
{
	session_log(s, 3,
		"Attempting to consolidate running jobs in order to make room for job: <" STR_FMT
		">, resources: <%s>",
		STR_ARG(j->key), request);
}

static bool before_search(struct session *s, struct job *j)
{
	if (enough_gpus(s, j))
		return true;
	session_log(s, 3,
		"Can't consolidate for job: <" STR_FMT
		">, not enough allocatable GPUs in the cluster",
		STR_ARG(j->key));
	return false;
}

static bool is_victim(struct search *q, struct job *j)
{
	if (!has_live_task(q->session, j) || !j->preemptible || j == q->job) {
		trace_why(q->session,
			j == q->job               ? "the pod group itself"
				: !j->preemptible ? "not preemptible"
						  : "without a live pod");
		return false;
	}
	if (!has_active_task(j)) {
		trace_why(q->session, "without a running pod");
		return false;
	}
	return true;
}

static bool validate(struct search *q, const struct scenario *s)
{
	for (int i = 0; i < s->n_victims; i++)
		for (int k = 0; k < s->victims[i].n; k++)
			if (s->victims[i].tasks[k]->status == POD_RELEASING) {
				trace_why(q->session, "a victim found no other place");
				return false;
			}
	return true;
}

static enum victim_fate fate(struct search *q, struct job *preemptor, struct job *victim)
{
	(void)q;
	(void)preemptor;
	(void)victim;
	return MUST_RETURN;
}

static struct str text(struct search *q, const struct task *victim)
{
	return session_text(q->session,
		"Pod " STR_FMT
		" was preempted and rescheduled due to bin packing (resource consolidation) procedure",
		STR_ARG(victim->key));
}

void action_consolidation(struct session *s)
{
	int64_t limit = s->params->max_consolidation_preemptees;
	bool limited = limit != -1;
	struct evicting a = {
		.id = ACTION_CONSOLIDATION,
		.title = "Consolidation",
		.disabled = limit == 0,
		.verb = "consolidate",
		.noun = "consolidation",
		.failed = "Didn't find a consolidation strategy for job:",
		.found = {"Sucesfully consolidated for job:", "and about to reallocate victims:",
			""},
		.log_attempt = log_attempt,
		.preemptible_only = true,
		.before_search = before_search,
		.tests_say_why = true,
		.is_victim = is_victim,
		.by_lot = limited,
		.lots = limit < 0           ? 0
			: limit < INT64_MAX ? limit + 1
					    : limit, /* one more than the limit (rules/03 9) */
		.victim_options = {.victim = true,
			.depth = -1,
			.preemptible_only = !limited,
			.active_only = !limited},
		.validate = validate,
		.fate = fate,
		.fate_by_queue = true,
		.text = text,
	};

	evicting_run(s, &a);
}
