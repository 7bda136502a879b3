/* resourcetype: scores a CPU-only node 10 for a CPU-only task, else 0 (hook node_order). Rules:
 * rules/06 13.4. */
#include "plugins/plugins.h"
#include "session/place/placement.h"

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	(void)ctx;
	*score = n->cpu_only && !task_needs_gpu(t) ? SCORE_CPU_ONLY : 0;
	return true;
}

void resourcetype_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	s->known_scores.by_class++;
	s->known_scores.cpu_only++;
	hook_add_node_order(s, score_node, s, "resourcetype");
}
