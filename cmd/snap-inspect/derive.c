/* Sums over pods, groups and queues once all of them are known (rules/05 5, rules/01 6.2). */
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "summary.h"

/* Numbers (from 1) of the objects that names in refs refer to; 0: none. */
struct joins {
	uint32_t *node, *queue, *group; /* by ref */
	int64_t min_memory; /* smallest GPU of the cluster, MiB; 0: none (rules/01 5.4) */
};

enum status { STATUS_GONE, STATUS_WAITING, STATUS_GATED, STATUS_HOLDING, STATUS_LEAVING };

static struct joins join(const struct summary *s)
{
	size_t n = (size_t)s->refs.count + 1;
	struct joins j = {xcalloc(n, sizeof *j.node), xcalloc(n, sizeof *j.queue),
		xcalloc(n, sizeof *j.group), 0};

	for (uint32_t i = 1; i <= s->refs.count; i++) {
		j.node[i] = names_find(&s->ids[KIND_NODES], names_text(&s->refs, i));
		j.queue[i] = names_find(&s->ids[KIND_QUEUES], names_text(&s->refs, i));
	}
	/* Pods name their group without its namespace; of two the later one counts (rules/01 8.1).
	 */
	for (uint32_t i = 0; i < s->ids[KIND_POD_GROUPS].count; i++)
		j.group[s->groups[i].name] = i + 1;
	for (uint32_t i = 0; i < s->ids[KIND_NODES].count; i++)
		if (s->nodes[i].gpu_memory > 100 && !s->nodes[i].outside &&
			(j.min_memory == 0 || s->nodes[i].gpu_memory < j.min_memory))
			j.min_memory = s->nodes[i].gpu_memory;
	return j;
}

/* A pod with a live bind request to a known node is as good as on it. */
static void apply_binds(struct summary *s, const struct joins *j)
{
	for (size_t i = 0; i < s->bind_count; i++) {
		const struct bind *b = &s->binds[i];
		uint32_t pod = names_find(&s->ids[KIND_PODS], names_text(&s->refs, b->pod));

		if (!b->live || pod == 0 || j->node[b->node] == 0)
			continue;
		if (s->pods[pod - 1].node == 0)
			s->pods[pod - 1].node = b->node;
	}
}

static enum status status_of(const struct pod *pod)
{
	if (pod->phase == PHASE_RUNNING)
		return pod->deleting ? STATUS_LEAVING : STATUS_HOLDING;
	if (pod->phase != PHASE_PENDING)
		return STATUS_GONE;
	if (pod->deleting)
		return STATUS_LEAVING;
	if (pod->node != 0)
		return STATUS_HOLDING;
	return pod->gated ? STATUS_GATED : STATUS_WAITING;
}

/* GPUs that a pod holds on a node of this memory, or would take from the smallest GPU; rules/05 5.
 */
static double gpus(const struct request *q, int64_t memory, bool held)
{
	if (q->gpu_memory == 0)
		return q->sum.gpu;
	if (memory <= 0)
		return 0;
	double share = (double)q->gpu_memory / (double)memory;
	if (held)
		share = ceil(share * 100) / 100;
	return share * (double)q->devices;
}

static void charge(struct amounts *a, const struct request *q, double gpu)
{
	a->gpu += gpu + q->mig;
	a->cpu = a->cpu > INT64_MAX - q->sum.cpu ? INT64_MAX : a->cpu + q->sum.cpu;
	a->memory = a->memory > INT64_MAX - q->sum.memory ? INT64_MAX : a->memory + q->sum.memory;
}

static void count_pod(struct summary *s, const struct joins *j, const struct pod *pod)
{
	enum status status = status_of(pod);
	uint32_t node = j->node[pod->node], group = pod->group ? j->group[pod->group] : 0;
	struct request q = request_of(s, pod->request);
	bool held = status == STATUS_HOLDING || status == STATUS_LEAVING;
	double gpu = gpus(&q, held && node ? s->nodes[node - 1].gpu_memory : j->min_memory, held);
	double on_node = gpu;

	if (!q.mig_annotation)
		gpu += (double)pod->claim_gpus;
	if (node && s->nodes[node - 1].gpus > 0) /* else it has none to book (rules/01 7.3) */
		on_node = gpu;
	/* A reservation pod holds GPUs that other pods share; those pods are counted
	 * (rules/01 7.3). */
	if (held && node && !pod->reservation) {
		s->gpus_requested += on_node;
		s->nodes[node - 1].used += on_node;
	}
	if (status == STATUS_WAITING && !pod->reservation)
		s->gpus_waiting += gpu;
	if (group == 0)
		return;
	struct group *g = &s->groups[group - 1];
	g->active += held;
	g->waiting += status == STATUS_WAITING || status == STATUS_GATED;
	uint32_t queue = g->queue ? j->queue[g->queue] : 0;
	if (queue == 0)
		return;
	struct queue *in = &s->queues[queue - 1];
	if (status == STATUS_HOLDING && node && !s->nodes[node - 1].outside) {
		charge(&in->allocated, &q, gpu);
		charge(&in->requested, &q, gpu);
	} else if (status == STATUS_WAITING) {
		charge(&in->requested, &q, gpu);
	}
}

