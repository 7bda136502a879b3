#include "plugins/topology/choose.h"

#include "common/mem.h"
#include "model/bits.h"
#include "session/trace.h"

/* ---- the result: one block, which the caller of the hook frees ---- */

struct domain_choices {
	struct node_choices choices; /* first */
	const struct cluster *c;
	struct domain **domains;
	uint64_t *offered, *bits;
	struct node **items; /* room for the largest set */
};

/* The offered nodes of the domain. Most are never tried, so each is listed when it is. */
static void list_nodes(struct node_choices *choices, int i)
{
	struct domain_choices *out = (struct domain_choices *)choices;
	const struct domain *d = out->domains[i];
	int n = 0;

	memset(out->bits, 0, (size_t)bit_blocks(out->c->n_nodes) * sizeof *out->bits);
	for (int k = 0; k < d->n_nodes; k++)
		if (bit_is_set(out->offered, d->nodes[k])) {
			out->items[n++] = &out->c->nodes[d->nodes[k]];
			bit_set(out->bits, d->nodes[k]);
		}
	choices->set = (struct node_set){out->items, n, out->bits};
}

static struct node_choices *choices_of(struct topology *p, struct domain *const *domains, int n)
{
	size_t most = 0, blocks = (size_t)bit_blocks(p->session->c->n_nodes), count = (size_t)n;
	struct domain_choices *out;

	for (int i = 0; i < n; i++)
		if ((size_t)domains[i]->n_nodes > most)
			most = (size_t)domains[i]->n_nodes;
	out = xcalloc(1,
		sizeof *out + count * sizeof *out->domains + most * sizeof *out->items +
			2 * blocks * sizeof *out->bits);
	out->choices.n = n;
	out->choices.choose = list_nodes;
	out->c = p->session->c;
	out->domains = (struct domain **)(out + 1);
	out->items = (struct node **)(out->domains + n);
	out->offered = (uint64_t *)(out->items + most);
	out->bits = out->offered + blocks;
	if (n) {
		memcpy(out->domains, domains, count * sizeof *out->domains);
		memcpy(out->offered, p->nodes, blocks * sizeof *out->offered);
	}
	return &out->choices;
}

/* ---- the choice ---- */

/* The offered nodes that are in the topology. */
static void read_offered(
	struct topology *p, const struct domain_tree *t, const struct node_set *set)
{
	int blocks = bit_blocks(p->session->c->n_nodes);

	if (set->bits) {
		for (int i = 0; i < blocks; i++)
			p->nodes[i] = set->bits[i] & t->nodes[i];
		return;
	}
	memset(p->nodes, 0, (size_t)blocks * sizeof *p->nodes);
	for (int i = 0; i < set->n; i++)
		if (tree_has_node(t, set->items[i]->index))
			bit_set(p->nodes, set->items[i]->index);
}

/* Leaves out candidates with too little. False: none is left. */
static bool keep_fitting(const struct choice *c, const struct depth_range *depths)
{
	const struct domain_tree *t = c->tree;
	bool any = false;

	for (int depth = depths->widest; depth <= depths->deepest; depth++)
		for (int i = 0; i < t->n_at_depth[depth]; i++) {
			struct domain *d = t->at_depth[depth][i];

			if (d->standing == CANDIDATE && !room_fits(t, c->need, d))
				d->standing = TOO_SMALL;
			any |= d->standing == CANDIDATE;
		}
	return any;
}

static void record_failure(const struct choice *c, const struct depth_range *depths)
{
	const struct domain_tree *t = c->tree;

	for (int i = 0; i < t->n_at_depth[depths->widest]; i++)
		if (t->at_depth[depths->widest][i]->standing == TOO_SMALL)
			error_misfit(c, t->at_depth[depths->widest][i]);
	error_no_domain(c);
}

/* The level down to which domains are sorted. */
static int sorted_depth(const struct choice *c)
{
	const struct topology_constraint *t = c->constraint;

	return tree_depth(c->tree, t->preferred.n ? t->preferred : t->required);
}

/* Sets what it found in *r; the candidates go to p->domains. */
static enum choice_end choose_domains(struct topology *p, const struct choice *c,
	struct task *const *tasks, int n, struct chosen *r)
{
	struct str preferred = c->constraint->preferred;
	struct domain *common = common_domain(c->tree, p->nodes, preferred, p->session->c);
	int depth = sorted_depth(c);

	r->common = common;
	room_compute(c->tree, c->need, common, depth);
	if (!room_fits(c->tree, c->need, common)) {
		error_too_little(c, common);
		return TOO_LITTLE;
	}
	order_subtree(c->tree, c->need, common, depth);
	if (preferred.n)
		r->scores = scores_set(p->session, &p->tables, c->group, common, depth, p->domains);
	if (!depths_of(c, &r->depths))
		return LEVEL_MISSING;
	r->active = mark_candidates(c, tasks, n, &r->depths);
	if (!keep_fitting(c, &r->depths)) {
		record_failure(c, &r->depths);
		return NO_DOMAIN;
	}
	r->n = order_candidates(c->tree, r->depths.deepest, p->domains);
	return CHOSEN;
}

struct node_choices *topology_choose(void *state, struct job *j, const struct member *group,
	struct task *const *tasks, int n, const struct node_set *nodes)
{
	struct topology *p = state;
	struct choice c = {.session = p->session,
		.job = j,
		.constraint = group->set ? &group->set->constraint : &group->pod_set->constraint,
		.group = group->set ? group->set->name : group->pod_set->name,
		.need = &p->need};
	struct chosen r = {.end = TOPOLOGY_MISSING, .tried = p->domains, .offered = nodes->n};

	if (!c.constraint->topology.n)
		return NULL;
	c.tree = map_get(&p->trees, c.constraint->topology);
	if (!c.tree) {
		error_no_topology(&c);
		need_of(&p->need, tasks, n);
		trace_domains(p->session, &c, &r);
		return choices_of(p, NULL, 0);
	}
	if (c.tree->refused)
		return NULL;
	if (!p->session->c->n_nodes)
		warn_panic(p->session->warnings, j->key, "the node pool needs a node",
			"a pod group has a topology constraint, and the node pool has no node");
	need_of(&p->need, tasks, n);
	read_offered(p, c.tree, nodes);
	r.end = choose_domains(p, &c, tasks, n, &r);
	trace_domains(p->session, &c, &r);
	return choices_of(p, p->domains, r.n);
}
