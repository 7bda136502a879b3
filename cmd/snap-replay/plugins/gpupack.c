/* gpupack: of the GPUs inside a node the fullest shared one goes first, whole ones last
 * (rules/06 13.8). */
#include "plugins/gpu_portion.h"
#include "plugins/plugins.h"

static bool score_gpu(void *ctx, struct task *t, struct node *n, int group, double *score)
{
	(void)ctx;
	(void)t;
	*score = 0;
	return group == GPU_WHOLE || gpu_used_portion(n, group, score);
}

void gpupack_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_gpu_order(s, score_gpu, NULL, "gpupack");
}
