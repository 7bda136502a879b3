/* The filters: tests of an accumulator's scenario before a generator makes proposals of it
 * (rules/04 7). They run in this order: NodeAffinities, TopologyGpus, IdleGpus. They are behaviour,
 * not only speed: they reject scenarios in which a simulation might have placed the preemptor. */
#include <stdlib.h>

#include "model/go_numbers.h"
#include "model/selectors.h"
#include "common/mem.h"
#include "solvers/filters_private.h"

double task_need(const struct task *t)
{
	return gpu_request_quota(&t->gpu);
}

double task_freed(const struct task *t)
{
	return t->accepted_set ? gpu_request_quota(&t->accepted) : 0;
}

double filter_gpus(const struct search *q, const struct task *t, double gpus)
{
	bool mig = t->type == REQUEST_MIG;

	return mig && !q->session->c->objects->follows.quota_in_filters ? 0 : gpus;
}

double node_avail(const struct session *s, const struct node *n)
{
	return node_sum_idle_gpus(s->c, n) + node_sum_releasing_gpus(s->c, n);
}

bool filters_greedy(const double *required, int n_required, const double *holders, int n_holders)
{
	double *used = xcalloc((size_t)n_holders, sizeof *used);
	bool ok = true;

	for (int i = 0; i < n_required && ok; i++) {
		int h = 0;

		if (required[i] == 0)
			break;
		while (h < n_holders && holders[h] >= required[i] &&
			!(holders[h] - used[h] >= required[i]))
			h++;
		if (h == n_holders || !(holders[h] >= required[i]))
			ok = false;
		else
			used[h] += required[i];
	}
	free(used);
	return ok;
}

static int descending(const void *a, const void *b)
{
	return go_compare(*(const double *)b, *(const double *)a);
}

void sort_descending(double *v, int n)
{
	qsort(v, (size_t)n, sizeof *v, descending);
}

/* ---- NodeAffinities ---- */

static bool pinned(const struct task *t)
{
	return t->pod->spec->node_selector.present || t->pod->spec->node_affinity.present;
}

static bool names_node(const struct requirement *r)
{
	return r->op == OP_IN && str_eq(r->key, STR("metadata.name"));
}

static bool term_is_by_name(const struct node_term *term)
{
	for (int i = 0; i < term->n_fields; i++)
		if (names_node(&term->fields[i]))
			return true;
	return false;
}

static bool all_by_name(const struct node_terms *terms)
{
	for (int i = 0; i < terms->n; i++)
		if (!term_is_by_name(&terms->items[i]))
			return false;
	return terms->n > 0;
}

/* If all terms name nodes, any node will do; else it must be one of the scenario. */
static bool has_matching_node(const struct filters *f, const struct task *t)
{
	const struct cluster *c = f->q->session->c;
	const struct pod_spec *spec = t->pod->spec;
	bool by_name = all_by_name(&spec->node_affinity);

	for (int i = 0; i < c->n_nodes; i++)
		if ((by_name || f->nodes[i]) && node_affinity_matches(spec, c->nodes[i].object))
			return true;
	return false;
}

