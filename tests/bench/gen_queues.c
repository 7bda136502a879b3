/* Queues of a made-up cluster: departments with queues, or a tree of six levels. */
#include <stdlib.h>
#include "tests/bench/gen_snapshot.h"

enum { LEVELS = 6 };

struct queue {
	char name[40], parent[40]; /* parent "": none */
	struct queue *above;       /* of a tree; NULL: none */
	long quota;                /* in GPUs; -1: no limit */
	long limit;
	unsigned weight;
	long used; /* in GPUs, by what runs below */
};

static void print_queue(long id, const struct queue *q)
{
	if (id)
		putchar(',');
	print_metadata("queue000", id, q->name, NULL, id);
	printf("},\"spec\":{");
	if (*q->parent)
		printf("\"parentQueue\":\"%s\",", q->parent);
	printf("\"resources\":{\"gpu\":{\"quota\":%ld,\"limit\":%ld,\"overQuotaWeight\":%u}",
		q->quota, q->limit, q->weight);
	printf(",\"cpu\":{\"quota\":-1,\"limit\":-1,\"overQuotaWeight\":1},\"memory\":{\"quota\":-1,\"limit\":-1,\"overQuotaWeight\":1}}},"
	       "\"status\":{}}\n");
}

static void print_departments(struct cluster *c)
{
	static const long part[] = {50, 80, 100};
	long departments = c->shape == PLAIN ? 1 + c->queues / 4
		: c->queues >= 4             ? c->queues / 4
					     : 1;

	for (long i = 0; i < departments + c->queues; i++) {
		struct queue q = {.quota = -1, .limit = -1, .weight = 1};

		if (i < departments) {
			snprintf(q.name, sizeof q.name, "dept-%ld", i);
		} else {
			snprintf(q.name, sizeof q.name, "queue-%ld", i - departments);
			snprintf(q.parent, sizeof q.parent, "dept-%ld",
				(i - departments) % departments);
			q.quota = c->nodes * GPUS * part[below(c, 3)] / 100 / c->queues;
			q.weight = below(c, 3);
		}
		print_queue(i, &q);
	}
}

/* Level 0 is the top one. Each has twice the queues of the one above. */
static long width(const struct cluster *c, int level)
{
	long n = c->queues >> (LEVELS - 1 - level);

	return n ? n : 1;
}

static void name_queue(char name[40], int level, long i)
{
	if (level == LEVELS - 1)
		snprintf(name, 40, "queue-%ld", i);
	else
		snprintf(name, 40, "level%d-%ld", level, i);
}

/* The queue in the list of all levels, the top one first. */
static struct queue *at_level(const struct cluster *c, struct queue *tree, int level, long i)
{
	for (int l = 0; l < level; l++)
		tree += width(c, l);
	return tree + i;
}

/* Quotas are far from what queues above have, and from what runs; leaves hang at different depths.
 */
static void draw_queue(struct cluster *c, struct queue *tree, int level, long i)
{
	static const long part[] = {0, 0, 20, 50, 100, 100, 200, 400};
	static const unsigned weights[] = {0, 1, 1, 2, 5};
	long share = c->nodes * GPUS / width(c, level);
	struct queue *q = at_level(c, tree, level, i);

	q->limit = -1;
	name_queue(q->name, level, i);
	if (level > 0) {
		int above = level - 1;

		if (level == LEVELS - 1 && below(c, 4) == 0)
			above -= 1 + (int)below(c, 2);
		q->above = at_level(c, tree, above, i % width(c, above));
		snprintf(q->parent, sizeof q->parent, "%s", q->above->name);
	}
	q->quota = share * part[below(c, 8)] / 100;
	if (level == 0 || below(c, 8) == 0)
		q->quota = -1;
	if (below(c, 10) == 0)
		q->limit = share * 2 + 1;
	q->weight = weights[below(c, 5)];
}

/* Every fifth queue may use about as much as it does: some hold more, as if their limits had been
 * lowered. */
static void draw_limits(struct cluster *c, struct queue *tree, long n)
{
	static const long part[] = {60, 80, 90, 100, 110};

	for (long i = 0; i < c->queues; i++)
		for (struct queue *q = at_level(c, tree, LEVELS - 1, i); q; q = q->above)
			q->used += c->used[i];
	for (long i = 0; i < n; i++) {
		long limit = tree[i].used * part[below(c, 5)] / 100;

		if (tree[i].used > 1 && below(c, 5) == 0)
			tree[i].limit = limit > 1 ? limit : 1;
	}
}

static void print_tree(struct cluster *c)
{
	long n = 0;

	for (int level = 0; level < LEVELS; level++)
		n += width(c, level);
	struct queue *tree = calloc((size_t)n, sizeof *tree);
	if (!tree)
		abort();
	for (int level = 0; level < LEVELS; level++)
		for (long i = 0; i < width(c, level); i++)
			draw_queue(c, tree, level, i);
	if (c->shape == LIMITS)
		draw_limits(c, tree, n);
	for (long i = 0; i < n; i++)
		print_queue(i, &tree[i]);
	free(tree);
}

void print_queues(struct cluster *c)
{
	printf(",\"queues\":[");
	if (c->shape == DEEP || c->shape == LIMITS)
		print_tree(c);
	else
		print_departments(c);
	printf("]");
}
