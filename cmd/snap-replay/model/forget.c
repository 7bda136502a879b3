/* What the followed version of the scheduler does not read of the objects (rules/08 5). */
#include "model/forget.h"

/* ---- finished pods as the scheduler's cache keeps them from v0.17.1 on ---- */

/* Leaves of *l the one item of that key. */
static void keep_only(struct labels *l, struct str key)
{
	for (int i = 0; i < l->n; i++)
		if (str_eq(l->items[i].key, key)) {
			l->items[0] = l->items[i];
			l->n = 1;
			return;
		}
	*l = (struct labels){0};
}

static void make_stub(struct pod *p, struct pod_spec *empty)
{
	struct object_meta m = {
		.name = p->meta.name,
		.ns = p->meta.ns,
		.uid = p->meta.uid,
		.labels = p->meta.labels,
		.annotations = p->meta.annotations,
		.creation = TIME_ZERO,
		.deletion = TIME_ZERO,
	};

	keep_only(&m.labels, label_keys[LABEL_SUBGROUP]);
	keep_only(&m.annotations, pod_annotation_keys[POD_ANNOTATION_POD_GROUP]);
	*p = (struct pod){.meta = m, .spec = empty, .phase = p->phase};
}

static void make_stubs(struct objects *o)
{
	for (int i = 0; i < o->pods.n; i++)
		if (str_eq(o->pods.items[i]->phase, STR("Succeeded")))
			make_stub(o->pods.items[i], o->no_spec);
}

/* ---- members that came later ---- */

static void forget_aliases(struct objects *o)
{
	for (int i = 0; i < o->topologies.n; i++)
		for (int k = 0; k < o->topologies.items[i]->n_levels; k++)
			o->topologies.items[i]->levels[k].alias = (struct str){0};
}

static void forget_of_groups(struct objects *o)
{
	for (int i = 0; i < o->pod_groups.n; i++) {
		struct pod_group_object *g = o->pod_groups.items[i];

		if (!o->follows.preemption_delay)
			g->preemption_delay = 0;
		if (!o->follows.stale_override)
			g->has_staleness_grace_period = false;
	}
}

static void forget_zones(struct objects *o)
{
	for (int i = 0; i < o->bind_requests.n; i++)
		o->bind_requests.items[i]->zones = (struct zone_record){0};
}

void objects_follow(struct objects *o, const struct follows *f)
{
	o->follows = *f;
	if (f->succeeded_stubs)
		make_stubs(o);
	if (!f->topology_alias)
		forget_aliases(o);
	forget_of_groups(o);
	if (!f->numa_predicted)
		forget_zones(o);
}
