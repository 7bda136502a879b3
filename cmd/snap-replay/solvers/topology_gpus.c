/* The filter TopologyGpus: each sub-group with a required topology level must find a domain of that
 * level with enough GPUs (rules/04 7.2). Constraints of pod sets are ignored. */
#include "solvers/filters_private.h"

struct domain {
	struct str value;
	double capacity;
};
struct topology_key {
	struct str topology, level;
	struct domain *domains;
	int n_domains;
	double *required; /* per set with this key, in tree order */
	int n_required;
	double *sorted; /* scratch of n_domains */
};

static struct domain *domain_of(struct topology_key *k, const struct node *n)
{
	const struct str *value = labels_get(&n->object->meta.labels, k->level);

	for (int i = 0; value && value->n && i < k->n_domains; i++)
		if (str_eq(k->domains[i].value, *value))
			return &k->domains[i];
	return NULL;
}

static void add_domains(struct filters *f, struct topology_key *k)
{
	const struct cluster *c = f->q->session->c;

	k->domains = ARENA_ARRAY(&f->q->arena, (size_t)c->n_nodes, struct domain);
	k->sorted = ARENA_ARRAY(&f->q->arena, (size_t)c->n_nodes, double);
	for (int i = 0; i < c->n_nodes; i++) {
		const struct str *value = labels_get(&c->nodes[i].object->meta.labels, k->level);
		struct domain *d = domain_of(k, &c->nodes[i]);

		if (!value || !value->n)
			continue;
		if (!d) {
			d = &k->domains[k->n_domains++];
			d->value = *value;
		}
		d->capacity += node_avail(f->q->session, &c->nodes[i]);
	}
}

static void needs_below(const struct sub_group *g, double *sum)
{
	for (int i = 0; i < g->n_sets; i++)
		needs_below(g->sets[i], sum);
	for (int i = 0; i < g->n_pod_sets; i++)
		for (int k = 0; k < g->pod_sets[i]->n_tasks; k++)
			*sum += task_need(g->pod_sets[i]->tasks[k]);
}

static int count_sets(const struct sub_group *g)
{
	int n = 1;

	for (int i = 0; i < g->n_sets; i++)
		n += count_sets(g->sets[i]);
	return n;
}

static struct topology_key *key_of(struct filters *f, const struct topology_constraint *t, int sets)
{
	struct topology_key *k;

	for (int i = 0; i < f->n_keys; i++)
		if (str_eq(f->keys[i].topology, t->topology) &&
			str_eq(f->keys[i].level, t->required))
			return &f->keys[i];
	k = &f->keys[f->n_keys++];
	k->topology = t->topology;
	k->level = t->required;
	k->required = ARENA_ARRAY(&f->q->arena, (size_t)sets, double);
	add_domains(f, k);
	return k;
}

static void add_sets(struct filters *f, const struct sub_group *g, int sets)
{
	if (g->constraint.required.n) {
		struct topology_key *k = key_of(f, &g->constraint, sets);
		double sum = 0;

		needs_below(g, &sum);
		k->required[k->n_required++] = sum;
	}
	for (int i = 0; i < g->n_sets; i++)
		add_sets(f, g->sets[i], sets);
}

void topology_build(struct filters *f, const struct proposal *p)
{
	int sets = count_sets(p->preemptor->root);

	f->keys = ARENA_ARRAY(&f->q->arena, (size_t)sets, struct topology_key);
	f->topology_counted = ARENA_ARRAY(&f->q->arena, (size_t)f->q->session->c->n_tasks, bool);
	add_sets(f, p->preemptor->root, sets);
	for (int i = 0; i < f->n_keys; i++)
		sort_descending(f->keys[i].required, f->keys[i].n_required);
}

static void apply(struct filters *f, const struct batches *b, int from)
{
	for (int i = from; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++) {
			struct task *t = b->items[i].tasks[k];

			if (!t->node || f->topology_counted[t->index])
				continue;
			f->topology_counted[t->index] = true;
			for (int key = 0; key < f->n_keys; key++) {
				struct domain *d = domain_of(&f->keys[key], t->node);

				if (d)
					d->capacity += filter_gpus(f->q, t, task_freed(t));
			}
		}
}

bool topology_accept(struct filters *f, const struct proposal *p)
{
	if (!f->n_keys)
		return true;
	if (!f->recorded_applied)
		apply(f, &p->recorded, 0);
	f->recorded_applied = true;
	apply(f, &p->potential, f->topology_seen);
	f->topology_seen = p->potential.n;
	for (int i = 0; i < f->n_keys; i++) {
		struct topology_key *k = &f->keys[i];

		for (int d = 0; d < k->n_domains; d++)
			k->sorted[d] = k->domains[d].capacity;
		sort_descending(k->sorted, k->n_domains);
		if (!filters_greedy(k->required, k->n_required, k->sorted, k->n_domains))
			return false;
	}
	return true;
}
