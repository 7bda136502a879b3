/* What gangs of a made-up cluster ask for, by its shape, and where those that run are. */
#include "tests/bench/gen_snapshot.h"

#define PICK(c, array) ((array)[below((c), sizeof(array) / sizeof *(array))])

uint32_t below(struct cluster *c, uint32_t n)
{
	c->random = c->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((c->random >> 33) % n);
}

static struct room usual_request(int gpus)
{
	return (struct room){.gpus = gpus, .milli_cpu = 4000 * gpus, .memory = 32 * gpus};
}

static struct gang plain_gang(struct cluster *c, bool running)
{
	static const int sizes[] = {1, 1, 1, 1, 2, 2, 4, 4, 8, 8};
	static const long members[] = {1, 1, 1, 1, 1, 1, 1, 2, 4, 8};
	static const char *const priorities[] = {"train", "train", "build"};
	struct gang g = {.each = usual_request(PICK(c, sizes)),
		.queue = below(c, (uint32_t)c->queues),
		.priority = PICK(c, priorities)};

	g.members = PICK(c, members);
	if (c->uneven)
		g.queue = g.queue / 2 * 2 + !running;
	return g;
}

/* As plain, but three in ten have several members, and those that run fewer of them. */
static struct gang full_gang(struct cluster *c, bool running)
{
	static const long some[] = {1, 1, 2, 4}, more[] = {1, 1, 2, 4, 8};
	struct gang g = plain_gang(c, running);

	g.members = below(c, 10) >= 3 ? 1 : running ? PICK(c, some) : PICK(c, more);
	return g;
}

/* Most of what runs belongs to few of the queues. */
static struct gang deep_gang(struct cluster *c, bool running)
{
	struct gang g = full_gang(c, running);

	if (running)
		g.queue = below(c, 1 + below(c, (uint32_t)c->queues));
	return g;
}

/* As deep, but one in six asks for no GPUs, the only resource that is limited. */
static struct gang limits_gang(struct cluster *c, bool running)
{
	struct gang g = deep_gang(c, running);

	if (below(c, 6) == 0)
		g.each.gpus = 0;
	return g;
}

/* Hardly two ask for the same; one in seven for no GPUs; some need not be whole. */
static struct gang mixed_gang(struct cluster *c)
{
	static const int gpus[] = {0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 8};
	static const char *const priorities[] = {"train", "train", "build-preemptible", "build"};
	struct gang g = {.queue = below(c, (uint32_t)c->queues), .priority = PICK(c, priorities)};
	int n = PICK(c, gpus);

	g.each = (struct room){.gpus = n,
		.milli_cpu =
			n ? n * (1000 + 250 * (int)below(c, 13)) : 250 * (1 + (int)below(c, 64)),
		.memory = n ? n * (4 + (int)below(c, 60)) : 1 + (int)below(c, 128)};
	g.members = 1 + below(c, 1 + below(c, GROUP_MAX));
	if (below(c, 4) == 0)
		g.min = 1 + below(c, (uint32_t)g.members);
	return g;
}

/* Small ones of many shapes; gen_volumes.c says what their pods claim. */
static struct gang storage_gang(struct cluster *c)
{
	static const int gpus[] = {0, 1, 1, 1, 2, 2, 3, 4};
	static const char *const priorities[] = {"train", "train", "train", "build"};
	struct gang g = {.queue = below(c, (uint32_t)c->queues),
		.priority = PICK(c, priorities),
		.each = usual_request(PICK(c, gpus)),
		.members = 1 + below(c, 1 + below(c, 3))};

	g.each.milli_cpu += 500 * (1 + (int)below(c, 8));
	g.each.memory += 1 + (int)below(c, 4);
	return g;
}

static struct gang gang_of_shape(struct cluster *c, bool running)
{
	switch (c->shape) {
	case FULL: return full_gang(c, running);
	case DEEP: return deep_gang(c, running);
	case LIMITS: return limits_gang(c, running);
	case MIXED: return mixed_gang(c);
	case STORAGE: return storage_gang(c);
	case PLAIN: break;
	}
	return plain_gang(c, running);
}

/* -1: none that a few attempts find. */
static long find_node(struct cluster *c, const struct room *r)
{
	for (int attempts = c->shape == PLAIN ? 40 : 20; attempts > 0; attempts--) {
		long n = below(c, (uint32_t)c->nodes);
		const struct room *f = &c->free[n];

		if (f->gpus >= r->gpus && f->milli_cpu >= r->milli_cpu && f->memory >= r->memory)
			return n;
	}
	return -1;
}

static void put_member(struct cluster *c, struct gang *g, long at)
{
	struct room *f = &c->free[at];

	g->device[g->members] = GPUS - f->gpus;
	f->gpus -= g->each.gpus;
	f->milli_cpu -= g->each.milli_cpu;
	f->memory -= g->each.memory;
}

struct gang draw_gang(struct cluster *c, bool running)
{
	struct gang g = gang_of_shape(c, running);
	long wanted = g.members;

	snprintf(g.name, sizeof g.name, "%s-%ld", running ? "job-r" : "job-p", c->group);
	g.members = 0;
	for (long m = 0; m < wanted; m++) {
		long at = running ? find_node(c, &g.each) : -1;

		if (running && at < 0) {
			if (c->shape == PLAIN)
				break;
			continue;
		}
		if (at >= 0)
			put_member(c, &g, at);
		g.nodes[g.members++] = at;
	}
	if (!g.min || g.min > g.members)
		g.min = g.members;
	return g;
}
