/* topology: confines a group of pods to one domain of a topology, a rack for example: the required
 * level, or one as near to the preferred level as there is room (hook node_choices), and scores the
 * nodes of domains that are free behind those that are full (hook node_order). Rules: rules/07 A.
 *
 * plugins/topology/: tree.c reads the domains, room.c computes what they have, levels.c says which
 * ones come into question, order.c which is tried first, choose.c puts that together; scores.c
 * keeps the scores, errors.c words the errors. */
#include "plugins/plugins.h"
#include "plugins/topology/choose.h"
#include "model/bits.h"

static void forget_scores(void *state, const struct job *j)
{
	struct topology *p = state;

	(void)j;
	p->tables.n = 0;
}

static bool score_node(void *state, struct task *t, struct node *n, double *score)
{
	const struct topology *p = state;
	const double *scores = scores_of(&p->tables, t);

	*score = scores ? scores[n->index] : 0;
	if (*score != SCORE_NONE)
		return true;
	session_error(p->session,
		"Error in Calculating Priority for the node:node " STR_FMT
		" not found in relevant node scores for sub-group " STR_FMT,
		STR_ARG(n->name), STR_ARG(t->pod_set->name));
	return false;
}

static bool scores_now(void *state, const struct task *t)
{
	return scores_of(&((const struct topology *)state)->tables, t);
}

static bool has_high_score(void *state, const struct task *t, const struct node *n)
{
	(void)n;
	return scores_now(state, t);
}

/* A required level of the whole pod group. Where ids collide a deeper domain may reach out of that
 * level's. */
static const int *unit_domains(void *state, const struct job *j, int *n)
{
	struct topology *p = state;
	const struct topology_constraint *c = &j->root->constraint;
	struct domain_tree *t = c->topology.n ? map_get(&p->trees, c->topology) : NULL;
	int depth = t ? tree_depth(t, c->required) : LEVEL_UNKNOWN;

	if (!t || t->refused || !c->required.n || depth == LEVEL_UNKNOWN || tree_is_divided(t))
		return NULL;
	*n = t->n_domains;
	return tree_numbers(t, p->session->c, depth);
}

static void free_trees(void *state)
{
	map_free(&((struct topology *)state)->trees);
}

/* ---- what is not replayed ---- */

static bool is_refused(const struct topology *p, const struct topology_constraint *c)
{
	const struct domain_tree *t = map_get(&p->trees, c->topology);

	return c->topology.n && t && t->refused;
}

static bool has_refused(const struct topology *p, const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets; i++) {
		if (is_refused(p, &j->pod_sets[i]->constraint))
			return true;
		for (const struct sub_group *g = j->pod_sets[i]->parent; g; g = g->parent)
			if (is_refused(p, &g->constraint))
				return true;
	}
	return false;
}

/* p NULL: of all that are constrained. */
static void warn_of_refused(struct session *s, const struct topology *p)
{
	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->c->jobs[i];

		if (!j->constrained || (p && !has_refused(p, j)))
			continue;
		warn_unsupported(s->warnings, STR("topology"), j->key);
		j->not_replayed = "topology";
	}
}

/* ---- opening ---- */

static void build_trees(struct topology *p)
{
	struct session *s = p->session;
	const struct objects *o = s->c->objects;
	int most = 1;

	for (int i = 0; i < o->topologies.n; i++) {
		struct domain_tree *t = ARENA_NEW(&s->arena, struct domain_tree);

		if (tree_build(t, &s->arena, o->topologies.items[i], s->c) && t->n_ways > most)
			most = t->n_ways;
		map_put(&p->trees, o->topologies.items[i]->meta.name, NULL)->value = t;
	}
	p->domains = ARENA_ARRAY(&s->arena, (size_t)most, struct domain *);
}

static bool any_constrained(const struct cluster *c)
{
	for (int i = 0; i < c->n_jobs; i++)
		if (c->jobs[i]->constrained)
			return true;
	return false;
}

void topology_open(struct session *s, const struct plugin_option *option)
{
	struct topology *p;

	(void)option;
	if (!any_constrained(s->c))
		return;
	if (s->hooks.node_choices.fn) { /* twice in the configuration: a domain of a domain */
		warn_of_refused(s, NULL);
		return;
	}
	p = ARENA_NEW(&s->arena, struct topology);
	p->session = s;
	p->need.c = s->c;
	p->need.sum = ARENA_ARRAY(&s->arena, (size_t)s->c->slots.count, double);
	p->need.most = ARENA_ARRAY(&s->arena, (size_t)s->c->slots.count, double);
	p->nodes = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(s->c->n_nodes), uint64_t);
	build_trees(p);
	session_on_close(s, free_trees, p);
	warn_of_refused(s, p);
	hook_add_placing_begins(s, forget_scores, p, "topology");
	hook_add_node_choices(s, topology_choose, p, "topology");
	hook_add_unit_domains(s, unit_domains, p, "topology");
	s->known_scores.confined++;
	s->known_scores.confined_fn = score_node;
	hook_add_node_order(s, score_node, p, "topology");
	hook_add_confined_scores(s, scores_now, p, "topology");
	hook_add_high_score(s, has_high_score, p, "topology");
}
