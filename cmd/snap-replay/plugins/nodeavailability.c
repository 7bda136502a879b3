/* nodeavailability: scores a node 1000 if the task fits on what is idle, else 0 (hook
 * node_order). Rules: rules/06 13.3. */
#include "session/place/placement.h"
#include "plugins/plugins.h"

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	*score = node_fits_now(ctx, n, t) ? SCORE_AVAILABLE : 0;
	return true;
}

void nodeavailability_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	s->known_scores.by_class++;
	s->known_scores.available++;
	hook_add_node_order(s, score_node, s, "nodeavailability");
}
