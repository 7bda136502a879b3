/* PodAffinity: required inter-pod affinity and anti-affinity, of the incoming pod and of the pods
 * on the nodes (rules/06 8.4).
 *
 * The counts by domain are those of the last prefilter. A task's filters follow its prefilter
 * directly, so no older counts are needed. carriers counts the pods of each node that have
 * anti-affinity; the search for such pods skips nodes without any. The hooks that follow node.view
 * keep carriers up to date, so the search skips no pod that could match. */
#include <stdlib.h>

#include "model/pod_relations.h"
#include "plugins/predicates/predicates.h"
#include "model/bits.h"

struct pod_affinity {
	struct domains domains;
	struct pod_relations relations;
	int *exist, *aff, *anti; /* by domain */
	bool any_exist, any_aff;
	int *carriers; /* by node.index: pods of the view with required anti-affinity */
};

static void count_carrier(struct pod_affinity *a, const struct task *t, int by)
{
	if (t->pod->spec->anti_affinity.n)
		a->carriers[t->node->index] += by;
}

static void on_add(void *ctx, struct task *t)
{
	count_carrier(ctx, t, 1);
}

static void on_remove(void *ctx, struct task *t)
{
	count_carrier(ctx, t, -1);
}

void pod_affinity_open(struct predicates *p)
{
	struct session *s = p->session;
	struct pod_affinity *a = ARENA_NEW(&s->arena, struct pod_affinity);

	if (!domains_open(&a->domains, s->c, &s->arena, REQUIRED_TERMS))
		return;
	p->affinity = a;
	pod_relations_open(&a->relations, s->c, &s->arena, REQUIRED_TERMS);
	a->exist = ARENA_ARRAY(&s->arena, (size_t)a->domains.count, int);
	a->aff = ARENA_ARRAY(&s->arena, (size_t)a->domains.count, int);
	a->anti = ARENA_ARRAY(&s->arena, (size_t)a->domains.count, int);
	a->carriers = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, int);
	for (int i = 0; i < s->c->n_nodes; i++)
		for (int k = 0; k < s->c->nodes[i].n_view; k++)
			a->carriers[i] += s->c->nodes[i].view[k]->pod->spec->anti_affinity.n > 0;
	hook_add_on_storage_add(s, on_add, a, "predicates");
	hook_add_on_storage_remove(s, on_remove, a, "predicates");
}

static bool count_at(
	const struct pod_affinity *a, int *counts, struct str key, const struct node *n)
{
	int domain = domain_at(&a->domains, key, n);

	if (domain < 0)
		return false;
	counts[domain]++;
	return true;
}

/* Counts anti-affinity of pods on the nodes against the incoming one. */
static void count_existing(struct pod_affinity *a, const struct cluster *c, const struct task *t)
{
	for (int i = 0; i < c->n_nodes; i++) {
		const struct node *n = &c->nodes[i];

		for (int k = 0; a->carriers[i] > 0 && k < n->n_view; k++) {
			const struct pod *e = n->view[k]->pod;

			if (!pods_relate(&a->relations, t, n->view[k]))
				continue;
			for (int m = 0; m < e->spec->anti_affinity.n; m++)
				if (pod_term_matches(
					    &e->spec->anti_affinity.items[m], e->meta.ns, t->pod) &&
					count_at(a, a->exist,
						e->spec->anti_affinity.items[m].topology_key, n))
					a->any_exist = true;
		}
	}
}

/* Counts the pods on the nodes that the incoming pod's own terms match. */
static void count_own(struct pod_affinity *a, const struct cluster *c, const struct task *t)
{
	const struct pod_terms *aff = &t->pod->spec->affinity, *anti = &t->pod->spec->anti_affinity;
	struct str ns = t->pod->meta.ns;

	for (int i = 0; i < c->n_nodes; i++) {
		const struct node *n = &c->nodes[i];

		for (int k = 0; k < n->n_view; k++) {
			const struct pod *e = n->view[k]->pod;

			if (!pods_relate(&a->relations, t, n->view[k]))
				continue;
			if (pod_terms_match(aff, ns, e))
				for (int m = 0; m < aff->n; m++)
					if (count_at(a, a->aff, aff->items[m].topology_key, n))
						a->any_aff = true;
			for (int m = 0; m < anti->n; m++)
				if (pod_term_matches(&anti->items[m], ns, e))
					count_at(a, a->anti, anti->items[m].topology_key, n);
		}
	}
}

static bool selectors_valid(const struct pod_terms *terms)
{
	for (int i = 0; i < terms->n; i++)
		if ((terms->items[i].selector && !terms->items[i].selector->valid) ||
			(terms->items[i].namespace_selector &&
				!terms->items[i].namespace_selector->valid))
			return false;
	return true;
}

struct prefilter pod_affinity_prefilter(struct predicates *p, const struct task *t)
{
	const struct pod_spec *spec = t->pod->spec;
	struct pod_affinity *a = p->affinity;
	size_t bytes;