static void add_nodes(struct filters *f, const struct batches *b, int from)
{
	for (int i = from; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (b->items[i].tasks[k]->node)
				f->nodes[b->items[i].tasks[k]->node->index] = true;
}

static bool node_affinities_accept(struct filters *f, const struct proposal *p)
{
	if (f->affinity_passed) /* the nodes only grow */
		return true;
	add_nodes(f, &p->potential, f->affinity_seen);
	f->affinity_seen = p->potential.n;
	for (int i = 0; i < p->pending.n; i++)
		if (pinned(p->pending.items[i]) && !has_matching_node(f, p->pending.items[i]))
			return false;
	f->affinity_passed = true;
	return true;
}

/* ---- IdleGpus ---- */

/* The greatest n_top of f->idle, descending: each requirement uses at most one holder, so no more
 * can be looked at. */
static void find_top(struct filters *f)
{
	int n = 0;

	for (int i = 0; i < f->q->session->c->n_nodes; i++) {
		double v = f->idle[i];
		int at = n;

		if (n == f->n_top && go_compare(v, f->top[n - 1]) <= 0)
			continue;
		if (n < f->n_top)
			n++;
		else
			at--;
		for (; at > 0 && go_compare(f->top[at - 1], v) < 0; at--)
			f->top[at] = f->top[at - 1];
		f->top[at] = v;
	}
}

static void idle_build(struct filters *f, const struct proposal *p)
{
	const struct cluster *c = f->q->session->c;
	bool *seen = xcalloc((size_t)c->n_tasks, sizeof *seen);

	for (int i = 0; i < c->n_nodes; i++)
		f->idle[i] = node_avail(f->q->session, &c->nodes[i]);
	for (int i = 0; i < p->recorded.n; i++)
		for (int k = 0; k < p->recorded.items[i].n; k++) {
			struct task *t = p->recorded.items[i].tasks[k];

			if (!t->node)
				continue;
			f->repeated |= seen[t->index]; /* the original's error E1: it then accepts
							  everything */
			seen[t->index] = true;
			f->idle[t->node->index] += filter_gpus(f->q, t, task_freed(t));
		}
	free(seen);
	f->n_top = p->pending.n < c->n_nodes ? p->pending.n : c->n_nodes;
	find_top(f);
}

/* old leaves f->top, or, where it was not among these (or equals the last), the last does. */
static void replace_in_top(struct filters *f, double old, double now)
{
	int last = f->n_top - 1, at = last;

	if (go_compare(now, f->top[last]) <= 0)
		return;
	while (at > 0 && go_compare(f->top[at], old) < 0)
		at--;
	for (; at > 0 && go_compare(f->top[at - 1], now) < 0; at--)
		f->top[at] = f->top[at - 1];
	f->top[at] = now;
}

static void free_on_node(struct filters *f, int node, double freed)
{
	double old = f->idle[node];

	f->idle[node] = old + freed;
	if (f->idle[node] >= old)
		replace_in_top(f, old, f->idle[node]);
	else
		find_top(f);
}

static void count_victims(struct filters *f, const struct proposal *p)
{
	const struct node *nodes = f->q->session->c->nodes;

	for (int i = f->idle_seen; i < p->potential.n; i++)
		for (int k = 0; k < p->potential.items[i].n; k++) {
			struct task *t = p->potential.items[i].tasks[k];

			if (!t->node || f->counted[t->index])
				continue;
			f->counted[t->index] = true;
			free_on_node(f, (int)(t->node - nodes), /* saves reading the node */
				filter_gpus(f->q, t, task_freed(t)));
		}
	f->idle_seen = p->potential.n;
}

/* Each node takes as many tasks of one need as fit into it: more room never means fewer. With
 * several needs it may, as a great task then goes to another node. */
static bool may_fail_later(const struct filters *f, int n_pending)
{
	return f->q->session->c->odd_gpus || f->needs[0] != f->needs[n_pending - 1];
}

static bool idle_accept(struct filters *f, const struct proposal *p)
{
	bool accepted;

	if (f->repeated || f->idle_passed)
		return true;
	count_victims(f, p);
	accepted = filters_greedy(f->needs, p->pending.n, f->top, f->n_top);
	f->idle_passed = accepted && !may_fail_later(f, p->pending.n);
	return accepted;
}

/* ---- all ---- */

struct filters *filters_new(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	const struct cluster *c = q->session->c;
	struct filters *f = ARENA_NEW(&q->arena, struct filters);

	f->q = q;
	f->nodes = ARENA_ARRAY(&q->arena, (size_t)c->n_nodes, bool);
	memcpy(f->nodes, nodes->in, (size_t)c->n_nodes);
	add_nodes(f, &p->recorded, 0);
	f->idle = ARENA_ARRAY(&q->arena, (size_t)c->n_nodes, double);
	f->top = ARENA_ARRAY(&q->arena, (size_t)p->pending.n, double);
	f->counted = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks, bool);
	f->needs = ARENA_ARRAY(&q->arena, (size_t)p->pending.n, double);
	for (int i = 0; i < p->pending.n; i++)
		f->needs[i] = filter_gpus(q, p->pending.items[i], task_need(p->pending.items[i]));
	sort_descending(f->needs, p->pending.n);
	idle_build(f, p);
	topology_build(f, p);
	return f;
}

bool filters_accept(struct filters *f, const struct proposal *p)
{
	long *held = f->q->counts.filtered;

	if (!node_affinities_accept(f, p))
		held[FILTER_NODE_AFFINITIES]++;
	else if (!topology_accept(f, p))
		held[FILTER_TOPOLOGY_GPUS]++;
	else if (!idle_accept(f, p))
		held[FILTER_IDLE_GPUS]++;
	else
		return true;
	return false;
}
