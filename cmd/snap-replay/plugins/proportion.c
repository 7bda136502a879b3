/* proportion: divides the cluster among the queues and counts what each queue holds and requests.
 * It orders queues (hook queue_order), limits them (job_over_capacity, task_over_capacity,
 * non_preemptible_over_quota) and decides who may reclaim from whom (can_reclaim,
 * reclaim_victim_filter, reclaim_filter_by_queue, reclaim_validator); on_allocate and on_deallocate
 * update its figures. This file holds the cluster total, the figures and the opening; the folder
 * proportion/ holds the rest. Rules: rules/05 2, 4 and 5. */
#include "plugins/proportion/proportion.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "model/numbers.h"
#include "plugins/plugins.h"
#include "session/plugin.h"
#include "session/units.h"

struct triple triple_add(struct triple a, struct triple b)
{
	for (int i = 0; i < TRIPLE; i++)
		a.v[i] += b.v[i];
	return a;
}

struct triple triple_sub(struct triple a, struct triple b)
{
	for (int i = 0; i < TRIPLE; i++)
		a.v[i] -= b.v[i];
	return a;
}

struct triple triple_of(const struct proportion *p, const double *vector)
{
	return (struct triple){{vector[SLOT_CPU], vector[SLOT_MEMORY],
		vector_total_gpus(&p->session->c->slots, vector)}};
}

struct triple job_request(struct proportion *p, struct job *j)
{
	if (!j)
		return (struct triple){{0}};
	if (!j->unit_request_cached)
		session_request_vector(p->session, j, false);
	return (struct triple){
		{j->unit_sums[SLOT_CPU], j->unit_sums[SLOT_MEMORY], j->unit_sums[SLOT_GPU]}};
}

struct triple triple_accepted(const struct proportion *p, const struct task *t, bool with_mig)
{
	const struct slots *s = &p->session->c->slots;
	struct triple a = {{0}};

	if (!t->accepted_set)
		return a;
	for (int i = 0; i < TRIPLE; i++)
		a.v[i] = task_accepted(t, i);
	/* Not only those of t->gpu: an annotation replaces these, but the slots stay
	 * (rules/01 6.3). */
	for (int i = SLOT_OTHERS; with_mig && i < s->mig_end; i++)
		if (s->mig[i])
			a.v[SLOT_GPU] += (double)s->mig_gpus[i] * task_accepted(t, i);
	return a;
}

/* ---- cluster total (rules/05 4) ---- */

/* The pod on the node belongs to another scheduler and is no helper pod of this one. */
static bool foreign(const struct session *s, const struct node_entry *e)
{
	const struct pod *pod = e->task->pod;
	const struct str *app;

	if (!status_in(e->status, SET_ACTIVE_USED) ||
		str_eq(pod->spec->scheduler_name, s->params->scheduler_name))
		return false;
	app = label_of(&pod->meta, LABEL_APP);
	return !app ||
		(!str_eq(*app, STR("kai-resource-reservation")) &&
			!str_eq(*app, STR("scaling-pod")));
}

static struct triple node_total(const struct proportion *p, const struct node *n)
{
	const struct session *s = p->session;
	struct triple sum;

	if (!n->ready) {
		session_log(p->session, 2,
			"Node <" STR_FMT
			"> is not ready, not counting resource for proportion calculations",
			STR_ARG(n->name));
		return (struct triple){{0}};
	}
	sum = triple_of(p, n->allocatable);
	if (s->params->restrict_nodes && !label_of(&n->object->meta, LABEL_GPU_WORKER))
		sum.v[SLOT_GPU] = 0;
	for (int i = 0; i < n->n_entries; i++)
		if (foreign(s, &n->entries[i]))
			sum = triple_sub(sum, triple_of(p, n->entries[i].task->request));
	return sum;
}

/* ---- queue accounting (rules/05 5) ---- */

