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
