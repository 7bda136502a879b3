/* What the followed version of the scheduler does not read of the objects (rules/08 5). */
#include "model/forget.h"

#include "common/plugins.h"

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

/* ---- plugins ---- */

static void forget_plugins(struct objects *o, struct str prefix)
{
	struct config *c = &o->config;
	int n = 0;

	for (int i = 0; i < c->n_plugins; i++)
		if (!str_starts(c->plugins[i].name, prefix))
			c->plugins[n++] = c->plugins[i];
	c->n_plugins = n;
}

/* The one job solver of v0.14 is what MultiNodeGang became, always on and without a budget. */
static void take_one_generator(struct objects *o)
{
	struct config *c = &o->config;
	struct plugin_option *all =
		ARENA_ARRAY(&o->arena, (size_t)c->n_plugins + 1, struct plugin_option);

	forget_plugins(o, STR("sg-"));
	if (c->n_plugins)
		memcpy(all, c->plugins, (size_t)c->n_plugins * sizeof *all);
	all[c->n_plugins] = (struct plugin_option){
		.name = objects_intern(o, str_of(plugin_names[PLUGIN_SG_MULTINODEGANG]))};
	c->plugins = all;
	c->n_plugins++;
	c->n_action_budgets = c->n_generator_budgets = 0;
	c->has_max_job_search = c->has_min_job_search = false;
}

static void forget_minimums(struct objects *o)
{
	for (int i = 0; i < o->pod_groups.n; i++) {
		struct pod_group_object *g = o->pod_groups.items[i];

		g->min_subgroup = -1;
		for (int k = 0; k < g->n_subgroups; k++)
			g->subgroups[k].min_subgroup = -1;
	}
}

/* Pods share their specs: taken twice is as once. */
static void forget_sidecars(struct objects *o)
{
	for (int i = 0; i < o->pods.n; i++) {
		struct pod_spec *s = o->pods.items[i]->spec;

		if (!s->plain)
			continue;
		s->requests = s->plain->requests;
		s->gpu_fraction = s->plain->gpu_fraction;
		s->gpu_count = s->plain->gpu_count;
	}
}

void objects_follow(struct objects *o, const struct follows *f)
{
	o->follows = *f;
	if (f->succeeded_stubs)
		make_stubs(o);
	if (!f->topology_alias)
		forget_aliases(o);
	forget_of_groups(o);
	if (!f->generators)
		take_one_generator(o);
	if (!f->numa_plugin)
		forget_plugins(o, STR("numa"));
	if (!f->subgroup_tree)
		forget_minimums(o);
	if (!f->sidecar_requests)
		forget_sidecars(o);
	if (!f->numa_predicted)
		forget_zones(o);
}
