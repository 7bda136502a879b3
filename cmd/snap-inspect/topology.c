#include "topology.h"

#include <math.h>
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "summary.h"

void topologies_free(struct topologies *t)
{
	free(t->list);
	free(t->levels);
	free(t->constraints);
	names_free(&t->labels);
	free(t->of_nodes);
	*t = (struct topologies){0};
}

/* ---- levels ---- */

/* NULL: it has none; there may be no list then. */
static const struct level *levels_of(const struct summary *s, const struct topology *t)
{
	return t->count ? s->topologies.levels + t->first : NULL;
}

const char *levels_unusable(const struct summary *s, const struct topology *t)
{
	const struct level *levels = levels_of(s, t);

	if (t->count == 0)
		return "it has no levels";
	if (t->count > LEVELS_MAX)
		return "it has more than 16 levels";
	for (size_t i = 0; i < t->count; i++) {
		if (str_eq(names_text(&s->refs, levels[i].label), STR("root")))
			return "a level's label is \"root\", which is the name of the whole";
		for (size_t k = 0; k < i; k++)
			if (levels[i].label == levels[k].label)
				return "two of its levels have one label";
	}
	return NULL;
}

bool topology_has_level(const struct summary *s, const struct topology *t, uint32_t name)
{
	const struct level *levels = levels_of(s, t);

	for (size_t i = 0; i < t->count; i++)
		if (levels[i].label == name || levels[i].alias == name)
			return true;
	return false;
}

/* ---- the tree ---- */

/* A node in the topology: its label of each level. */
struct row {
	uint32_t node; /* number */
	uint32_t labels[LEVELS_MAX];
};

struct building {
	const struct summary *s;
	const struct level *levels;
	unsigned n_levels;
	uint8_t *level_of; /* by label: its level, from 1; 0: none of this topology */
	struct row *rows;
	size_t count, cap;
	struct domain_tree *tree;
};

/* Compares each label of the nodes with the levels once, rather than for each node. */
static void find_levels(struct building *b)
{
	const struct names *labels = &b->s->topologies.labels;

	b->level_of = xcalloc((size_t)labels->count + 1, 1);
	for (uint32_t i = 1; i <= labels->count; i++)
		for (unsigned l = 0; l < b->n_levels; l++)
			if (str_eq(names_first(labels, i),
				    names_text(&b->s->refs, b->levels[l].label)))
				b->level_of[i] = (uint8_t)(l + 1);
}

static void add_room(struct room *room, const struct node *node)
{
	room->nodes++;
	room->gpu_nodes += node->gpus > 0;
	room->gpus += node->gpus;
	room->used += node->used;
}

static void add_outside(
	struct domain_tree *tree, const struct node *node, uint32_t number, uint32_t missing)
{
	if (tree->example == 0 || (node->gpus > 0 && tree->without.gpu_nodes == 0)) {
		tree->example = number;
		tree->missing = missing;
	}
	add_room(&tree->without, node);
}

static void add_node(struct building *b, uint32_t number)
{
	const struct node *node = &b->s->nodes[number - 1];
	struct row row = {.node = number};

	for (size_t i = 0; i < node->n_labels; i++) {
		uint32_t label = b->s->topologies.of_nodes[node->first_label + i];

		if (b->level_of[label])
			row.labels[b->level_of[label] - 1] = label;
	}
	for (unsigned l = 0; l < b->n_levels; l++)
		if (row.labels[l] == 0) {
			add_outside(b->tree, node, number, b->levels[l].label);
			return;
		}
	add_room(&b->tree->inside, node);
	ARRAY_GROW(b->rows, b->count, b->cap);
	b->rows[b->count++] = row;
}

/* For qsort, which passes nothing else on; the programs have one thread. */
static const struct names *compared;

static int by_labels(const void *x, const void *y)
{
	const struct row *a = x, *b = y;

	for (int l = 0; l < LEVELS_MAX; l++)
		if (a->labels[l] != b->labels[l])
			return str_cmp(names_second(compared, a->labels[l]),
				names_second(compared, b->labels[l]));
	return (a->node > b->node) - (a->node < b->node);
}

static double hundredths(double v)
{
	return round(v * 100) / 100;
}

double room_free(const struct room *room)
{
	return hundredths(room->gpus - room->used);
}

static void settle(struct room *room)
{
	room->gpus = hundredths(room->gpus);
	room->used = hundredths(room->used);
}

static void new_domain(struct domain_tree *tree, uint32_t label, unsigned depth)
{
	ARRAY_GROW(tree->domains, tree->count, tree->cap);
	tree->domains[tree->count++] = (struct domain){.label = label, .depth = depth};
}

/* The rows are sorted: those of a domain stand together. */
static void make_domains(struct building *b)
{
	struct domain_tree *tree = b->tree;
	size_t open[LEVELS_MAX]; /* the domain of each level that the row is in */

	for (size_t i = 0; i < b->count; i++) {
		const struct row *row = &b->rows[i];
		unsigned same = 0;

		while (i > 0 && same < b->n_levels && row->labels[same] == row[-1].labels[same])
			same++;
		for (unsigned l = same; l < b->n_levels; l++) {
			open[l] = tree->count;
			new_domain(tree, row->labels[l], l);
		}
		for (unsigned l = 0; l < b->n_levels; l++)
			add_room(&tree->domains[open[l]].room, &b->s->nodes[row->node - 1]);
	}
	for (size_t i = 0; i < tree->count; i++)
		settle(&tree->domains[i].room);
	settle(&tree->inside);
	settle(&tree->without);
}

static void build(struct domain_tree *tree, const struct summary *s, const struct topology *t)
{
	struct building b = {
		.s = s, .levels = levels_of(s, t), .n_levels = (unsigned)t->count, .tree = tree};

	find_levels(&b);
	for (uint32_t i = 1; i <= s->ids[KIND_NODES].count; i++)
		if (!s->nodes[i - 1].outside)
			add_node(&b, i);
	compared = &s->topologies.labels;
	if (b.count)
		qsort(b.rows, b.count, sizeof *b.rows, by_labels);
	make_domains(&b);
	free(b.level_of);
	free(b.rows);
}

void topology_view_open(struct topology_view *v, const struct summary *s, uint32_t number)
{
	*v = (struct topology_view){
		.s = s, .number = number, .topology = &s->topologies.list[number - 1]};
	v->unusable = levels_unusable(s, v->topology);
	if (number > TREES_MAX && !v->unusable)
		v->unusable = "there are too many topologies";
	if (!v->unusable)
		build(&v->tree, s, v->topology);
}

void topology_view_close(struct topology_view *v)
{
	free(v->tree.domains);
}

struct str level_label(const struct topology_view *v, size_t level)
{
	return names_text(&v->s->refs, v->s->topologies.levels[v->topology->first + level].label);
}
