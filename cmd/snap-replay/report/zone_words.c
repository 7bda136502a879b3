/* Why the NUMA zones of a node do not take a pod (rules/07 B4). */
#include "report/verdict.h"

static const char *policy_word(const struct node_zones *z)
{
	return z->policy == ZONES_SINGLE ? "single-numa-node" : "restricted";
}

static struct str name_of(const struct node_zones *z, int index)
{
	for (int i = 0; i < z->n_reported; i++)
		if (z->reported[i] == index)
			return z->names[i];
	return STR("");
}

/* Zones have whole units of what is not CPU. */
static void amount(struct strbuf *b, const struct session *s, const struct node_zones *z, int index,
	double value)
{
	int slot = s->c->zone_slots.slots[index];

	if (slot >= 0 && slot <= SLOT_GPU)
		verdict_amount(b, s, slot, value);
	else
		strbuf_addf(b, "%.15g " STR_FMT, value, STR_ARG(name_of(z, index)));
}

static bool is_asked(const struct zone_details *d, int i)
{
	return d->request[d->counted[i]] > 0;
}

static void needs(struct strbuf *b, const struct session *s, const struct zone_details *d)
{
	const char *between = "";

	for (int i = 0; i < d->n_counted; i++) {
		if (!is_asked(d, i))
			continue;
		strbuf_addz(b, between);
		amount(b, s, d->zones, d->counted[i], d->request[d->counted[i]]);
		between = ", ";
	}
}

static void has(struct strbuf *b, const struct session *s, const struct zone_details *d, int zone)
{
	size_t row = (size_t)zone * (size_t)s->c->zone_slots.count;
	const struct zone *z = &d->zones->items[zone];
	const char *between = ": ";

	strbuf_addf(b, "; " STR_FMT, STR_ARG(z->name));
	for (int i = 0; i < d->n_counted; i++) {
		int at = d->counted[i];

		if (!is_asked(d, i))
			continue;
		strbuf_addz(b, between);
		amount(b, s, d->zones, at,
			z->available[at] - (d->drawn ? d->drawn[row + (size_t)at] : 0));
		between = ", ";
	}
}

struct str zone_words(struct session *s, const struct task *t, const struct node *n)
{
	struct zone_details d = {.lack = ZONES_FIT};
	struct strbuf b = {0};
	struct str made;

	session_zone_details(s, t, n, &d);
	if (!d.zones || d.lack == ZONES_FIT)
		return (struct str){0};
	strbuf_addf(&b, "%s: ", policy_word(d.zones));
	if (d.lack == ZONES_NO_SINGLE)
		strbuf_addz(&b, "no single zone has free what one request needs, ");
	else if (d.lack == ZONES_NO_SEVERAL)
		strbuf_addf(&b, "no %d zones together have free what one request needs, ", d.width);
	else if (d.lack == ZONES_TOO_SMALL)
		strbuf_addz(&b, "all zones together are too small for one request, ");
	else
		strbuf_addz(&b, "one resource of a request needs more zones than another, ");
	needs(&b, s, &d);
	strbuf_addf(&b, "; free on " STR_FMT, STR_ARG(n->name));
	for (int zone = 0; zone < d.zones->n; zone++)
		has(&b, s, &d, zone);
	made = arena_str(&explain_at(s)->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}
