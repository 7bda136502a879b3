/* Which resources of a node's zones count for which pods (rules/07 B1 and B2). */
#include "plugins/numa/numa.h"

#include <stdlib.h>

bool numa_is_gated(struct str resource)
{
	return str_eq(resource, STR("cpu")) || str_eq(resource, STR("memory")) ||
		str_starts(resource, STR("hugepages-"));
}

/* ---- ignoreList ---- */

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct str trimmed(struct str s)
{
	while (s.n && is_blank(*s.p))
		s.p++, s.n--;
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

static int by_text(const void *l, const void *r)
{
	return str_cmp(*(const struct str *)l, *(const struct str *)r);
}

static void log_ignored(struct numa *p)
{
	struct session *s = p->session;
	struct str *names = ARENA_ARRAY(&s->arena, p->ignored.count, struct str);
	struct strbuf b = {0};

	for (size_t i = 0; i < p->ignored.count; i++)
		names[i] = p->ignored.entries[i].key;
	qsort(names, p->ignored.count, sizeof *names, by_text);
	for (size_t i = 0; i < p->ignored.count; i++)
		strbuf_addf(&b, "%s" STR_FMT ":{}", i ? " " : "", STR_ARG(names[i]));
	session_log(s, 4, "numa plugin: ignoring resources in ignoreList: map[%s]", b.s);
	strbuf_free(&b);
}

void numa_ignore(struct numa *p, struct str list)
{
	while (list.n) {
		const char *comma = str_find(list, ',');
		size_t n = comma ? (size_t)(comma - list.p) : list.n;
		struct str name = trimmed((struct str){list.p, n});

		if (name.n)
			map_put(&p->ignored, name, NULL)->value = p;
		list.p += n + (comma != NULL);
		list.n -= n + (comma != NULL);
	}
	if (p->ignored.count)
		log_ignored(p);
}

/* ---- slots ---- */

static bool is_device(const struct numa *p, struct str resource)
{
	return !numa_is_gated(resource) && !map_get(&p->ignored, resource);
}

/* ignored: by slot. */
static void prepare_node(struct numa *p, const struct node_zones *z, struct numa_node *n,
	const bool *ignored, bool *devices)
{
	struct slot_list *lists[] = {&n->aligned[false], &n->aligned[true], &n->devices};

	for (int i = 0; i < 3; i++)
		lists[i]->items = ARENA_ARRAY(&p->session->arena, (size_t)z->n_reported, int);
	for (int i = 0; i < z->n_reported; i++) {
		int slot = z->reported[i];

		if (!ignored[slot])
			n->aligned[true].items[n->aligned[true].n++] = slot;
		if (!ignored[slot] && !numa_is_gated(z->names[i]))
			n->aligned[false].items[n->aligned[false].n++] = slot;
		if (is_device(p, z->names[i])) {
			n->devices.items[n->devices.n++] = slot;
			devices[slot] |= zones_book(z);
		}
	}
}

static void prepare_nodes(struct numa *p)
{
	const struct cluster *c = p->session->c;
	size_t slots = (size_t)c->zone_slots.count;
	bool *ignored = ARENA_ARRAY(&p->session->arena, slots, bool);
	bool *devices = ARENA_ARRAY(&p->session->arena, slots, bool);

	for (size_t i = 0; i < p->ignored.count; i++) {
		int slot = zone_slot(&c->zone_slots, p->ignored.entries[i].key);

		if (slot >= 0)
			ignored[slot] = true;
	}
	p->nodes = ARENA_ARRAY(&p->session->arena, (size_t)c->n_nodes, struct numa_node);
	for (int i = 0; i < c->n_nodes; i++)
		if (c->nodes[i].zones) {
			const struct node_zones *z = c->nodes[i].zones;

			prepare_node(p, z, &p->nodes[i], ignored, devices);
			p->most_zones = z->n > p->most_zones ? z->n : p->most_zones;
		}
	p->devices.items = ARENA_ARRAY(&p->session->arena, slots, int);
	for (int i = 0; i < c->zone_slots.count; i++)
		if (devices[i])
			p->devices.items[p->devices.n++] = i;
}

void numa_prepare(struct numa *p)
{
	const struct cluster *c = p->session->c;
	struct arena *a = &p->session->arena;
	size_t slots = (size_t)c->zone_slots.count, zones;

	prepare_nodes(p);
	zones = (size_t)p->most_zones;
	p->requests = ARENA_ARRAY(a, 4 * (size_t)c->objects->n_specs, struct numa_requests *);
	p->drawn = ARENA_ARRAY(a, zones * slots, double);
	p->mask = ARENA_ARRAY(a, zones, int);
	p->taken = ARENA_ARRAY(a, zones, bool);
	p->rest = ARENA_ARRAY(a, slots, double);
}
