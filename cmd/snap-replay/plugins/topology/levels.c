#include "plugins/topology/levels.h"

#include "model/job.h"
#include "model/bits.h"

/* ---- the lowest common domain ---- */

/* How deep the paths of both nodes are the same. */
static int common_depth(const struct domain_tree *t, int l, int r, int at_most)
{
	struct domain *const *a = &t->of_node[l * (t->n_levels + 1)],
			     *const *b = &t->of_node[r * (t->n_levels + 1)];
	int depth = 0;

	while (depth < at_most && a[depth + 1] == b[depth + 1])
		depth++;
	return depth;
}

struct domain *common_domain(const struct domain_tree *t, const uint64_t *nodes,
	struct str preferred, const struct cluster *c)
{
	int first = bit_next(nodes, 0, c->n_nodes), depth = t->n_levels, stop = 0;

	if (first == c->n_nodes)
		return t->root;
	for (int i = first; i < c->n_nodes && depth; i = bit_next(nodes, i + 1, c->n_nodes))
		depth = common_depth(t, first, i, depth);
	for (; stop < depth; stop++) {
		struct str label = t->object->levels[stop].label;

		if (!labels_get(&c->nodes[first].object->meta.labels, label)->n)
			break;
		if (str_eq(label, preferred)) {
			stop++;
			break;
		}
	}
	return t->of_node[first * (t->n_levels + 1) + stop];
}

/* ---- levels ---- */

static void log_failure(const struct choice *c, const char *kind, struct str level)
{
	bool workload = str_eq(c->group, STR("default"));

	session_error(c->session,
		"Failed to run SubsetNodes on job <" STR_FMT
		">: topology constraint error: %s" STR_FMT " specified '" STR_FMT
		"' as the %s topology constraint level, but the topology tree '" STR_FMT
		"' does not contain a level with this name",
		STR_ARG(c->job->key), workload ? "workload" : "sub-group ",
		workload ? 0 : (int)c->group.n, workload ? "" : c->group.p, STR_ARG(level), kind,
		STR_ARG(c->tree->object->meta.name));
}

bool depths_of(const struct choice *c, struct depth_range *out)
{
	struct str required = c->constraint->required, preferred = c->constraint->preferred;
	int must = tree_depth(c->tree, required), wish = tree_depth(c->tree, preferred);

	if (!required.n && !preferred.n) {
		session_error(c->session,
			"Failed to run SubsetNodes on job <" STR_FMT
			">: no topology constraints were found for subgroup " STR_FMT
			", with topology name " STR_FMT,
			STR_ARG(c->job->key), STR_ARG(c->group),
			STR_ARG(c->tree->object->meta.name));
		return false;
	}
	if (required.n && must == LEVEL_UNKNOWN) {
		log_failure(c, "required", required);
		return false;
	}
	if (preferred.n && (wish == LEVEL_UNKNOWN || (required.n && wish < must))) {
		log_failure(c, "preferred", preferred);
		return false;
	}
	out->widest = required.n ? must : 0;
	out->deepest = preferred.n ? wish : must;
	return true;
}

/* ---- where the group may be ---- */

static void mark(struct domain *d, const struct depth_range *depths)
{
	if (d->depth >= depths->widest)
		d->standing = CANDIDATE;
	for (int i = 0; i < d->n_children && d->depth < depths->deepest; i++)
		mark(d->children[i], depths);
}

/* Marks the domains at this depth in which the pod set's active pods are. */
static bool mark_where_active(
	const struct choice *c, const struct pod_set *p, const struct depth_range *depths)
{
	bool any = false;

	for (int i = 0; i < p->n_tasks; i++) {
		const struct task *t = p->tasks[i];

		if (!status_in(t->status, SET_ACTIVE_ALLOCATED))
			continue;
		any = true;
		if (t->node && tree_has_node(c->tree, t->node->index))
			mark(c->tree->of_node[t->node->index * (c->tree->n_levels + 1) +
				     depths->widest],
				depths);
	}
	return any;
}

static void clear(const struct domain_tree *t, int deepest)
{
	for (int depth = 0; depth <= deepest; depth++)
		for (int i = 0; i < t->n_at_depth[depth]; i++)
			t->at_depth[depth][i]->standing = NOT_A_CANDIDATE;
}

bool mark_candidates(
	const struct choice *c, struct task *const *tasks, int n, const struct depth_range *depths)
{
	bool active = false;

	clear(c->tree, depths->deepest);
	for (int i = 0; i < n && c->constraint->required.n; i++) {
		const struct pod_set *p = job_pod_set(c->job, tasks[i]->subgroup);

		if (p && (i == 0 || p != job_pod_set(c->job, tasks[i - 1]->subgroup)))
			active |= mark_where_active(c, p, depths);
	}
	if (!active)
		mark(c->tree->root, depths);
	return active;
}
