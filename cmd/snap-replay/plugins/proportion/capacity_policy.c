/* Over-capacity checks: queue limits for all jobs, quotas for non-preemptible ones, at every level
 * (rules/05 11).
 *
 * The check of one task on one node runs for every node that is tried. Its amount depends on the
 * task and, through rounding, on the GPU memory of the node; its answer also depends on the queues'
 * allocated figures. So the last answer is kept and used while task, GPU memory and
 * proportion.version, which grows with every change of a figure, are the same. That cannot change a
 * decision. */
#include "plugins/proportion/proportion.h"

struct capacity_memo {
	const struct task *task;
	int64_t gpu_memory;
	uint64_t version;
	struct capacity_result result;
};

static const struct {
	const char *limit_name, *unit, *quota_unit;
	double divisor;
} words[TRIPLE] = {
	[SLOT_CPU] = {"CPU cores", "cores", "CPU cores", 1000},
	[SLOT_MEMORY] = {"memory", "GB", "GB memory", 1e9},
	[SLOT_GPU] = {"GPUs", "GPUs", "GPUs", 1},
};

static const struct capacity_result schedulable = {.ok = true};

static struct capacity_result refuse(
	struct proportion *p, const struct queue_share *q, struct str reason, struct strbuf *text)
{
	struct capacity_result r = {
		false, reason, q->queue, arena_str(&p->session->arena, strbuf_str(text))};

	strbuf_free(text);
	return r;
}

static struct capacity_result over_limit(
	struct proportion *p, const struct queue_share *q, int slot, double amount)
{
	struct strbuf b = {0};
	double unit = words[slot].divisor;

	strbuf_addstr(&b, q->queue->display_name);
	strbuf_addf(&b, " quota has reached the allowable limit of %s. Limit is ",
		words[slot].limit_name);
	fit_human(&b, q->r[slot].limit, unit);
	strbuf_addf(&b, " %s, currently ", words[slot].unit);
	fit_human(&b, q->r[slot].allocated, unit);
	strbuf_addf(&b, " %s allocated and workload requested ", words[slot].unit);
	fit_human(&b, amount, unit);
	strbuf_addf(&b, " %s", words[slot].unit);
	return refuse(p, q, STR("OverLimit"), &b);
}

static struct capacity_result over_quota(
	struct proportion *p, const struct queue_share *q, int slot, double amount)
{
	struct strbuf b = {0};
	double unit = words[slot].divisor;

	strbuf_addz(&b, "Non-preemptible workload is over quota. Workload requested ");
	if (slot == SLOT_GPU)
		fit_go_float(&b, amount); /* the one number that is not humanized */
	else
		fit_human(&b, amount, unit);
	strbuf_addf(&b, " %s, but ", words[slot].quota_unit);
	strbuf_addstr(&b, q->queue->display_name);
	strbuf_addz(&b, " quota is ");
	fit_human(&b, q->r[slot].deserved, unit);
	strbuf_addf(&b, " %s, while ", words[slot].unit);
	fit_human(&b, q->r[slot].allocated_np, unit);
	strbuf_addf(&b,
		" %s are already allocated for non-preemptible pods. Use a preemptible workload to go over quota.",
		words[slot].unit);
	return refuse(p, q, STR("NonPreemptibleOverQuota"), &b);
}

static struct capacity_result check_limits(
	struct proportion *p, const struct queue_share *q, const struct triple *amount)
{
	for (; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			if (exceeds_limit(q, i, amount->v[i]))
				return over_limit(p, q, i, amount->v[i]);
	return schedulable;
}

static struct capacity_result check_quotas(
	struct proportion *p, const struct queue_share *q, const struct triple *amount)
{
	for (; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			if (q->r[i].deserved != UNLIMITED && amount->v[i] != 0 &&
				q->r[i].deserved < q->r[i].allocated_np + amount->v[i])
				return over_quota(p, q, i, amount->v[i]);
	return schedulable;
}

static struct capacity_result check_both(
	struct proportion *p, const struct job *j, const struct triple *amount)
{
	const struct queue_share *q = queue_share_of(p, j->queue);
	struct capacity_result r = check_limits(p, q, amount);

