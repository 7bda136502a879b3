/* What counts as GPUs in the requests of resource claims. */
#include "common/claim_gpus.h"
#include "tap.h"

static void words(void)
{
	ok(has_gpu_word(STR("gpu")) && has_gpu_word(STR("gpu.nvidia.com")) &&
			has_gpu_word(STR("a-gPU")),
		"the word, in any case, anywhere");
	ok(!has_gpu_word(STR("")) && !has_gpu_word(STR("gp")) && !has_gpu_word(STR("g-p-u")),
		"not its letters apart");
}

static void requests(void)
{
	struct str gpus = STR("gpu.nvidia.com"), exact = STR("ExactCount");

	ok(device_request_gpus(gpus, exact, 3) == 3, "a count");
	ok(device_request_gpus(gpus, exact, 0) == 1 && device_request_gpus(gpus, exact, -2) == 1,
		"no count is one");
	ok(device_request_gpus(gpus, STR("All"), 3) == 1, "all of them count as one");
	ok(device_request_gpus(gpus, STR(""), 3) == 0, "no mode, no GPU");
	ok(device_request_gpus(STR("nic.example.com"), exact, 3) == 0, "a class without GPUs");
}

static void sums(void)
{
	int64_t sum = 2;

	gpus_add(&sum, 3);
	ok(sum == 5, "a sum");
	gpus_add(&sum, INT64_MAX);
	ok(sum == INT64_MAX, "a sum stops at its end");
}

int main(void)
{
	words();
	requests();
	sums();
	return tap_end();
}
