/* What is left open in C comes out as in Go; the expectations were printed by Go on amd64. */
#include <math.h>

#include "load.h"

#include "cmd/snap-replay/model/node.h"
#include "cmd/snap-replay/model/device_groups.h"

static void integers(void)
{
	ok(go_add(INT64_MAX, 1) == INT64_MIN && go_sub(INT64_MIN, 1) == INT64_MAX,
		"sums and differences wrap");
	ok(go_mul(INT64_MAX, 2) == -2 && go_mul(INT64_MIN, -1) == INT64_MIN &&
			go_mul(INT64_C(3037000500), INT64_C(3037000500)) ==
				-INT64_C(9223372036709301616),
		"products wrap");
}

static void conversions(void)
{
	ok(go_int64(2.9) == 2 && go_int64(-2.9) == -2 && go_int64(0) == 0,
		"what fits is cut towards zero");
	ok(go_int64(-9223372036854775808.0) == INT64_MIN &&
			go_int64(9223372036854774784.0) == INT64_C(9223372036854774784),
		"the outermost that fit");
	ok(go_int64(9223372036854775808.0) == INT64_MIN && go_int64(-1e19) == INT64_MIN,
		"what does not fit is the smallest");
	ok(go_int64(INFINITY) == INT64_MIN && go_int64(-INFINITY) == INT64_MIN &&
			go_int64(NAN) == INT64_MIN,
		"so are infinity and NaN");
}

static void divisions(void)
{
	ok(go_div(1, 0) == INFINITY && go_div(-1, 0) == -INFINITY && isnan(go_div(0, 0)),
		"by zero");
	ok(fraction_is_valid(0.5) && fraction_is_valid(1) && fraction_is_valid(2),
		"portions of a GPU, and whole numbers of them");
	ok(!fraction_is_valid(1.5) && !fraction_is_valid(INFINITY) && !fraction_is_valid(NAN) &&
			!fraction_is_valid(9223372036854775808.0),
		"no other, however large");
}

static void orders(void)
{
	ok(go_compare(1, 2) < 0 && go_compare(INFINITY, 2) > 0 && go_compare(2, 2) == 0,
		"the order of numbers");
	ok(go_compare(NAN, -INFINITY) < 0 && go_compare(0, NAN) > 0 && go_compare(NAN, NAN) == 0,
		"NaN is less than any of them");
}

/* A node whose label rounds to no GPU memory at all. */
static void no_gpu_memory(void)
{
	struct loaded l;
	struct gpu_request memory = {.count = 1, .memory = 1000}, none = {.count = 1};

	if (!ok(load_objects(&l,
			"{'nodes':[{'metadata':{'name':'n','labels':{'nvidia.com/gpu.memory':'50'}},'status':{'allocatable':"
			"{'pods':'110','nvidia.com/gpu':'9223372036854775807'}}}]}"),
		    "loaded"))
		return;
	struct node *n = &l.c.nodes[0];

	ok(n->gpu_memory == 0 && n->gpu_count == INT64_MIN, "no memory, and GPUs beyond 64 bits");
	ok(node_fraction(n, &memory) == INFINITY && isnan(node_memory_fraction(n, 0)),
		"any amount is infinitely many GPUs");
	ok(node_request_memory(n, &none) == 0 && node_fraction(n, &none) == 0, "no amount is none");
	ok(node_sum_gpu_memory(&l.c, n) == 0, "their memory");
	unload(&l);
}

/* Two pods with nearly all that 64 bits hold, on one GPU. */
static void groups(void)
{
	struct loaded l;

	if (!ok(load_objects(&l,
			"{'nodes':[{'metadata':{'name':'n','labels':{'nvidia.com/gpu.memory':'81559'}},'status':{'allocatable':"
			"{'pods':'110','nvidia.com/gpu':'8'}}}]}"),
		    "loaded"))
		return;
	struct node *n = &l.c.nodes[0];
	int id = cluster_new_device_group(&l.c);

	device_group_add(&l.c, n, id, INT64_MAX, POD_RUNNING);
	device_group_add(&l.c, n, id, INT64_MAX, POD_RELEASING);
	ok(device_group_of(n, id)->used == -2 && device_group_of(n, id)->allocated == -2 &&
			device_group_of(n, id)->releasing == INT64_MAX,
		"the sums wrap");
	ok(!device_group_fits(n, device_group_of(n, id), 100), "room wraps, too");
	device_group_remove(&l.c, n, id, INT64_MAX, POD_RELEASING);
	ok(device_group_of(n, id)->used == INT64_MAX && device_group_of(n, id)->releasing == 0,
		"and come back");
	unload(&l);
}

int main(void)
{
	integers();
	conversions();
	divisions();
	orders();
	no_gpu_memory();
	groups();
	return tap_end();
}
