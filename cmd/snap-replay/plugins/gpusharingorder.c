/* gpusharingorder: scores a node 10000 if one of its device groups has room for the request,
 * else 0 (hook node_order). There is no test whether the request is fractional: CPU pods are
 * drawn to such nodes as well. Rules: rules/06 13.5. */
#include "plugins/plugins.h"

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	int64_t memory = node_request_memory(n, &t->gpu);

	(void)ctx;
	*score = 0;
	for (int i = 0; i < n->n_device_groups; i++)
		if (device_group_fits(n, &n->device_groups[i], memory))
			*score = 10000;
	return true;
}

static bool has_high_score(void *ctx, const struct task *t, const struct node *n)
{
	(void)ctx;
	(void)t;
	return n->n_device_groups > 0;
}

void gpusharingorder_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	s->known_scores.by_class++;
	s->known_scores.sharing++;
	hook_add_node_order(s, score_node, s, "gpusharingorder");
	hook_add_high_score(s, has_high_score, s, "gpusharingorder");
}