static void link_queues(struct proportion *p)
{
	const struct cluster *c = p->session->c;
	struct arena *a = &p->session->arena;

	p->n_queues = c->n_queues;
	p->queues = ARENA_ARRAY(a, (size_t)c->n_queues, struct queue_share);
	p->tops = ARENA_ARRAY(a, (size_t)c->n_queues, struct queue_share *);
	for (int i = 0; i < c->n_queues; i++) {
		struct queue_share *q = &p->queues[i];

		q->queue = c->queues[i];
		q->children = ARENA_ARRAY(a, (size_t)q->queue->n_children, struct queue_share *);
		for (int k = 0; k < TRIPLE; k++) {
			q->r[k].deserved = q->queue->quota[k];
			q->r[k].limit = q->queue->limit[k];
			q->r[k].weight = q->queue->weight[k];
		}
	}
	for (int i = 0; i < c->n_queues; i++) {
		struct queue_share *q = &p->queues[i];

		q->parent = queue_share_of(p, q->queue->parent);
		if (q->parent)
			q->parent->children[q->parent->n_children++] = q;
		else
			p->tops[p->n_tops++] = q;
	}
	for (int i = 0; i < c->n_queues; i++)
		dice_shuffle(&c->dice, dice_rank(&c->dice, c->queues[i]->name),
			p->queues[i].children, p->queues[i].n_children);
	dice_shuffle(&c->dice, 0, p->tops, p->n_tops);
}

/* sign: +1 or -1; x + sign * y rounds as x + y and x - y do. */
static void add_allocated(
	struct queue_share *q, const struct triple *v, double sign, bool preemptible)
{
	for (; q; q = q->parent) {
		q->version++;
		for (int i = 0; i < TRIPLE; i++) {
			q->r[i].allocated += sign * v->v[i];
			if (!preemptible)
				q->r[i].allocated_np += sign * v->v[i];
		}
	}
}

static void add_request(struct queue_share *q, const struct triple *v)
{
	for (; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			q->r[i].request += v->v[i];
}

static void count_task(
	struct proportion *p, struct queue_share *q, const struct task *t, bool preemptible)
{
	int64_t smallest = p->session->c->min_gpu_memory;
	struct triple v;

	if (status_in(t->status, SET_ALLOCATED)) {
		v = triple_accepted(p, t, true);
		add_allocated(q, &v, 1, preemptible);
		add_request(q, &v);
	} else if (t->status == POD_PENDING) {
		v = triple_of(p, t->request);
		if (t->type == REQUEST_GPU_MEMORY && smallest)
			v.v[SLOT_GPU] +=
				(double)t->gpu.count * ((double)t->gpu.memory / (double)smallest);
		add_request(q, &v);
	}
}

/* Only fractions of GPUs make the order of the additions matter: whole numbers below 2^53 add up
 * exactly. */
static bool has_fractional(const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++)
		if (task_fractional(j->tasks[i]))
			return true;
	return false;
}

static void count_job(struct proportion *p, const struct job *j)
{
	struct queue_share *q = queue_share_of(p, j->queue);
	struct task **sorted;

	if (!q)
		return;
	if (!has_fractional(j)) {
		for (int i = 0; i < j->n_tasks; i++)
			count_task(p, q, j->tasks[i], j->preemptible);
		return;
	}
	sorted = xcalloc((size_t)j->n_tasks, sizeof *sorted);
	memcpy(sorted, j->tasks, (size_t)j->n_tasks * sizeof *sorted);
	qsort(sorted, (size_t)j->n_tasks, sizeof *sorted, task_by_uid);
	for (int i = 0; i < j->n_tasks; i++)
		count_task(p, q, sorted[i], j->preemptible);
	free(sorted);
}

/* ---- hooks ---- */

static void task_event(struct proportion *p, const struct task *t, double sign)
{
	struct queue_share *q = t->job ? queue_share_of(p, t->job->queue) : NULL;
	struct triple v;

	if (!q)
		return; /* the original dies: see dies_without_queue */
	v = triple_accepted(p, t, true);
	add_allocated(q, &v, sign, t->job->preemptible);
	p->version++;
}

static void on_allocate(void *ctx, struct task *t)
{
	task_event(ctx, t, 1);
}

static void on_deallocate(void *ctx, struct task *t)
{
	task_event(ctx, t, -1);
}

