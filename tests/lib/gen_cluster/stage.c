/* Nodes and queues. */
#include "tests/lib/gen_cluster/cluster.h"

const char *const mig_profiles[PROFILES] = {"1g.5gb", "2g.10gb", "3g.20gb"};

static struct node make_node(struct cluster *c, int usual_gpus, int usual_memory)
{
	static const int gpus[] = {1, 2, 2, 4, 4, 8}, memories[] = {16384, 24576, 40960, 81559};
	struct node n = {.gpu_memory = chance(c, 75) ? usual_memory : PICK(c, memories),
		.pool = (int)below(c, 3),
		.zone = (int)below(c, 3)};
	struct room *t = &n.total;

	t->gpus = chance(c, 70) ? usual_gpus : PICK(c, gpus);
	if (c->on[F_cpu_nodes] && chance(c, 25))
		t->gpus = 0;
	if (c->on[F_mig] && chance(c, 45)) {
		n.mig = true;
		n.mig_single = chance(c, 25);
		t->gpus = n.mig_single ? t->gpus : 0;
		t->mig[0] = n.mig_single ? 0 : 7;
		t->mig[1] = n.mig_single ? 0 : 3;
		t->mig[2] = n.mig_single ? 0 : 2;
	}
	t->cpu = t->gpus == 0 ? 16000 : t->gpus * (c->on[F_tight_cpu] ? 2500 : 8000);
	t->memory = t->gpus == 0 ? 64 : t->gpus * 32;
	t->pods = c->on[F_few_pods] && chance(c, 50) ? 3 + (int)below(c, 4) : 110;
	n.tainted = c->on[F_taints] && chance(c, 30);
	n.unready = c->on[F_unready] && chance(c, 12);
	n.cordoned = c->on[F_unready] && chance(c, 12);
	n.left = n.total;
	return n;
}

void make_nodes(struct cluster *c)
{
	static const int numbers[][2] = {{3, 3}, {4, 6}, {8, 17}}, gpus[] = {1, 2, 2, 4, 4, 8},
			 memories[] = {16384, 40960, 81559};
	int usual_gpus = PICK(c, gpus), usual_memory = PICK(c, memories);

	c->n_nodes = numbers[c->size][0] + (int)below(c, (uint32_t)numbers[c->size][1]);
	for (int i = 0; i < c->n_nodes; i++)
		c->nodes[i] = make_node(c, usual_gpus, usual_memory);
	make_slices(c);
}

static struct room whole(const struct cluster *c)
{
	struct room sum = {0};

	for (int i = 0; i < c->n_nodes; i++) {
		sum.cpu += c->nodes[i].total.cpu;
		sum.memory += c->nodes[i].total.memory;
		sum.gpus += c->nodes[i].total.gpus + (c->nodes[i].mig ? 7 : 0);
	}
	return sum;
}

static int add_queue(struct cluster *c, int parent, bool leaf)
{
	static const double weights[] = {0, 1, 1, 1, 2, 3};
	static const int priorities[] = {0, 50, 100, 200};
	struct queue *q = &c->queues[c->n_queues];

	*q = (struct queue){.parent = parent,
		.leaf = leaf,
		.quota = {-1, -1, -1},
		.limit = {-1, -1, -1},
		.weight = PICK(c, weights)};
	if (c->on[F_queue_priorities])
		q->priority = PICK(c, priorities);
	return c->n_queues++;
}

static void set_quota(struct cluster *c, struct queue *q, int leaves)
{
	static const int parts[] = {0, 30, 60, 80, 100, 100, 150};
	struct room all = whole(c);
	double part = PICK(c, parts) / 100.0 / leaves;

	q->quota[0] = (int)(all.gpus * part + 0.5);
	if (c->on[F_cpu_quotas]) {
		q->quota[1] = (int)(all.cpu * part);
		q->quota[2] = (int)(all.memory * 1073.741824 * part);
	}
	for (int r = 0; r < 3; r++)
		if (c->on[F_limits] && chance(c, 30) && q->quota[r] > 0)
			q->limit[r] = q->quota[r] * (1 + below(c, 3));
}

static const char *min_runtime(struct cluster *c)
{
	static const char *const times[] = {"0s", "1m", "20m", "2h", "10h", "10h"};

	return c->on[F_min_runtime] && chance(c, 50) ? PICK(c, times) : NULL;
}

void make_queues(struct cluster *c)
{
	int departments = 1 + (int)below(c, 3), leaves = 0;

	for (int d = 0; d < departments; d++) {
		int top = add_queue(c, -1, false), children = 1 + (int)below(c, 3);

		for (int i = 0; i < children; i++) {
			bool inner = c->on[F_three_levels] && chance(c, 40);
			int child = add_queue(c, top, !inner);

			for (int k = inner ? 1 + (int)below(c, 2) : 0; k > 0; k--)
				add_queue(c, child, true);
		}
	}
	if (chance(c, 12))
		add_queue(c, -1, true);
	for (int i = 0; i < c->n_queues; i++)
		leaves += c->queues[i].leaf;
	for (int i = 0; i < c->n_queues; i++) {
		struct queue *q = &c->queues[i];

		if (q->leaf ? !chance(c, 8) : !c->on[F_open_departments])
			set_quota(c, q, q->leaf ? leaves : q->parent < 0 ? departments : leaves);
		q->preempt_min_runtime = min_runtime(c);
		q->reclaim_min_runtime = min_runtime(c);
	}
	do
		c->hog = (int)below(c, (uint32_t)c->n_queues);
	while (!c->queues[c->hog].leaf);
}
