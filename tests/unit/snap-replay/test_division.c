/* Fair shares: the worked examples of rules/05 6.7, with the exact doubles where the
 * reference gives them. */
#include <math.h>

#include "cmd/snap-replay/plugins/proportion/proportion.h"
#include "tests/unit/tap.h"

struct input { /* one queue; queues are named a, b, c ... and older the earlier they stand */
	double deserved, weight, request, limit, usage;
	int priority;
	double share;
};
enum { MOST = 4 };

static double divide(const struct input *in, int n, double amount, double k, double *shares)
{
	static const char *const names[MOST] = {"a", "b", "c", "d"};
	struct queue queues[MOST] = {0};
	struct queue_share all[MOST] = {0}, *list[MOST];
	double rest;

	for (int i = 0; i < n; i++) {
		queues[i].name = str_of(names[i]);
		queues[i].index = i;
		queues[i].priority = in[i].priority;
		queues[i].creation.sec = i;
		all[i].queue = &queues[i];
		all[i].r[SLOT_GPU] = (struct share){.deserved = in[i].deserved,
			.limit = in[i].limit,
			.weight = in[i].weight,
			.usage = in[i].usage,
			.request = in[i].request};
		list[i] = &all[i];
	}
	rest = divide_resource(list, n, SLOT_GPU, amount, k);
	for (int i = 0; i < n; i++)
		shares[i] = all[i].r[SLOT_GPU].fair_share;
	return rest;
}

static void example(
	const char *what, double amount, double k, const struct input *in, int n, double rest)
{
	double shares[MOST], left = divide(in, n, amount, k, shares);

	for (int i = 0; i < n; i++)
		ok(shares[i] == in[i].share, "%s: queue %d gets %.17g (want %.17g)", what, i,
			shares[i], in[i].share);
	ok(left == rest, "%s: %.17g stays unassigned (want %.17g)", what, left, rest);
}
#define EXAMPLE(what, amount, k, rest, ...) \
	example(what, amount, k, (const struct input[]){__VA_ARGS__}, \
		(int)(sizeof((const struct input[]){__VA_ARGS__}) / sizeof(struct input)), rest)

static void quotas_and_rounds(void)
{
	EXAMPLE("A", 8, 0, 0, {2, 1, 6, -1, 0, 0, 3}, {2, 3, 6, -1, 0, 0, 5});
	EXAMPLE("B", 11, 0, 0, {2, 1, 10, -1, 0, 0, 3}, {2, 4, 10, -1, 0, 0, 8});
	EXAMPLE("B, a tie goes to the older", 11, 0, 0, {2, 2, 6, -1, 0, 0, 6},
		{2, 2, 6, -1, 0, 0, 5});
	EXAMPLE("C", 5, 0, 0, {2, 2, 5, -1, 0, 2, 3}, {2, 2, 5, -1, 0, 2, 2},
		{1, 2, 0, -1, 0, 1, 0});
	EXAMPLE("D", 45, 0, 1.3000000000000398,
		{12, 12, 32.54999999999996, -1, 0, 0, 32.54999999999996},
		{7, 7, 9.5, -1, 0, 0, 9.5}, {2, 2, 1.65, 2, 0, 0, 1.65});
	EXAMPLE("E", 1000, 0, 0, {250, 1, 5000, -1, 0, 0, 600}, {150, 2, 5000, 400, 0, 0, 400});
	EXAMPLE("over-subscribed quota", 1, 0, -1, {3, 1, 2, -1, 0, 0, 2});
	EXAMPLE("weight 0 gets nothing over quota", 10, 0, 10, {0, 0, 5, -1, 0, 0, 0});
	EXAMPLE("unlimited quota is the whole amount", 8, 0, 3, {-1, 1, 5, -1, 0, 0, 5});
	EXAMPLE("negative quotas are numbers", 4, 0, 0, {-2, 1, 1, -1, 0, 0, 1},
		{1, 1, 4, -1, 0, 0, 3});
}

static void rounding(void)
{
	EXAMPLE("F, an old fraction stays", 2, 0, 0, {0, 2, 0.5, -1, 0, 0, 0.5},
		{0, 1, 100, -1, 0, 0, 0}, {0, 2, 100, -1, 0, 0, 1.5});
	EXAMPLE("G, k 0", 39, 0, 0, {0, 7, 1000, -1, 0, 0, 30}, {0, 1, 1000, -1, 0, 0, 5},
		{0, 1, 1000, -1, 0, 0, 4});
	EXAMPLE("G, k 1", 39, 1, 0, {0, 7, 1000, -1, 0, 0, 30}, {0, 1, 1000, -1, 0, 0, 5},
		{0, 1, 1000, -1, 0, 0, 4});
	EXAMPLE("G, k 0.3 moves a GPU", 39, 0.3, 0, {0, 7, 1000, -1, 0, 0, 31},
		{0, 1, 1000, -1, 0, 0, 4}, {0, 1, 1000, -1, 0, 0, 4});
	EXAMPLE("G, weights 2 1 3 by UID", 39, 0, 0, {0, 2, 1000, -1, 0, 0, 13},
		{0, 1, 1000, -1, 0, 0, 7}, {0, 3, 1000, -1, 0, 0, 19});
	EXAMPLE("H, the lower priority takes the rest", 10, 0, 0, {0, 1, 20, -1, 0, 2, 3},
		{0, 1, 20, -1, 0, 2, 3}, {0, 1, 20, -1, 0, 2, 3}, {0, 1, 5, -1, 0, 1, 1});
	EXAMPLE("I, beyond the request", 1, 0, 0, {0, 2, 0.9, -1, 0, 0, 1}, {0, 1, 5, -1, 0, 0, 0});
	EXAMPLE("I, beyond the limit", 1, 0, 0, {0, 1, 5, 0.6, 0, 0, 1}, {0, 1, 5, -1, 0, 0, 0});
	EXAMPLE("K", 10000, 0, 0, {0, 1, 1e6, -1, 0, 0, 3334}, {0, 1, 1e6, -1, 0, 0, 3333},
		{0, 1, 1e6, -1, 0, 0, 3333});
}

static void usage(void)
{
	EXAMPLE("L", 16, 1, 0, {0, 1, 100, -1, 0.5, 0, 6}, {0, 1, 100, -1, 0.1, 0, 10});
	EXAMPLE("L, one used everything", 16, 1, 0, {0, 1, 100, -1, 1, 0, 0},
		{0, 1, 100, -1, 0, 0, 16});
	EXAMPLE("L, both used everything", 16, 1, 16, {0, 1, 100, -1, 1, 0, 0},
		{0, 1, 100, -1, 1, 0, 0});
	EXAMPLE("weight -1 beside 2", 9, 0, 0, {0, -1, 100, -1, 0, 0, 0}, {0, 2, 100, -1, 0, 0, 9});
	EXAMPLE("k NaN: nothing over quota", 9, NAN, 8, {1, 1, 100, -1, 0, 0, 1},
		{0, 2, 100, -1, 0, 0, 0});
}

int main(void)
{
	quotas_and_rounds();
	rounding();
	usage();
	return tap_end();
}