	return r.ok && !j->preemptible ? check_quotas(p, q, amount) : r;
}

/* All of the tasks, memory requests as fractions of the largest GPU memory. */
static struct triple amount_of(const struct proportion *p, struct task **tasks, int n)
{
	const struct cluster *c = p->session->c;
	int64_t largest = c->objects->follows.memory_in_quota ? c->max_gpu_memory : 0;
	struct triple sum = {{0}};

	for (int i = 0; i < n; i++) {
		const struct gpu_request *g = &tasks[i]->gpu;

		sum = triple_add(sum, triple_of(p, tasks[i]->request));
		if (tasks[i]->type == REQUEST_GPU_MEMORY && largest > 0)
			sum.v[SLOT_GPU] += (double)g->count * ((double)g->memory / (double)largest);
	}
	return sum;
}

static struct capacity_result job_over_capacity(
	void *ctx, struct job *j, struct task **tasks, int n)
{
	struct triple amount = amount_of(ctx, tasks, n);

	return check_both(ctx, j, &amount);
}

static void details(void *ctx, const struct queue *queue, const struct job *j, struct task **tasks,
	int n, struct queue_details *out)
{
	const struct queue_share *q = queue_share_of(ctx, queue);
	struct triple amount = amount_of(ctx, tasks, n);

	*out = (struct queue_details){.queue = queue};
	for (int i = 0; i < TRIPLE; i++) {
		out->requested[i] = q->r[i].request;
		out->deserved[i] = q->r[i].deserved;
		out->allocated[i] = q->r[i].allocated;
		out->allocated_np[i] = q->r[i].allocated_np;
		out->limit[i] = q->r[i].limit;
		out->group_requested[i] = amount.v[i];
		out->group_requested_np[i] = j->preemptible ? 0 : amount.v[i];
	}
}

static struct capacity_result non_preemptible_over_quota(
	void *ctx, struct job *j, struct task **tasks, int n)
{
	struct proportion *p = ctx;
	struct triple amount = amount_of(p, tasks, n);

	return j->preemptible ? schedulable : check_quotas(p, queue_share_of(p, j->queue), &amount);
}

static struct triple amount_on_node(const struct task *t, const struct node *n)
{
	const struct gpu_request *g = &t->gpu;
	struct triple a = {{t->request[SLOT_CPU], t->request[SLOT_MEMORY], 0}};

	if (g->n_mig)
		a.v[SLOT_GPU] = gpu_request_quota(g);
	else
		a.v[SLOT_GPU] =
			(double)g->count * node_memory_fraction(n, node_request_memory(n, g));
	return a;
}

static struct capacity_result task_over_capacity(void *ctx, struct task *t, struct node *n)
{
	struct proportion *p = ctx;
	struct capacity_memo *m = p->memo;
	struct triple amount;

	if (m->task == t && m->gpu_memory == n->gpu_memory && m->version == p->version)
		return m->result;
	if (!t->job || !t->job->queue)
		return schedulable;
	amount = amount_on_node(t, n);
	*m = (struct capacity_memo){t, n->gpu_memory, p->version, check_both(p, t->job, &amount)};
	return m->result;
}

void capacity_open(struct proportion *p)
{
	struct session *s = p->session;

	p->memo = ARENA_NEW(&s->arena, struct capacity_memo);
	hook_add_job_over_capacity(s, job_over_capacity, p, "proportion");
	hook_add_capacity_details(s, details, p, "proportion");
	hook_add_non_preemptible_over_quota(s, non_preemptible_over_quota, p, "proportion");
	hook_add_task_over_capacity(s, task_over_capacity, p, "proportion");
}
