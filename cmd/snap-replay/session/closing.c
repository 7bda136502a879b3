#include "session/closing.h"

#include "common/plugins.h"
#include "model/job.h"
#include "session/session.h"

static bool has_numa(const struct session *s)
{
	for (int i = 0; i < s->config->n_plugins; i++)
		if (plugin_of_name(s->config->plugins[i].name) == PLUGIN_NUMA)
			return true;
	return false;
}

/* The first of the tasks of that status that nodes refused. POD_STATUSES: of any status. */
static const struct task *refused(const struct session *s, const struct job *j,
	struct task *const *tasks, int n, enum pod_status status)
{
	for (int i = 0; i < n; i++) {
		const struct task_errors *te = fit_task_errors(s, j, tasks[i]);

		if (te && te->n && (status == POD_STATUSES || tasks[i]->status == status))
			return tasks[i];
	}
	return NULL;
}

/* The original asks the pre-predicates once more for each pending pod that nodes refused, to write
 * down what each node said, when the plugins are closed already: numa's then follows a pointer that
 * is nil (rules/02 13.4). */
void closing_warn(struct session *s)
{
	const struct task *t = NULL;

	if (!s->params->detailed_fit_errors || !has_numa(s))
		return;
	for (int i = 0; i < s->c->n_jobs && !t; i++) {
		const struct job *j = s->c->jobs[i];

		t = refused(s, j, j->invalid, j->n_invalid, POD_STATUSES);
		if (!t && job_ready(j))
			t = refused(s, j, j->tasks, j->n_tasks, POD_PENDING);
	}
	if (t)
		warn_panic(s->warnings, t->key,
			"turn detailedFitErrors off: until then each cycle ends like this, after its decisions",
			"it asks the plugin numa, already closed, why a pod is pending (detailedFitErrors)");
}