static int compare_queues(void *ctx, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims)
{
	struct proportion *p = ctx;

	return queue_order(
		p, queue_share_of(p, l), queue_share_of(p, r), l_job, r_job, l_victims, r_victims);
}

static struct order_reason explain_queues(
	void *ctx, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job)
{
	return queue_order_reason(ctx, l, r, l_job, r_job);
}

static bool figures(void *ctx, const struct queue *q, struct queue_figures *out)
{
	const struct queue_share *share = queue_share_of(ctx, q);

	for (int i = 0; i < TRIPLE; i++) {
		out->deserved[i] = share->r[i].deserved;
		out->fair_share[i] = share->r[i].fair_share;
		out->allocated[i] = share->r[i].allocated;
		out->requested[i] = share->r[i].request;
		out->limit[i] = share->r[i].limit;
	}
	return true;
}

static void read_arguments(struct proportion *p, const struct plugin_option *option)
{
	struct str k = plugin_arg(option, "kValue"),
		   multiplier = plugin_arg(option, "relcaimerSaturationMultiplier");

	p->k = p->multiplier = 1;
	if (k.p && !parse_float64(k, &p->k))
		warn_input(p->session->warnings, STR("proportion"),
			"kValue is not a number, using 1.0");
	if (k.p && p->k <= 0) {
		warn_input(
			p->session->warnings, STR("proportion"), "kValue must be > 0.0, using 0");
		p->k = 0;
	}
	if (multiplier.p && !parse_float64(multiplier, &p->multiplier))
		warn_input(p->session->warnings, STR("proportion"),
			"relcaimerSaturationMultiplier is not a number, using 1.0");
	if (multiplier.p && p->multiplier < 1) {
		warn_input(p->session->warnings, STR("proportion"),
			"relcaimerSaturationMultiplier must be >= 1.0, using 1.0");
		p->multiplier = 1;
	}
}

static void log_total(struct proportion *p)
{
	struct strbuf b = {0};

	if (!session_logs(p->session, 3))
		return;
	strbuf_addz(&b, "CPU: ");
	fit_human(&b, p->total.v[SLOT_CPU], 1000);
	strbuf_addz(&b, " (cores), memory: ");
	fit_human(&b, p->total.v[SLOT_MEMORY], 1e9);
	strbuf_addz(&b, " (GB), Gpus: ");
	fit_human(&b, p->total.v[SLOT_GPU], 1);
	session_log(p->session, 3,
		"Total allocatable resources are <%s>, number of nodes: <%d>, number of queues: <%d>",
		b.s, p->session->c->n_nodes, p->n_queues);
	strbuf_free(&b);
}

void proportion_open(struct session *s, const struct plugin_option *option)
{
	struct proportion *p = ARENA_NEW(&s->arena, struct proportion);

	p->session = s;
	read_arguments(p, option);
	if (s->config->has_usage_db)
		warn_input(s->warnings, STR("config.usageDBConfig"),
			"a snapshot holds no usage data: time-based fairness counts as 0");
	for (int i = 0; i < s->c->n_nodes; i++)
		p->total = triple_add(p->total, node_total(p, &s->c->nodes[i]));
	if (s->c->endless) {
		s->died = true;
		warn_doubt(s->warnings, s->c->endless->key,
			"break the cycle of queues that snap-inspect --check names",
			"the scheduler hangs before its first action: the queues above this pod group's form a cycle");
	}
	link_queues(p);
	for (int i = 0; i < s->c->n_jobs; i++)
		count_job(p, s->c->jobs[i]);
	divide_level(p, p->tops, p->n_tops, &p->total);
	log_total(p);
	hook_add_queue_order(s, compare_queues, p, "proportion");
	hook_add_queue_order_reason(s, explain_queues, p, "proportion");
	hook_add_queue_figures(s, figures, p, "proportion");
	s->dies_without_queue = true;
	hook_add_on_allocate(s, on_allocate, p, "proportion");
	hook_add_on_deallocate(s, on_deallocate, p, "proportion");
	queue_order_open(p);
	queue_ledger_open(p);
	capacity_open(p);
	reclaimable_open(p);
	reclaim_validator_open(p);
}
