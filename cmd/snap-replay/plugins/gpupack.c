/* gpupack: scores the GPUs inside a node (hook gpu_order): a device group by the part of its
 * device that is in use, a whole GPU 0. So the fullest device group goes first and whole GPUs
 * last. Rules: rules/06 13.8. */
#include "plugins/device_score.h"
#include "plugins/plugins.h"

static bool score_gpu(void *ctx, struct task *t, struct node *n, int group, double *score)
{
	(void)ctx;
	(void)t;
	*score = 0;
	return group == GPU_WHOLE || device_group_load(n, group, score);
}

void gpupack_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_gpu_order(s, score_gpu, NULL, "gpupack");
}
