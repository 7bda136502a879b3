/* priority: orders jobs by priority, the highest first (hook job_order; job_order_reason for
 * --explain). Rules: rules/05 9.2. */
#include "plugins/plugins.h"

static int by_priority(void *ctx, const struct job *l, const struct job *r)
{
	(void)ctx;
	return (l->priority < r->priority) - (l->priority > r->priority);
}

static struct order_reason explain(void *ctx, const struct job *l, const struct job *r)
{
	struct session *s = ctx;

	return (struct order_reason){"priority", session_text(s, "%d", (int)l->priority),
		session_text(s, "%d", (int)r->priority), by_priority(NULL, l, r)};
}

void priority_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_job_order(s, by_priority, NULL, "priority");
	hook_add_job_order_reason(s, explain, s, "priority");
}
