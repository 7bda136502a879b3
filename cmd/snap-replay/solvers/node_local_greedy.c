/* NodeLocalGreedy: the victims found on one node at a time, following the victim order (kai/04 section 8.2). */
#include <stdlib.h>

#include "search.h"

struct greedy {
	struct search *q;
	struct job *preemptor;
	const struct batches *recorded;
	const struct probe_nodes *nodes;
	struct accumulator *accumulator;
	bool started;
	struct proposal *list; /* proposals of the present state */
	int n, at;
};

static void *build(struct search *q, struct job *preemptor, const struct batches *recorded, const struct probe_nodes *nodes)
{
	struct greedy *g = ARENA_NEW(&q->arena, struct greedy);

	g->q = q;
	g->preemptor = preemptor;
	g->recorded = recorded;
	g->nodes = nodes;
	return g;
}

static int compare_names(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* Distinct node names of all tasks of the job, bytewise ascending. */
static int node_names(struct search *q, const struct job *j, struct str **names)
{
	int n = 0, distinct = 0;

	*names = ARENA_ARRAY(&q->arena, (size_t)j->n_tasks + 1, struct str);
	for (int i = 0; i < j->n_tasks; i++)
		if (j->tasks[i]->node_name.n)
			(*names)[n++] = j->tasks[i]->node_name;
	qsort(*names, (size_t)n, sizeof **names, compare_names);
	for (int i = 0; i < n; i++)
		if (!i || !str_eq((*names)[i], (*names)[distinct - 1]))
			(*names)[distinct++] = (*names)[i];
	return distinct;
}

static bool on_node(const struct batch *b, struct str node)
{
	for (int i = 0; i < b->n; i++)
		if (str_eq(b->tasks[i]->node_name, node))
			return true;
	return false;
}

/* Everything that was accumulated of the job, recorded batches first, as one batch. */
static struct batch batches_of(struct search *q, const struct proposal *base, struct job *j)
{
	const struct batches *both[2] = {&base->recorded, &base->potential};
	struct batch out = {.job = j};
	int n = 0;

	for (int side = 0; side < 2; side++)
		for (int i = 0; i < both[side]->n; i++)
			if (both[side]->items[i].job == j)
				n += both[side]->items[i].n;
	out.tasks = ARENA_ARRAY(&q->arena, (size_t)n + 1, struct task *);
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < both[side]->n; i++)
			if (both[side]->items[i].job == j) {
				memcpy(out.tasks + out.n, both[side]->items[i].tasks, (size_t)both[side]->items[i].n * sizeof *out.tasks);
				out.n += both[side]->items[i].n;
			}
	return out;
}

static bool has_job(const struct batches *b, const struct job *j)
{
	for (int i = 0; i < b->n; i++)
		if (b->items[i].job == j)
			return true;
	return false;
}

static int compare_ints(const void *a, const void *b)
{
	int l = *(const int *)a, r = *(const int *)b;

	return (l > r) - (l < r);
}

/* Sorted task indexes of the batches, as a map key. */
static struct str victims_key(struct search *q, const struct batches *b)
{
	int n = 0, *key;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	key = ARENA_ARRAY(&q->arena, (size_t)n + 1, int);
	n = 0;
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			key[n++] = b->items[i].tasks[k]->index;
	qsort(key, (size_t)n, sizeof *key, compare_ints);
	return (struct str){(const char *)key, (size_t)n * sizeof *key};
}

static struct batches victims_on(struct search *q, const struct proposal *base, struct str node)
{
	struct batches out = {0};

	for (int i = 0; i < base->potential.n; i++) {
		const struct batch *b = &base->potential.items[i];

		if (on_node(b, node) && !has_job(&out, b->job))
			batches_add(q, &out, batches_of(q, base, b->job));
	}
	return out;
}

static void propose_by_node(struct greedy *g, const struct proposal *base)
{
	struct search *q = g->q;
	struct job *newest = base->potential.items[base->potential.n - 1].job;
	struct map seen = {0};
	struct str *names;
	int n = node_names(q, newest, &names);

	g->list = ARENA_ARRAY(&q->arena, (size_t)n + 1, struct proposal);
	for (int i = 0; i < n; i++) {
		struct batches victims = victims_on(q, base, names[i]);
		struct map_entry *entry;

		if (!victims.n)
			continue;
		entry = map_put(&seen, victims_key(q, &victims), NULL);
		if (entry->value)
			continue;
		entry->value = q;
		g->list[g->n] = *base;
		g->list[g->n++].potential = victims;
	}
	map_free(&seen);
}

static void propose(struct greedy *g, const struct proposal *base)
{
	g->n = g->at = 0;
	if (base->potential.n) {
		propose_by_node(g, base);
	} else if (base->recorded.n) {
		g->list = ARENA_NEW(&g->q->arena, struct proposal);
		g->list[0] = *base;
		g->n = 1;
	}
}

static struct proposal *next(void *state)
{
	struct greedy *g = state;

	if (!g->accumulator) {
		struct walk *w = g->q->victims(g->q);

		g->accumulator = accumulator_new(g->q, g->preemptor, g->recorded, w, g->nodes);
	}
	while (g->at == g->n) {
		struct proposal *base = accumulator_next(g->accumulator, g->started);

		g->started = true;
		if (!base)
			return NULL;
		propose(g, base);
	}
	return &g->list[g->at++];
}

static void free_greedy(void *state)
{
	struct greedy *g = state;

	if (g->accumulator)
		accumulator_free(g->accumulator);
}

const struct generator node_local_greedy = {"NodeLocalGreedy", build, next, free_greedy};
