#include "model/zones.h"

static bool same_amounts(struct amounts a, struct amounts b)
{
	if (a.n != b.n)
		return false;
	for (int i = 0; i < a.n; i++)
		if (!str_eq(a.items[i].name, b.items[i].name) ||
			a.items[i].quantity.nano != b.items[i].quantity.nano)
			return false;
	return true;
}

bool zones_differ(const struct zone_placement *new, const struct zone_placement *old)
{
	if (!new || !new->n || new == old)
		return false;
	if (!old || old->n != new->n)
		return true;
	for (int i = 0; i < new->n; i++)
		if (new->shares[i].zone != old->shares[i].zone ||
			!same_amounts(new->shares[i].amounts, old->shares[i].amounts))
			return true;
	return false;
}

int zone_find(const struct node_zones *z, struct str name)
{
	for (int i = 0; i < z->n; i++)
		if (str_eq(z->items[i].name, name))
			return i;
	return -1;
}

int zone_slot(const struct zone_slots *s, struct str resource)
{
	struct str name = str_ends(resource, STR("gpu")) ? STR("gpu") : resource;

	return (int)(uintptr_t)map_get(&s->by_name, name) - 1;
}

void zone_add_amounts(const struct zone_slots *s, struct amounts a, double *vector)
{
	for (int i = 0; i < a.n; i++) {
		int slot = zone_slot(s, a.items[i].name);

		if (slot >= 0)
			vector[slot] += (double)(str_eq(a.items[i].name, STR("cpu"))
					? quantity_milli(a.items[i].quantity)
					: quantity_value(a.items[i].quantity));
	}
}
