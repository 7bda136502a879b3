/* gpuspread: scores the GPUs inside a node (hook gpu_order): a whole GPU 1, a device group by
 * the part of its device that is free. So whole GPUs go first, then the emptiest device group.
 * Rules: rules/06 13.8. */
#include "plugins/device_score.h"
#include "plugins/plugins.h"

static bool score_gpu(void *ctx, struct task *t, struct node *n, int group, double *score)
{
	double used = 0;

	(void)ctx;
	(void)t;
	if (group != GPU_WHOLE && !device_group_load(n, group, &used))
		return false;
	*score = 1 - used;
	return true;
}

void gpuspread_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_gpu_order(s, score_gpu, NULL, "gpuspread");
}