/* A group runs when all its pods do and they are enough, waits when none does, and is part-way in
 * between. */
static enum group_state group_state(const struct group *g)
{
	if (g->active == 0)
		return g->waiting ? GROUP_PENDING : GROUP_EMPTY;
	return g->waiting == 0 && (int64_t)g->active >= g->min_member ? GROUP_RUNNING
								      : GROUP_PARTLY;
}

static void link_under(struct summary *s, uint32_t number, uint32_t up)
{
	uint32_t *first = up ? &s->queues[up - 1].first : &s->first_queue,
		 *last = up ? &s->queues[up - 1].last : &s->last_queue;

	if (*last)
		s->queues[*last - 1].next = number;
	else
		*first = number;
	*last = number;
	s->queues[number - 1].up = up;
}

static void build_tree(struct summary *s, const struct joins *j)
{
	uint32_t n = s->ids[KIND_QUEUES].count, *parent = xcalloc((size_t)n + 1, sizeof *parent);
	bool *in_cycle = xcalloc((size_t)n + 1, sizeof *in_cycle);

	for (uint32_t i = 1; i <= n; i++)
		parent[i] = s->queues[i - 1].parent ? j->queue[s->queues[i - 1].parent] : 0;
	find_cycles(parent, n, in_cycle);
	/* A cycle is shown from the queue at which it was found, as if that were a top queue. */
	for (uint32_t i = 1; i <= n; i++) {
		s->queues[i - 1].in_cycle = in_cycle[i];
		link_under(s, i, in_cycle[i] ? 0 : parent[i]);
	}
	free(in_cycle);
	free(parent);
}

bool queue_walk(const struct summary *s, uint32_t *at, unsigned *depth)
{
	if (*at == 0) {
		*depth = 0;
		*at = s->first_queue;
		return *at != 0;
	}
	if (s->queues[*at - 1].first) {
		++*depth;
		*at = s->queues[*at - 1].first;
		return true;
	}
	while (*at && !s->queues[*at - 1].next) {
		*at = s->queues[*at - 1].up;
		*depth -= *at != 0;
	}
	if (*at)
		*at = s->queues[*at - 1].next;
	return *at != 0;
}

static void add_amounts(struct amounts *to, const struct amounts *more)
{
	to->gpu += more->gpu;
	to->cpu = to->cpu > INT64_MAX - more->cpu ? INT64_MAX : to->cpu + more->cpu;
	to->memory = to->memory > INT64_MAX - more->memory ? INT64_MAX : to->memory + more->memory;
}

/* Each queue's sums go to all queues above: children before parents. */
static void sum_tree(struct summary *s)
{
	uint32_t n = s->ids[KIND_QUEUES].count, count = 0, at = 0,
		 *order = xcalloc((size_t)n + 1, sizeof *order);
	unsigned depth;

	while (queue_walk(s, &at, &depth))
		order[count++] = at;
	while (count-- > 0) {
		const struct queue *q = &s->queues[order[count] - 1];

		if (q->up == 0)
			continue;
		struct queue *up = &s->queues[q->up - 1];
		add_amounts(&up->allocated, &q->allocated);
		add_amounts(&up->requested, &q->requested);
	}
	free(order);
}

/* A pod group counts once, however many of its sub-groups name the topology. */
static void count_constraints(struct summary *s)
{
	uint32_t *last = xcalloc((size_t)s->ids[KIND_TOPOLOGIES].count + 1, sizeof *last);

	for (size_t i = 0; i < s->topologies.constraint_count; i++) {
		const struct constraint *c = &s->topologies.constraints[i];
		uint32_t number =
			names_find(&s->ids[KIND_TOPOLOGIES], names_text(&s->refs, c->topology));

		if (number && last[number] != c->group) {
			last[number] = c->group;
			s->topologies.list[number - 1].pod_groups++;
		}
	}
	free(last);
}

void summary_derive(struct summary *s)
{
	struct joins j = join(s);

	claims_derive(s);
	for (uint32_t i = 0; i < s->ids[KIND_NODES].count; i++)
		s->gpus_allocatable += s->nodes[i].gpus;
	count_constraints(s);
	numa_derive(s);
	apply_binds(s, &j);
	for (uint32_t i = 0; i < s->ids[KIND_PODS].count; i++)
		count_pod(s, &j, &s->pods[i]);
	for (uint32_t i = 0; i < s->ids[KIND_POD_GROUPS].count; i++) {
		const struct group *g = &s->groups[i];
		uint32_t queue = g->queue ? j.queue[g->queue] : 0;

		s->group_states[group_state(g)]++;
		if (queue)
			s->queues[queue - 1].pod_groups++;
	}
	build_tree(s, &j);
	sum_tree(s);
	free(j.node);
	free(j.queue);
	free(j.group);
}
