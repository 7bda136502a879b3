#include "plugins/topology/tree.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/map.h"
#include "model/bits.h"

/* More ways than that make every choice slow. */
#define WAYS_MAX 1e6

static bool levels_are_valid(const struct topology_object *o)
{
	if (o->n_levels < 1 || o->n_levels > LEVELS_MAX)
		return false;
	for (int i = 0; i < o->n_levels; i++) {
		if (str_eq(o->levels[i].label, STR("root")))
			return false;
		for (int k = 0; k < i; k++)
			if (str_eq(o->levels[i].label, o->levels[k].label))
				return false;
	}
	return true;
}

/* ---- domains ---- */

struct building {
	struct domain_tree *tree;
	struct arena *arena;
	const struct cluster *c;
	struct strbuf id; /* of the domain at the present depth */
	struct map by_id[LEVELS_MAX + 1];
};

static struct domain *new_domain(struct building *b, struct str id, int depth)
{
	struct domain *d = ARENA_NEW(b->arena, struct domain);

	d->id = id;
	d->depth = depth;
	d->pods = PODS_UNKNOWN;
	d->free = ARENA_ARRAY(b->arena, (size_t)b->c->slots.count, double);
	return d;
}

static struct domain *domain_of(struct building *b, int depth)
{
	struct str id = strbuf_str(&b->id);
	struct domain *d = map_get(&b->by_id[depth], id);

	if (!d) {
		d = new_domain(b, arena_str(b->arena, id), depth);
		map_put(&b->by_id[depth], d->id, NULL)->value = d;
	}
	return d;
}

static bool has_child(const struct domain *d, const struct domain *child)
{
	for (int i = 0; i < d->n_children; i++)
		if (d->children[i] == child)
			return true;
	return false;
}

static void add_child(struct building *b, struct domain *d, struct domain *child)
{
	if (child->parent == d || (child->parent && has_child(d, child)))
		return;
	if (!child->parent)
		child->parent = d;
	ARENA_GROW(b->arena, d->children, d->n_children, d->cap_children);
	d->children[d->n_children++] = child;
}

static bool in_topology(const struct domain_tree *t, const struct node *n)
{
	for (int i = 0; i < t->n_levels; i++)
		if (!labels_get(&n->object->meta.labels, t->object->levels[i].label))
			return false;
	return true;
}

static void add_node(struct building *b, const struct node *n)
{
	struct domain_tree *t = b->tree;
	struct domain **path = &t->of_node[n->index * (t->n_levels + 1)];

	if (!in_topology(t, n))
		return;
	strbuf_clear(&b->id);
	bit_set(t->nodes, n->index);
	path[0] = t->root;
	t->root->n_nodes++;
	for (int i = 0; i < t->n_levels; i++) {
		if (i)
			strbuf_addc(&b->id, '.');
		strbuf_addstr(
			&b->id, *labels_get(&n->object->meta.labels, t->object->levels[i].label));
		path[i + 1] = domain_of(b, i + 1);
		path[i + 1]->n_nodes++;
		add_child(b, path[i], path[i + 1]);
	}
}

/* ---- lists ---- */

static int by_id(const void *l, const void *r)
{
	return str_cmp((*(struct domain *const *)l)->id, (*(struct domain *const *)r)->id);
}

static void list_domains(struct building *b)
{
	struct domain_tree *t = b->tree;

	for (int depth = 0; depth <= t->n_levels; depth++) {
		const struct map *m = &b->by_id[depth];

		t->n_at_depth[depth] = (int)m->count;
		t->at_depth[depth] = ARENA_ARRAY(b->arena, m->count, struct domain *);
		for (size_t i = 0; i < m->count; i++) {
			struct domain *d = m->entries[i].value;

			d->index = t->n_domains++;
			t->at_depth[depth][i] = d;
			d->nodes = ARENA_ARRAY(b->arena, (size_t)d->n_nodes, int);
			d->n_nodes = 0;
		}
		qsort(t->at_depth[depth], m->count, sizeof(struct domain *), by_id);
	}
	for (int i = 0; i < b->c->n_nodes; i++)
		for (int depth = 0; depth <= t->n_levels && tree_has_node(t, i); depth++) {
			struct domain *d = t->of_node[i * (t->n_levels + 1) + depth];

			d->nodes[d->n_nodes++] = i;
		}
}

/* False: too many. */
static bool count_ways(struct domain_tree *t)
{
	double ways = 0;

	t->root->paths = 1;
	for (int depth = 0; depth <= t->n_levels; depth++)
		for (int i = 0; i < t->n_at_depth[depth]; i++) {
			const struct domain *d = t->at_depth[depth][i];

			ways += d->paths;
			for (int k = 0; k < d->n_children; k++)
				d->children[k]->paths += d->paths;
		}
	if (ways > WAYS_MAX)
		return false;
	t->n_ways = (int)ways;
	return true;
}

bool tree_build(struct domain_tree *t, struct arena *a, const struct topology_object *object,
	const struct cluster *c)
{
	struct building b = {.tree = t, .arena = a, .c = c};
	size_t nodes = (size_t)c->n_nodes;

	*t = (struct domain_tree){
		.object = object, .arena = a, .n_levels = object->n_levels, .refused = true};
	if (!levels_are_valid(object))
		return false;
	t->of_node = ARENA_ARRAY(a, nodes * ((size_t)t->n_levels + 1), struct domain *);
	t->nodes = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	t->root = new_domain(&b, STR("root"), 0);
	map_put(&b.by_id[0], t->root->id, NULL)->value = t->root;
	for (int i = 0; i < c->n_nodes; i++)
		add_node(&b, &c->nodes[i]);
	list_domains(&b);
	for (int depth = 0; depth <= t->n_levels; depth++)
		map_free(&b.by_id[depth]);
	strbuf_free(&b.id);
	t->refused = !count_ways(t);
	return !t->refused;
}

int tree_depth(const struct domain_tree *t, struct str level)
{
	if (str_eq(level, STR("root")))
		return 0;
	for (int i = 0; i < t->n_levels; i++)
		if (str_eq(t->object->levels[i].label, level))
			return i + 1;
	return LEVEL_UNKNOWN;
}

const int *tree_numbers(struct domain_tree *t, const struct cluster *c, int depth)
{
	int *numbers = t->numbers[depth];

	if (numbers)
		return numbers;
	numbers = t->numbers[depth] = ARENA_ARRAY(t->arena, (size_t)c->n_nodes, int);
	for (int i = 0; i < c->n_nodes; i++)
		numbers[i] =
			tree_has_node(t, i) ? t->of_node[i * (t->n_levels + 1) + depth]->index : -1;
	return numbers;
}
