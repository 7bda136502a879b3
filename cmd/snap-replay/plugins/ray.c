/* ray: places the head of a ray cluster before its workers (hook task_order). The label
 * ray.io/node-type names the role. Rules: rules/05 10.1. */
#include "plugins/plugins.h"

static bool leads(const struct task *t)
{
	const struct str *type = label_of(&t->pod->meta, LABEL_RAY_NODE_TYPE);

	return type && str_eq(*type, STR("head"));
}

static int by_type(void *ctx, const struct task *l, const struct task *r)
{
	(void)ctx;
	return leads(r) - leads(l);
}

void ray_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_task_order(s, by_type, NULL, "ray");
}
