/* The choices of a domain of a topology for a group, and what became of each domain. */
#include "report/explain_private.h"

static bool is_kept(const struct explain *x, const struct job *j)
{
	return x->follows && explain_runs(x, j) && (!x->simulated || x->final_probe);
}

/* ---- the choice ---- */

/* The scratch is used again for the next choice. */
static double *amounts(struct explain *x, double *kept, const double *from)
{
	int slots = x->session->c->slots.count;

	if (!kept)
		kept = ARENA_ARRAY(&x->arena, (size_t)slots, double);
	memcpy(kept, from, (size_t)slots * sizeof *kept);
	return kept;
}

static struct confinement *confinement_of(struct explain *x, struct str group)
{
	struct visit *v = x->visit;

	for (int i = 0; i < v->n_confined; i++)
		if (str_eq(v->confined[i]->group, group))
			return v->confined[i];
	return NULL;
}

static struct confinement *add_confinement(struct explain *x, struct str group)
{
	struct visit *v = x->visit;

	if (v->n_confined == v->cap_confined) {
		int at = v->n_confined;

		ARENA_GROW(&x->arena, v->confined, v->n_confined, v->cap_confined);
		for (; at < v->cap_confined; at++)
			v->confined[at] = ARENA_NEW(&x->arena, struct confinement);
	}
	/* those of the attempt before keep their memory */
	v->confined[v->n_confined]->group = group;
	return v->confined[v->n_confined++];
}

void explain_domains(struct session *s, const struct choice *choice, const struct chosen *r)
{
	struct explain *x = explain_at(s);
	struct confinement *c;

	if (!explain_runs(x, choice->job))
		return;
	if (r->end != CHOSEN)
		x->no_domain = choice->group;
	if (!is_kept(x, choice->job))
		return;
	c = confinement_of(x, choice->group);
	if (!c)
		c = add_confinement(x, choice->group);
	c->constraint = *choice->constraint;
	c->tree = choice->tree;
	c->need = (struct need){.c = choice->need->c,
		.pods = choice->need->pods,
		.alike = choice->need->alike,
		.pod_slot_only = choice->need->pod_slot_only,
		.sum = amounts(x, c->need.sum, choice->need->sum),
		.most = amounts(x, c->need.most, choice->need->most)};
	c->simulated = x->simulated;
	c->chosen = *r;
	c->chosen.tried = NULL;
	c->chosen.scores = NULL;
	explain_keep_domains(x, c, r);
}

/* ---- the candidates one after the other ---- */

/* What an earlier candidate placed was undone; the groups within this one choose anew. */
void explain_set_begins(struct session *s, const struct job *j, struct str group, int set)
{
	struct explain *x = explain_at(s);
	struct visit *v = x->visit;
	struct confinement *c;
	struct domain_row *row;

	if (!is_kept(x, j) || !(c = confinement_of(x, group)))
		return;
	row = &c->rows[set];
	row->pods_before = set ? row[-1].pods_before : v->placed;
	row->looks_before = set ? row[-1].looks_before : v->n_looks;
	v->placed = x->placed = row->pods_before;
	v->n_looks = row->looks_before;
	v->failed = NULL;
	while (v->confined[v->n_confined - 1] != c)
		v->n_confined--;
	if (!x->n_sets++)
		x->offered = c->chosen.offered;
}

static const struct look *look_of(const struct visit *v, const struct task *t)
{
	for (int i = v->n_looks - 1; i >= 0; i--)
		if (v->looks[i]->task == t)
			return v->looks[i];
	return NULL;
}

/* The group within this one that found no domain. */
static struct str misfit_of(const struct visit *v)
{
	const struct confinement *last = v->confined[v->n_confined - 1];

	return last->chosen.end == CHOSEN ? (struct str){0} : last->group;
}

void explain_set_ends(
	struct session *s, const struct job *j, struct str group, int set, bool placed)
{
	struct explain *x = explain_at(s);
	struct visit *v = x->visit;
	struct confinement *c;
	struct domain_row *row;

	if (!is_kept(x, j) || !(c = confinement_of(x, group)))
		return;
	x->n_sets--;
	row = &c->rows[set];
	row->end = placed ? DOMAIN_TAKEN : DOMAIN_FAILED;
	row->placed = v->placed - row->pods_before;
	if (placed)
		return;
	row->failed = v->failed;
	row->look = v->failed ? look_of(v, v->failed) : NULL;
	if (!v->failed)
		row->misfit = misfit_of(v);
}
