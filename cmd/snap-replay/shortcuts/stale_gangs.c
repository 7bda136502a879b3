#include "shortcuts/stale_gangs.h"

#include "model/bits.h"
#include "model/job.h"
#include "model/shared_gpus.h"
#include "session/orders.h"
#include "shortcuts/class_order.h"
#include "shortcuts/dry_run_private.h"

/* A pod joins one of so many last cliques of its gang: most pairs stand close together. */
enum { CLIQUES = 8 };

struct clique { /* indexes of pods; a pod that is still alone: both are the same */
	int first, last;
};
struct gang {
	struct search *q;
	struct bounds *f;
	struct arena *arena;
	struct task **tasks; /* its pods, in the order of placing */
	int n;
	struct clique cliques[CLIQUES]; /* number i is at i % CLIQUES */
	int n_cliques;
};

static const struct stale_booking *bookings_of(const struct gang *g, int pod)
{
	return g->f->first_stale[g->tasks[pod]->index];
}

/* ---- pairs ---- */

/* What changes on a node without room for a pod does not change the order of the others. */
static bool orders_last(const struct session *s)
{
	return class_order_amounts_small(s, SLOT_CPU) && class_order_amounts_small(s, SLOT_GPU);
}

/* Nothing but its request and lasting facts decides where the pod goes. */
static bool is_served(const struct gang *g, struct task *t)
{
	const struct session *s = g->q->session;

	return dry_run_nodes_of(g->q, t) && class_order_knows(s, t) && !gpus_may_be_shared(s->c, t);
}

/* Both are served. In the same state they are chosen for the same node. */
static bool are_alike(const struct gang *g, struct task *p, struct task *q)
{
	const uint64_t *l = dry_run_nodes_of(g->q, p), *r = dry_run_nodes_of(g->q, q);

	return p->request_class == q->request_class &&
		(l == r || bits_equal(l, r, g->q->session->c->n_nodes));
}

static bool is_on(const struct stale_booking *all, int node)
{
	while (all && all->node != node)
		all = all->next;
	return all != NULL;
}

static bool share_node(const struct stale_booking *l, const struct stale_booking *r)
{
	while (l && !is_on(r, l->node))
		l = l->next;
	return l != NULL;
}

static bool are_all_on(const struct stale_booking *all, int node)
{
	while (all && all->node == node)
		all = all->next;
	return !all;
}

/* p is placed before q, and not both go home untested. */
static bool are_pair(const struct gang *g, int p, int q)
{
	if (!are_alike(g, g->tasks[p], g->tasks[q]))
		return false;
	return q == p + 1 ? !share_node(bookings_of(g, p), bookings_of(g, q))
			  : are_all_on(bookings_of(g, q), g->tasks[p]->node->index);
}

/* ---- cliques ---- */

/* The pod, which is behind all members, forms a pair with each. Three are the most: like the third
 * one, a fourth one would have bookings on the first one's home only. If it is next to the third
 * one, they share that node; if not, that node is the third one's home, too, where the third one
 * has no stale booking. */
static bool takes_in(const struct gang *g, const struct clique *c, int pod)
{
	return are_pair(g, c->first, pod) && are_pair(g, c->last, pod);
}

/* The first member, which is spared, has the ways of all of them. */
static void join(struct gang *g, struct clique *c, int pod)
{
	struct bounds *f = g->f;
	int first = g->tasks[c->first]->index, task = g->tasks[pod]->index;

	c->last = pod;
	bit_set(f->in_clique, first);
	bit_set(f->in_clique, task);
	for (const struct stale_booking *b = f->first_stale[task]; b; b = b->next) {
		struct stale_booking *way = bounds_new_booking(f, g->arena);

		*way = (struct stale_booking){b->node, f->ways[first]};
		f->ways[first] = way;
	}
	f->ways[task] = NULL;
	bit_clear(f->spared, task);
}

static void add(struct gang *g, int pod)
{
	int oldest = g->n_cliques < CLIQUES ? 0 : g->n_cliques - CLIQUES;

	for (int i = g->n_cliques - 1; i >= oldest; i--)
		if (takes_in(g, &g->cliques[i % CLIQUES], pod)) {
			join(g, &g->cliques[i % CLIQUES], pod);
			return;
		}
	g->cliques[g->n_cliques++ % CLIQUES] = (struct clique){pod, pod};
}

/* ---- gangs ---- */

/* All active pods of the job are evicted together, and are then its unit. Its pods go to the first
 * node of all. */
static bool is_gang(const struct session *s, const struct job *j)
{
	int n = counts_in(j->counts, SET_ACTIVE_ALLOCATED);

	return j->n_pod_sets == 1 && n == pod_set_active(j->pod_sets[0]) &&
		n <= j->pod_sets[0]->min && !dry_run_count_to_allocate(j) &&
		s->hooks.predicate.n == 1 &&
		!(s->hooks.node_choices.fn && j->session_job->constrained);
}

/* False: one has no node. */
static bool list_pods(struct gang *g, const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++) {
		struct task *t = j->tasks[i];
		int at = g->n;

		if (!status_in(t->status, SET_ACTIVE_ALLOCATED))
			continue;
		if (!t->node)
			return false;
		for (; at && session_task_less(g->q->session, t, g->tasks[at - 1]); at--)
			g->tasks[at] = g->tasks[at - 1];
		g->tasks[at] = t;
		g->n++;
	}
	return true;
}

static void find_cliques(struct search *q, struct bounds_kept *k, const struct job *j)
{
	struct gang g = {.q = q, .f = &k->bounds, .arena = &k->arena, .tasks = k->bounds.gang};

	if (!list_pods(&g, j))
		return;
	for (int i = 0; i < g.n; i++)
		if (bookings_of(&g, i) && is_served(&g, g.tasks[i]))
			add(&g, i);
}

/* Every pod by itself. */
static void spare_all(struct bounds *f)
{
	int n = f->session->c->n_tasks;
	size_t bytes = (size_t)bit_blocks(n) * sizeof *f->stale;

	memcpy(f->spared, f->stale, bytes);
	memset(f->in_clique, 0, bytes);
	for (int t = bit_next(f->stale, 0, n); t < n; t = bit_next(f->stale, t + 1, n))
		f->ways[t] = f->first_stale[t];
}

void stale_gangs_find(struct search *q, struct bounds_kept *k)
{
	struct bounds *f = &k->bounds;
	const struct cluster *c = q->session->c;

	spare_all(f);
	if (!k->lasting || !orders_last(q->session))
		return;
	memset(f->seen, 0, (size_t)bit_blocks(c->n_jobs) * sizeof *f->seen);
	for (int t = bit_next(f->stale, 0, c->n_tasks); t < c->n_tasks;
		t = bit_next(f->stale, t + 1, c->n_tasks)) {
		const struct job *j = c->tasks[t].job;

		if (!j || bit_is_set(f->seen, j->index))
			continue;
		bit_set(f->seen, j->index);
		if (is_gang(q->session, j))
			find_cliques(q, k, j);
	}
}