	if (!a)
		return prefilter_skip();
	if (!selectors_valid(&spec->affinity) || !selectors_valid(&spec->anti_affinity))
		return prefilter_refuse(STR("parsing pod: invalid label selector"));
	bytes = (size_t)a->domains.count * sizeof(int);
	memset(a->exist, 0, bytes);
	memset(a->aff, 0, bytes);
	memset(a->anti, 0, bytes);
	a->any_exist = a->any_aff = false;
	count_existing(a, p->session->c, t);
	if (spec->affinity.n || spec->anti_affinity.n)
		count_own(a, p->session->c, t);
	else if (!a->any_exist)
		return prefilter_skip();
	return prefilter_ok();
}

/* A term of the pod, against pods like the incoming one. */
static bool keeps_away(const struct task *carrier, const struct task *t)
{
	const struct pod_terms *terms = &carrier->pod->spec->anti_affinity;

	for (int m = 0; m < terms->n; m++)
		if (pod_term_matches(&terms->items[m], carrier->pod->meta.ns, t->pod))
			return true;
	return false;
}

/* The same, of a term that counts on this node. */
static bool keeps_away_here(const struct pod_affinity *a, const struct node *n,
	const struct task *carrier, const struct task *t)
{
	const struct pod_terms *terms = &carrier->pod->spec->anti_affinity;

	for (int m = 0; m < terms->n; m++)
		if (domain_at(&a->domains, terms->items[m].topology_key, n) >= 0 &&
			pod_term_matches(&terms->items[m], carrier->pod->meta.ns, t->pod))
			return true;
	return false;
}

static bool any_keeps_away_now(
	const struct pod_affinity *a, const struct cluster *c, const struct task *t)
{
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; a->carriers[i] > 0 && k < c->nodes[i].n_view; k++)
			if (keeps_away_here(a, &c->nodes[i], c->nodes[i].view[k], t))
				return true;
	return false;
}

static bool any_may_keep_away(const struct cluster *c, const struct task *t)
{
	for (int i = 0; i < c->n_tasks; i++)
		if (keeps_away(&c->tasks[i], t))
			return true;
	return false;
}

/* While a simulation places pods, those that some node's view held before stay in it: an eviction
 * keeps the pod (rules/06 2.3), and only placements of the simulation are taken back. */
bool pod_affinity_settled(const struct predicates *p, const struct task *t)
{
	const struct pod_spec *spec = t->pod->spec;
	const struct pod_affinity *a = p->affinity;

	return !a || spec->affinity.n || spec->anti_affinity.n ||
		any_keeps_away_now(a, p->session->c, t) || !any_may_keep_away(p->session->c, t);
}

static bool affinity_holds(const struct pod_affinity *a, const struct task *t, const struct node *n)
{
	const struct pod_terms *terms = &t->pod->spec->affinity;
	bool all = true;

	for (int i = 0; i < terms->n; i++) {
		int domain = domain_at(&a->domains, terms->items[i].topology_key, n);

		if (domain < 0)
			return false;
		all = all && a->aff[domain] > 0;
	}
	/* else: the first pod of a group that attracts itself */
	return all || (!a->any_aff && pod_terms_match(terms, t->pod->meta.ns, t->pod));
}

static bool own_anti_affinity_holds(
	const struct pod_affinity *a, const struct task *t, const struct node *n)
{
	const struct pod_terms *terms = &t->pod->spec->anti_affinity;

	for (int i = 0; i < terms->n; i++) {
		int domain = domain_at(&a->domains, terms->items[i].topology_key, n);

		if (domain >= 0 && a->anti[domain] > 0)
			return false;
	}
	return true;
}

static bool others_anti_affinity_holds(const struct pod_affinity *a, const struct node *n)
{
	for (int k = 0; a->any_exist && k < a->domains.n_keys; k++)
		if (a->domains.of_node[k][n->index] >= 0 &&
			a->exist[a->domains.of_node[k][n->index]] > 0)
			return false;
	return true;
}

bool pod_affinity_filter(
	const struct predicates *p, const struct task *t, const struct node *n, struct str *why)
{
	const struct pod_affinity *a = p->affinity;

	if (!affinity_holds(a, t, n))
		*why = STR("node(s) didn't match pod affinity rules");
	else if (!own_anti_affinity_holds(a, t, n))
		*why = STR("node(s) didn't match pod anti-affinity rules");
	else if (!others_anti_affinity_holds(a, n))
		*why = STR("node(s) didn't satisfy existing pods anti-affinity rules");
	else
		return true;
	return false;
}

/* Pods that keep the incoming one away from a domain do so as long as they are in its views. */
void pod_affinity_keep_possible(struct predicates *p, const struct task *t, uint64_t *set)
{
	const struct cluster *c = p->session->c;
	struct prefilter now = pod_affinity_prefilter(p, t);

	for (int i = 0; now.code == PRE_OK && i < c->n_nodes; i++)
		if (bit_is_set(set, i) &&
			(!own_anti_affinity_holds(p->affinity, t, &c->nodes[i]) ||
				!others_anti_affinity_holds(p->affinity, &c->nodes[i])))
			bit_clear(set, i);
}
