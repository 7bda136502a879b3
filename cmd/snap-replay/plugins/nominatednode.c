/* nominatednode: scores the node in the pod's status.nominatedNodeName 10000000, others 0 (hook
 * node_order). Rules: rules/06 13.6. */
#include "plugins/plugins.h"

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	(void)ctx;
	*score = t->pod->nominated_node.n && str_same(t->pod->nominated_node, n->name) ? 10000000
										       : 0;
	return true;
}

static bool has_high_score(void *ctx, const struct task *t, const struct node *n)
{
	(void)ctx;
	(void)n;
	return t->pod->nominated_node.n > 0;
}

void nominatednode_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	s->known_scores.nominated++;
	s->known_scores.nominated_fn = score_node;
	hook_add_node_order(s, score_node, s, "nominatednode");
	hook_add_high_score(s, has_high_score, s, "nominatednode");
}
