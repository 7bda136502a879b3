#include "model/build/build.h"

struct str build_key(struct build *b, struct str ns, struct str name)
{
	strbuf_clear(&b->text);
	strbuf_addstr(&b->text, ns);
	strbuf_addc(&b->text, '/');
	strbuf_addstr(&b->text, name);
	return strbuf_str(&b->text);
}

static bool has_plugin(const struct objects *o, struct str name)
{
	for (int i = 0; i < o->config.n_plugins; i++)
		if (str_eq(o->config.plugins[i].name, name))
			return true;
	return false;
}

static bool is_constrained(const struct job *j)
{
	for (int i = 0; i < j->n_pod_sets && j->n_tasks; i++) {
		if (j->pod_sets[i]->constraint.topology.n)
			return true;
		for (const struct sub_group *s = j->pod_sets[i]->parent; s; s = s->parent)
			if (s->constraint.topology.n)
				return true;
	}
	return false;
}

static void mark_jobs(struct build *b)
{
	for (int i = 0; i < b->c->n_jobs; i++)
		b->c->jobs[i]->constrained = is_constrained(b->c->jobs[i]);
}

static void release(struct build *b)
{
	struct map *maps[] = {&b->bind_requests, &b->pod_claims, &b->claim_by_key,
		&b->request_classes, &b->requests, &b->slot_by_name, &b->kept_claims,
		&b->signatures, &b->queues_in_cycle};

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		map_free(maps[i]);
	strbuf_free(&b->text);
}

bool cluster_build(struct cluster *c, struct objects *o, struct instant now, struct warnings *w,
	struct error *e)
{
	struct build b = {.e = e, .c = c, .o = o, .w = w};
	bool ok;

	c->objects = o;
	c->now = now;
	build_claims(&b);
	slots_start(&b);
	build_nodes(&b);
	build_bind_requests(&b);
	build_tasks(&b);
	if (o->nrt_gate && has_plugin(o, STR("numa")))
		build_zones(&b);
	build_bookings(&b);
	ok = build_queues(&b) && build_jobs(&b);
	if (ok) {
		for (int i = 0; i < o->config_maps.n; i++) {
			const struct object_meta *m = o->config_maps.items[i];

			map_put(&c->config_maps, objects_intern(o, build_key(&b, m->ns, m->name)),
				NULL)
				->value = o->config_maps.items[i];
		}
		build_aliases(&b);
		build_signatures(&b);
		mark_jobs(&b);
	}
	release(&b);
	return ok;
}
