/* What pods have in zones: placements, and what they leave available (rules/07 B6). */
#include "plugins/numa/numa.h"

#include <math.h>

#include "model/go_numbers.h"

/* ---- placements ---- */

static struct quantity quantity_of(struct str resource, double amount)
{
	bool milli = str_eq(resource, STR("cpu"));
	struct quantity q = {.value = go_int64(amount), .scale = milli ? -3 : 0, .fast = true};

	q.nano = q.value;
	q.nano *= milli ? 1000000 : 1000000000;
	return q;
}

static const double *drawn_from(const struct numa *p, int zone)
{
	return p->drawn + (size_t)zone * (size_t)p->session->c->zone_slots.count;
}

/* Two placements of the node's resources are equal if their keys are. */
static void make_key(struct numa *p, const struct node_zones *z)
{
	strbuf_clear(&p->key);
	for (int k = 0; k < z->n; k++)
		for (int i = 0; i < z->n_reported; i++) {
			double amount = drawn_from(p, k)[z->reported[i]];

			if (amount <= 0)
				continue;
			strbuf_add(&p->key, &k, sizeof k);
			strbuf_add(&p->key, &z->names[i].p, sizeof z->names[i].p); /* interned */
			strbuf_add(&p->key, &amount, sizeof amount);
		}
}

static bool gets_share(const struct numa *p, const struct node_zones *z, int zone)
{
	for (int i = 0; i < z->n_reported; i++)
		if (drawn_from(p, zone)[z->reported[i]] > 0)
			return true;
	return false;
}

static struct zone_share make_share(struct numa *p, const struct node_zones *z, int zone)
{
	const struct zone_slots *s = &p->session->c->zone_slots;
	struct arena *a = &p->session->arena;
	struct zone_share share = {.zone = zone,
		.amounts.items = ARENA_ARRAY(a, (size_t)z->n_reported, struct amount),
		.vector = ARENA_ARRAY(a, (size_t)s->count, double)};

	for (int i = 0; i < z->n_reported; i++) {
		double drawn = drawn_from(p, zone)[z->reported[i]];
		struct amount one = {.name = z->names[i]};
		int at = share.amounts.n;

		if (drawn <= 0)
			continue;
		one.quantity = quantity_of(one.name, drawn);
		for (; at && str_cmp(share.amounts.items[at - 1].name, one.name) > 0; at--)
			share.amounts.items[at] = share.amounts.items[at - 1];
		share.amounts.items[at] = one;
		share.amounts.n++;
	}
	zone_add_amounts(s, share.amounts, share.vector);
	return share;
}

static struct zone_placement *make_placement(struct numa *p, const struct node_zones *z)
{
	struct zone_placement *made = ARENA_NEW(&p->session->arena, struct zone_placement);

	for (int k = 0; k < z->n; k++)
		made->n += gets_share(p, z, k);
	made->shares = ARENA_ARRAY(&p->session->arena, (size_t)made->n, struct zone_share);
	for (int k = 0, n = 0; k < z->n; k++)
		if (gets_share(p, z, k))
			made->shares[n++] = make_share(p, z, k);
	return made;
}

const struct zone_placement *numa_stamp(struct numa *p, const struct node *n)
{
	struct map_entry *e;
	bool fresh;

	make_key(p, n->zones);
	if (!p->key.len)
		return NULL;
	e = map_put(&p->placements, strbuf_str(&p->key), &fresh);
	if (fresh) {
		e->key = arena_str(&p->session->arena, e->key);
		e->value = make_placement(p, n->zones);
	}
	return e->value;
}

/* ---- booking ---- */

void numa_book(struct numa *p, struct node *n, const struct zone_placement *placement, int sign)
{
	int width = p->session->c->zone_slots.count;

	for (int i = 0; i < placement->n; i++) {
		const struct zone_share *share = &placement->shares[i];

		if (share->zone >= n->zones->n) {
			session_error(p->session, "numa plugin: zone index <%d> out of range",
				share->zone);
			continue;
		}
		for (int k = 0; k < width; k++)
			n->zones->items[share->zone].available[k] += sign * share->vector[k];
	}
}

static bool are_small(const double *v, int n)
{
	for (int i = 0; i < n; i++)
		if (!(fabs(v[i]) < 1LL << 52))
			return false;
	return true;
}

/* Pods of this session take no more than is available. */
bool numa_is_exact(const struct numa *p)
{
	const struct cluster *c = p->session->c;
	int width = c->zone_slots.count;

	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; c->nodes[i].zones && k < c->nodes[i].zones->n; k++)
			if (!are_small(c->nodes[i].zones->items[k].allocatable, width) ||
				!are_small(c->nodes[i].zones->items[k].available, width))
				return false;
	for (int i = 0; i < c->n_tasks; i++)
		for (int k = 0; c->tasks[i].zones && k < c->tasks[i].zones->n; k++)
			if (!are_small(c->tasks[i].zones->shares[k].vector, width))
				return false;
	return true;
}
