/* The NUMA zones of nodes (rules/01 5.7). */
#include "model/build/build.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/numbers.h"
#include "model/zones.h"

enum { ZONES_MAX = 1024 }; /* of a node: Linux numbers no more */

/* The number at the end of the name; -1: none, or one beyond 64 bits. */
static int64_t zone_number(struct str name)
{
	size_t at = name.n;
	int64_t number;

	while (at && is_digit(name.p[at - 1]))
		at--;
	if (at && (unsigned char)name.p[at - 1] >= 0x80)
		return -1; /* the original cuts within the letter */
	return parse_int64((struct str){name.p + at, name.n - at}, &number) ? number : -1;
}

static int zone_order(const void *l, const void *r)
{
	const struct zone_object *a = *(const struct zone_object *const *)l,
				 *b = *(const struct zone_object *const *)r;
	int64_t x = zone_number(a->name), y = zone_number(b->name);

	if (x != y)
		return x < 0 ? 1 : y < 0 ? -1 : x < y ? -1 : 1;
	if (!str_eq(a->name, b->name))
		return str_cmp(a->name, b->name);
	return (a > b) - (a < b);
}

/* In the order of rules/01 5.7; the caller frees the list. */
static const struct zone_object **numa_nodes(const struct resource_topology *t, int *n)
{
	const struct zone_object **list = xcalloc((size_t)t->n_zones, sizeof *list);

	*n = 0;
	for (int i = 0; i < t->n_zones; i++)
		if (zone_is_numa_node(&t->zones[i]))
			list[(*n)++] = &t->zones[i];
	if (*n > 1)
		qsort(list, (size_t)*n, sizeof *list, zone_order);
	return list;
}

static double amount(struct str resource, struct quantity q)
{
	return (double)(str_eq(resource, STR("cpu")) ? quantity_milli(q) : quantity_value(q));
}

/* Adds what the zone has. names: by slot, the greatest name that a zone reports for it. */
static void fill_zone(
	const struct build *b, const struct zone_object *o, struct zone *z, struct str *names)
{
	struct map last = {0};

	for (int i = 0; i < o->n_resources; i++)
		map_put(&last, o->resources[i].name, NULL)->value = &o->resources[i];
	for (size_t i = 0; i < last.count; i++) {
		const struct zone_resource *r = last.entries[i].value;
		int slot = zone_slot(&b->c->zone_slots, r->name);

		if (slot < 0)
			continue;
		z->allocatable[slot] += amount(r->name, r->allocatable);
		z->available[slot] += amount(r->name, r->available);
		if (!names[slot].p || str_cmp(r->name, names[slot]) > 0)
			names[slot] = r->name;
	}
	map_free(&last);
}

static int greater_first(const void *l, const void *r)
{
	double x = *(const double *)l, y = *(const double *)r;

	return (x < y) - (x > y);
}

static void sum_greatest(struct node_zones *z, int slot, double *sums)
{
	for (int i = 0; i < z->n; i++)
		sums[i] = z->items[i].allocatable[slot];
	qsort(sums, (size_t)z->n, sizeof *sums, greater_first);
	for (int i = 1; i < z->n; i++)
		sums[i] += sums[i - 1];
}

static void set_reported(struct build *b, struct node_zones *z, const struct str *names)
{
	struct arena *a = &b->c->arena;
	int count = b->c->zone_slots.count, n = 0;

	for (int i = 0; i < count; i++)
		z->n_reported += names[i].p != NULL;
	z->reported = ARENA_ARRAY(a, (size_t)z->n_reported, int);
	z->names = ARENA_ARRAY(a, (size_t)z->n_reported, struct str);
	z->greatest = ARENA_ARRAY(a, (size_t)z->n_reported * (size_t)z->n, double);
	for (int i = 0; i < count; i++)
		if (names[i].p) {
			z->reported[n] = i;
			z->names[n] = names[i];
			sum_greatest(z, i, z->greatest + (size_t)n++ * (size_t)z->n);
		}
}

static void build_node_zones(
	struct build *b, struct node *n, const struct resource_topology *t, struct str *names)
{
	struct arena *a = &b->c->arena;
	size_t width = (size_t)b->c->zone_slots.count;
	int count;
	const struct zone_object **list = numa_nodes(t, &count);

	if (count > ZONES_MAX)
		warn_unsupported(b->w, STR("numa"), n->name);
	if (count > 0 && count <= ZONES_MAX) {
		struct node_zones *z = n->zones = ARENA_NEW(a, struct node_zones);
		struct zone_rule rule = zone_rule_of(t->policy, t->scope, t->policy_and_scope);

		z->policy = rule.policy;
		z->per_pod = rule.per_pod;
		z->items = ARENA_ARRAY(a, (size_t)count, struct zone);
		z->n = count;
		memset(names, 0, width * sizeof *names);
		for (int i = 0; i < count; i++) {
			z->items[i] = (struct zone){list[i]->name, ARENA_ARRAY(a, width, double),
				ARENA_ARRAY(a, width, double)};
			fill_zone(b, list[i], &z->items[i], names);
		}
		set_reported(b, z, names);
	}
	free(list);
}

void build_zones(struct build *b)
{
	struct str *names;

	build_zone_slots(b);
	names = xcalloc((size_t)b->c->zone_slots.count, sizeof *names);
	for (int i = 0; i < b->o->node_resource_topologies.n; i++) {
		const struct resource_topology *t = b->o->node_resource_topologies.items[i];
		struct node *n = map_get(&b->c->node_by_name, t->meta.name);

		if (n)
			build_node_zones(b, n, t, names);
	}
	free(names);
}
