/* Where running pods are, as far as somebody recorded it (rules/07 B7). */
#include "plugins/numa/numa.h"

#include <stdlib.h>

#include "model/read/read.h"

/* ---- the record of a pod ---- */

/* False: there is none, or it is of no use. */
static bool annotated(
	struct numa *p, const struct task *t, enum pod_annotation_key key, struct zone_record *out)
{
	const struct str *text = pod_annotation(t->pod, key);
	struct str name = pod_annotation_keys[key];
	struct error e = {0};

	*out = (struct zone_record){0};
	if (!text || !text->n)
		return false;
	if (!objects_zone_record(p->session->c->objects, *text, out, &e))
		session_warn(p->session, 0,
			"numa: ignoring malformed " STR_FMT " annotation on pod <" STR_FMT
			">: %s (possible incompatible NUMA agent)",
			STR_ARG(name), STR_ARG(t->key), e.why);
	else if (!out->n)
		session_warn(p->session, 0,
			"numa: ignoring empty " STR_FMT " annotation on pod <" STR_FMT
			"> (possible incompatible NUMA agent)",
			STR_ARG(name), STR_ARG(t->key));
	return out->n > 0;
}

/* What an agent has seen goes before what was planned. */
static struct zone_record record_of(struct numa *p, const struct task *t)
{
	struct zone_record r;

	if (annotated(p, t, POD_ANNOTATION_ZONES_OBSERVED, &r))
		return r;
	if (t->bind_request && t->bind_request->zones.n)
		return t->bind_request->zones;
	annotated(p, t, POD_ANNOTATION_ZONES_PREDICTED, &r);
	return r;
}

static int by_zone(const void *l, const void *r)
{
	const struct zone_share *a = l, *b = r;

	return (a->zone > b->zone) - (a->zone < b->zone);
}

/* NULL: there is no record, or it names a zone that the node does not have. */
static const struct zone_placement *placement_of(
	struct numa *p, const struct task *t, const struct node *n)
{
	const struct zone_slots *s = &p->session->c->zone_slots;
	struct zone_record r = record_of(p, t);
	struct zone_placement *made;

	for (int i = 0; i < r.n; i++)
		if (zone_find(n->zones, r.items[i].zone) < 0)
			return NULL;
	if (!r.n)
		return NULL;
	made = ARENA_NEW(&p->session->arena, struct zone_placement);
	made->n = r.n;
	made->shares = ARENA_ARRAY(&p->session->arena, (size_t)r.n, struct zone_share);
	for (int i = 0; i < r.n; i++) {
		made->shares[i] = (struct zone_share){.zone = zone_find(n->zones, r.items[i].zone),
			.amounts = r.items[i].amounts,
			.vector = ARENA_ARRAY(&p->session->arena, (size_t)s->count, double)};
		zone_add_amounts(s, r.items[i].amounts, made->shares[i].vector);
	}
	qsort(made->shares, (size_t)made->n, sizeof *made->shares, by_zone);
	return made;
}

/* ---- the session's start ---- */

void numa_seed(struct numa *p)
{
	const struct cluster *c = p->session->c;

	for (int i = 0; i < c->n_jobs; i++)
		for (int k = 0; k < c->jobs[i]->n_tasks; k++) {
			struct task *t = c->jobs[i]->tasks[k];

			if (!t->zones && t->node && numa_aligns(p, t, t->node))
				t->zones = placement_of(p, t, t->node);
		}
}

static void reconstruct_node(struct numa *p, struct node *n)
{
	size_t width = (size_t)p->session->c->zone_slots.count;

	for (int i = 0; i < n->zones->n; i++)
		memcpy(n->zones->items[i].available, n->zones->items[i].allocatable,
			width * sizeof(double));
	for (int i = 0; i < n->n_entries; i++) {
		const struct zone_placement *placement;

		if (!status_in(n->entries[i].status, SET_ACTIVE_ALLOCATED))
			continue;
		placement = placement_of(p, n->entries[i].task, n);
		if (placement)
			numa_book(p, n, placement, -1);
	}
}

void numa_reconstruct(struct numa *p)
{
	const struct cluster *c = p->session->c;

	for (int i = 0; i < c->n_nodes; i++)
		if (zones_book(c->nodes[i].zones))
			reconstruct_node(p, &c->nodes[i]);
}
