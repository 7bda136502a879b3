/* podaffinity: scores nodes by preferred inter-pod affinity terms, those of the incoming pod and
 * those of the pods on the nodes: the sum of the weights times 1000000 (hook node_order). The
 * hook node_pre_order sums up the weights for each topology domain; on_storage_add and
 * on_storage_remove count the pods with such terms. Rules: rules/06 13.9. */
#include "plugins/plugins.h"
#include "model/pod_relations.h"

struct podaffinity {
	struct session *session;
	struct domains domains;
	struct pod_relations relations;
	int64_t *score; /* by domain, of the last pre-order */
	bool *skipped;  /* by task.index: nothing contributed once; sticky */
	bool contributed;
	int *carriers; /* by node.index: how many pods of node.view have preferred terms */
};

static bool has_preferences(const struct pod_spec *s)
{
	return s->preferred_affinity.n || s->preferred_anti_affinity.n;
}

static void on_add(void *ctx, struct task *t)
{
	((struct podaffinity *)ctx)->carriers[t->node->index] += has_preferences(t->pod->spec);
}

static void on_remove(void *ctx, struct task *t)
{
	((struct podaffinity *)ctx)->carriers[t->node->index] -= has_preferences(t->pod->spec);
}

static void contribute(struct podaffinity *a, const struct pod_terms *terms, struct str owner,
	const struct pod *about, const struct node *n, int sign)
{
	for (int i = 0; i < terms->n; i++) {
		int domain = domain_at(&a->domains, terms->items[i].topology_key, n);

		if (domain < 0 || !pod_term_matches(&terms->items[i], owner, about))
			continue;
		a->score[domain] += sign * terms->items[i].weight;
		a->contributed = true;
	}
}

static void weigh_pod(struct podaffinity *a, const struct pod *incoming, const struct pod *e,
	const struct node *n)
{
	contribute(a, &incoming->spec->preferred_affinity, incoming->meta.ns, e, n, 1);
	contribute(a, &incoming->spec->preferred_anti_affinity, incoming->meta.ns, e, n, -1);
	contribute(a, &e->spec->preferred_affinity, e->meta.ns, incoming, n, 1);
	contribute(a, &e->spec->preferred_anti_affinity, e->meta.ns, incoming, n, -1);
}

static void weigh_nodes(void *ctx, struct task *t, const struct node_set *nodes)
{
	struct podaffinity *a = ctx;
	const struct cluster *c = a->session->c;
	bool prefers = has_preferences(t->pod->spec);

	(void)nodes; /* all nodes of the session count */
	if (a->skipped[t->index])
		return;
	a->contributed = false;
	memset(a->score, 0, (size_t)a->domains.count * sizeof *a->score);
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; (prefers || a->carriers[i]) && k < c->nodes[i].n_view; k++)
			if (pods_relate(&a->relations, t, c->nodes[i].view[k]))
				weigh_pod(a, t->pod, c->nodes[i].view[k]->pod, &c->nodes[i]);
	if (!a->contributed)
		a->skipped[t->index] = true;
}

/* ---- sticky skips ---- */

static bool relates(const struct podaffinity *a, const struct pod_terms *terms, struct str owner,
	const struct pod *about, const struct node *n)
{
	for (int i = 0; i < terms->n; i++)
		if ((!n || domain_at(&a->domains, terms->items[i].topology_key, n) >= 0) &&
			pod_term_matches(&terms->items[i], owner, about))
			return true;
	return false;
}

/* weigh_pod would contribute something. n: where e is; NULL: on any node with the label. */
static bool would_contribute(const struct podaffinity *a, const struct pod *incoming,
	const struct pod *e, const struct node *n)
{
	return relates(a, &incoming->spec->preferred_affinity, incoming->meta.ns, e, n) ||
		relates(a, &incoming->spec->preferred_anti_affinity, incoming->meta.ns, e, n) ||
		relates(a, &e->spec->preferred_affinity, e->meta.ns, incoming, n) ||
		relates(a, &e->spec->preferred_anti_affinity, e->meta.ns, incoming, n);
}

static bool contributes_now(const struct podaffinity *a, const struct task *t)
{
	const struct cluster *c = a->session->c;
	bool prefers = has_preferences(t->pod->spec);

	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; (prefers || a->carriers[i]) && k < c->nodes[i].n_view; k++)
			if (would_contribute(a, t->pod, c->nodes[i].view[k]->pod, &c->nodes[i]))
				return true;
	return false;
}

static bool may_contribute(const struct podaffinity *a, const struct task *t)
{
	const struct cluster *c = a->session->c;

	for (int i = 0; i < c->n_tasks; i++)
		if (would_contribute(a, t->pod, c->tasks[i].pod, NULL))
			return true;
	return false;
}

/* Whether the task is skipped is known already: what contributes before a simulation does so
 * during all of it, because pods stay in the view of their node (pod_affinity_settled). */
static bool settled(void *ctx, const struct task *t)
{
	const struct podaffinity *a = ctx;

	return a->skipped[t->index] || contributes_now(a, t) || !may_contribute(a, t);
}

static bool score_node(void *ctx, struct task *t, struct node *n, double *score)
{
	const struct podaffinity *a = ctx;
	int64_t sum = 0;

	for (int k = 0; !a->skipped[t->index] && k < a->domains.n_keys; k++)
		if (a->domains.of_node[k][n->index] >= 0)
			sum += a->score[a->domains.of_node[k][n->index]];
	*score = 1e6 * (double)sum;
	return true;
}

static bool has_high_score(void *ctx, const struct task *t, const struct node *n)
{
	(void)ctx;
	(void)t;
	(void)n;
	return true;
}

void podaffinity_open(struct session *s, const struct plugin_option *option)
{
	struct podaffinity *a = ARENA_NEW(&s->arena, struct podaffinity);

	(void)option;
	if (!domains_open(&a->domains, s->c, &s->arena, PREFERRED_TERMS))
		return; /* no pod prefers anything: the score is 0 everywhere */
	pod_relations_open(&a->relations, s->c, &s->arena, PREFERRED_TERMS);
	a->session = s;
	a->score = ARENA_ARRAY(&s->arena, (size_t)a->domains.count, int64_t);
	a->skipped = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, bool);
	a->carriers = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, int);
	for (int i = 0; i < s->c->n_nodes; i++)
		for (int k = 0; k < s->c->nodes[i].n_view; k++)
			a->carriers[i] += has_preferences(s->c->nodes[i].view[k]->pod->spec);
	hook_add_on_storage_add(s, on_add, a, "podaffinity");
	hook_add_on_storage_remove(s, on_remove, a, "podaffinity");
	hook_add_node_pre_order(s, weigh_nodes, a, "podaffinity");
	hook_add_node_order(s, score_node, a, "podaffinity");
	hook_add_settled(s, settled, a, "podaffinity");
	hook_add_high_score(s, has_high_score, a, "podaffinity");
}
