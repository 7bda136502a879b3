/* Which resources of NUMA zones count (rules/01 5.7). */
#include "model/build/build.h"
#include "model/zones.h"

bool zone_is_numa_node(const struct zone_object *z)
{
	return str_eq(z->type, STR("Node"));
}

/* The names that a zone may report, but for those of GPUs: core resources, and what some node
 * offers. */
static void know_resources(const struct build *b, struct map *known)
{
	for (int i = 0; i < SLOT_OTHERS; i++)
		map_put(known, b->c->slots.names[i], NULL)->value = known;
	for (int i = 0; i < b->c->n_nodes; i++) {
		const struct amounts *a = &b->c->nodes[i].object->allocatable;

		for (int k = 0; k < a->n; k++)
			map_put(known, a->items[k].name, NULL)->value = known;
	}
}

static struct str slot_name(struct str resource)
{
	return str_ends(resource, STR("gpu")) ? STR("gpu") : resource;
}

static void add_slot(struct build *b, struct str resource)
{
	struct zone_slots *s = &b->c->zone_slots;
	bool fresh;
	struct map_entry *e = map_put(&s->by_name, slot_name(resource), &fresh);

	if (fresh)
		e->value = (void *)(uintptr_t)++s->count;
}

static void add_slots(struct build *b, const struct resource_topology *t, const struct map *known)
{
	for (int i = 0; i < t->n_zones; i++)
		for (int k = 0; k < t->zones[i].n_resources && zone_is_numa_node(&t->zones[i]);
			k++) {
			struct str name = t->zones[i].resources[k].name;

			if (str_ends(name, STR("gpu")) || map_get(known, name))
				add_slot(b, name);
		}
}

static void find_slots(struct build *b)
{
	struct zone_slots *s = &b->c->zone_slots;

	s->slots = ARENA_ARRAY(&b->c->arena, (size_t)s->count, int);
	for (int i = 0; i < s->count; i++)
		s->slots[i] = slots_now(b, s->by_name.entries[i].key);
}

void build_zone_slots(struct build *b)
{
	struct map known = {0};

	know_resources(b, &known);
	for (int i = 0; i < SLOT_OTHERS; i++)
		add_slot(b, b->c->slots.names[i]); /* the first ones, as in struct slots */
	for (int i = 0; i < b->o->node_resource_topologies.n; i++) {
		const struct resource_topology *t = b->o->node_resource_topologies.items[i];

		if (map_get(&b->c->node_by_name, t->meta.name))
			add_slots(b, t, &known);
	}
	map_free(&known);
	find_slots(b);
}
