/* nodeavailability: 1000 for a node that takes the task at once (rules/06 13.3). */
#include "session/place/placement.h"
#include "plugins/plugins.h"

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	*score = node_fits_now(ctx, n, t) ? 1000 : 0;
	return true;
}

void nodeavailability_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	s->known_scores.by_class++;
	hook_add_node_order(s, score_node, s, "nodeavailability");
}
