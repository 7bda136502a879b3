#include "shortcuts/node_contributions.h"

#include <math.h>

#include "common/grow.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/shortcuts.h"

struct job_node { /* a node with a batch of some job; next: an index of nodes; -1: none */
	int node, next;
};
struct job_contribution {
	double sum; /* of its batches in the state */
	int first;  /* an index of nodes; -1: none */
};
struct node_contributions { /* of the present probe */
	uint64_t probe;     /* search.probes */
	int n;              /* how many batches of the state are counted */
	double most;        /* the sum of their contributions without signs: for the margin */
	double *on;         /* by node index: the sums of all jobs with a batch there */
	uint64_t *exempt;   /* the set of nodes with a batch of an exempt job */
	struct job_contribution *of; /* by job index */
	struct job_node *nodes;      /* of all jobs */
	int n_nodes, cap_nodes;
};

static struct node_contributions *contributions_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct node_contributions *n = ARENA_NEW(&q->arena, struct node_contributions);

	n->on = ARENA_ARRAY(&q->arena, (size_t)c->n_nodes, double);
	n->exempt = ARENA_ARRAY(&q->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	n->of = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs, struct job_contribution);
	return n;
}

static void clear(struct node_contributions *n, const struct search *q)
{
	const struct cluster *c = q->session->c;

	n->probe = q->probes;
	n->n = n->n_nodes = 0;
	n->most = 0;
	memset(n->on, 0, (size_t)c->n_nodes * sizeof *n->on);
	memset(n->exempt, 0, (size_t)bit_blocks(c->n_nodes) * sizeof *n->exempt);
	for (int i = 0; i < c->n_jobs; i++)
		n->of[i] = (struct job_contribution){.first = -1};
}

static bool has_node(const struct node_contributions *n, const struct job_contribution *j, int node)
{
	int i = j->first;

	while (i >= 0 && n->nodes[i].node != node)
		i = n->nodes[i].next;
	return i >= 0;
}

/* Nodes outside the session are not asked for. */
static void add_nodes(struct node_contributions *n, struct search *q, const struct batch *b)
{
	struct job_contribution *j = &n->of[b->job_index];
	bool exempt = is_exempt(q, b->job_index);

	for (int i = 0; i < b->n; i++) {
		int node = victim_node(q, b->tasks[i]);

		if (node == q->session->c->n_nodes || has_node(n, j, node))
			continue;
		ARENA_GROW(&q->arena, n->nodes, n->n_nodes, n->cap_nodes);
		n->nodes[n->n_nodes] = (struct job_node){node, j->first};
		j->first = n->n_nodes++;
		n->on[node] += j->sum;
		if (exempt)
			bit_set(n->exempt, node);
	}
}

static void add(struct node_contributions *n, struct search *q, const struct batch *b)
{
	struct job_contribution *j = &n->of[b->job_index];
	double more = contribution_of(q, b->tasks, b->n);

	n->most += fabs(more);
	j->sum += more;
	for (int i = j->first; i >= 0; i = n->nodes[i].next)
		n->on[n->nodes[i].node] += more;
	add_nodes(n, q, b);
}

/* Those of the present probe. */
static struct node_contributions *contributions_of(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);
	bool is_new = !m->on_nodes;

	if (is_new)
		m->on_nodes = contributions_new(q);
	if (is_new || m->on_nodes->probe != q->probes)
		clear(m->on_nodes, q);
	return m->on_nodes;
}

bool node_contributes_too_little(struct search *q, const struct proposal *state, int node)
{
	static const double margin = 1e-9;
	struct node_contributions *n;

	if (!shortcuts_of(q)->deficit)
		return false;
	n = contributions_of(q);
	while (n->n < state->potential.n)
		add(n, q, &state->potential.items[n->n++]);
	return !may_cover_deficit(q, n->on[node] + margin * n->most, bit_is_set(n->exempt, node));
}
