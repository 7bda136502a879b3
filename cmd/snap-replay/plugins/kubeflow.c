/* kubeflow: places masters and launchers of a training job before its other pods (hook
 * task_order). The label training.kubeflow.org/job-role names the role. Rules: rules/05 10.1. */
#include "plugins/plugins.h"

static bool leads(const struct task *t)
{
	const struct str *role = label_of(&t->pod->meta, LABEL_KUBEFLOW_JOB_ROLE);

	return role && (str_eq(*role, STR("master")) || str_eq(*role, STR("launcher")));
}

static int by_role(void *ctx, const struct task *l, const struct task *r)
{
	(void)ctx;
	return leads(r) - leads(l);
}

void kubeflow_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_task_order(s, by_role, NULL, "kubeflow");
}
