#include "owners.h"

#include "common/map.h"

/* Whose the objects of a kind are. */
static const struct {
	enum kind kind, owner;
} owned[] = {{KIND_PODS, KIND_POD_GROUPS}, {KIND_POD_GROUPS, KIND_QUEUES},
	{KIND_QUEUES, KIND_QUEUES}, {KIND_BIND_REQUESTS, KIND_PODS},
	{KIND_RESOURCE_SLICES, KIND_NODES}, {KIND_NODE_RESOURCE_TOPOLOGIES, KIND_NODES}};

/* Namespace and name as a key; the namespace is empty where the kind has none. */
static struct str key_of(struct strbuf *b, struct str ns, struct str name)
{
	strbuf_clear(b);
	strbuf_addstr(b, ns);
	strbuf_addc(b, '/');
	strbuf_addstr(b, name);
	return strbuf_str(b);
}

static void index_kind(struct snapshot *s, enum kind kind, struct map *m, struct arena *a)
{
	struct strbuf b = {0};

	for (int i = s->first[kind]; i < s->first[kind + 1]; i++) {
		struct str key = key_of(&b, s->objects[i].ns, s->objects[i].name);

		map_put(m, arena_str(a, key), NULL)->value = &s->objects[i];
	}
	strbuf_free(&b);
}

static void find_owners(struct snapshot *s, enum kind kind, enum kind of, const struct map *m)
{
	bool same_name = kind == KIND_NODE_RESOURCE_TOPOLOGIES;
	struct strbuf b = {0};

	for (int i = s->first[kind]; i < s->first[kind + 1]; i++) {
		struct object *o = &s->objects[i];
		struct str name = same_name ? o->name : o->of;
		const struct object *owner = map_get(
			m, key_of(&b, snapshot_kinds[of].cluster_scoped ? STR("") : o->ns, name));

		if (name.n && owner && owner != o)
			o->owner = (int)(owner - s->objects);
	}
	strbuf_free(&b);
}

static void find_nodes(struct snapshot *s)
{
	struct map m = {0};
	struct arena a = {0};
	struct strbuf b = {0};

	index_kind(s, KIND_NODES, &m, &a);
	for (int i = 0; i < s->n; i++) {
		struct object *o = &s->objects[i];
		const struct object *node = map_get(&m, key_of(&b, STR(""), o->on));

		o->node = o->on.n && node ? (int)(node - s->objects) : -1;
	}
	strbuf_free(&b);
	map_free(&m);
	arena_free(&a);
}

void owners_find(struct snapshot *s)
{
	find_nodes(s);
	for (int i = 0; i < s->n; i++)
		s->objects[i].owner = -1;
	for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) {
		struct map m = {0};
		struct arena a = {0};

		index_kind(s, owned[k].owner, &m, &a);
		find_owners(s, owned[k].kind, owned[k].owner, &m);
		map_free(&m);
		arena_free(&a);
	}
}
