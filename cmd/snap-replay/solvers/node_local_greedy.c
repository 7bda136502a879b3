/* The generator NodeLocalGreedy: proposes the victim jobs of one node at a time, for each node of
 * the newest victim's job (rules/04 8.2). */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/questions.h"

struct link {            /* of a chain of numbers of batches, ascending */
	int batch, next; /* next: -1: none */
};
struct chains {
	int *first, *last; /* by key; -1: none */
	struct link *links;
	int n, cap;
};
struct whole_job { /* all that was accumulated of a job, as one batch */
	struct batch batch;
	int last; /* greedy.by_job.last when it was made, plus 1; 0: it was not */
};
struct greedy {
	struct search *q;
	struct job *preemptor;
	const struct batches *recorded;
	const struct probe_nodes *nodes;
	struct accumulator *accumulator;
	bool started;
	struct chains recorded_by_job; /* of recorded batches */
	struct chains by_job,
		by_node; /* key of by_node: node index; n_nodes: all nodes outside the session */
	int known;       /* how many potential batches are in these two */
	struct whole_job *whole; /* by job index */
	struct proposal *list;   /* proposals of the present state */
	int n, at;
};

static void chains_new(struct chains *c, int keys)
{
	size_t bytes = (size_t)keys * sizeof *c->first;

	c->first = xcalloc((size_t)keys, sizeof *c->first);
	c->last = xcalloc((size_t)keys, sizeof *c->last);
	memset(c->first, 0xff, bytes);
	memset(c->last, 0xff, bytes);
}

static void chains_free(struct chains *c)
{
	free(c->first);
	free(c->last);
	free(c->links);
}

/* The same batch under the same key again: no change. */
static void chain_add(struct chains *c, int key, int batch)
{
	if (c->last[key] >= 0 && c->links[c->last[key]].batch == batch)
		return;
	ARRAY_GROW(c->links, c->n, c->cap);
	c->links[c->n] = (struct link){batch, -1};
	*(c->last[key] < 0 ? &c->first[key] : &c->links[c->last[key]].next) = c->n;
	c->last[key] = c->n++;
}

static void *build(struct search *q, struct job *preemptor, const struct batches *recorded,
	const struct probe_nodes *nodes)
{
	struct greedy *g = ARENA_NEW(&q->arena, struct greedy);

	g->q = q;
	g->preemptor = preemptor;
	g->recorded = recorded;
	g->nodes = nodes;
	chains_new(&g->recorded_by_job, q->session->c->n_jobs);
	for (int i = 0; i < recorded->n; i++)
		chain_add(&g->recorded_by_job, recorded->items[i].job_index, i);
	chains_new(&g->by_job, q->session->c->n_jobs);
	/* one more: pods on a node outside the session, see node_key */
	chains_new(&g->by_node, q->session->c->n_nodes + 1);
	g->whole = xcalloc((size_t)q->session->c->n_jobs, sizeof *g->whole);
	return g;
}

static int node_key(const struct search *q, const struct task *t)
{
	const struct cluster *c = q->session->c;
	const struct node *n = t->node ? t->node : map_get(&c->node_by_name, t->node_name);

	return n ? (int)(n - c->nodes) : c->n_nodes;
}

/* By name. The array of the session's nodes is in that order. */
static int compare_nodes(const void *a, const void *b)
{
	const struct task *l = *(struct task *const *)a, *r = *(struct task *const *)b;

	if (l->node && r->node)
		return (l->node > r->node) - (l->node < r->node);
	return str_cmp(l->node_name, r->node_name);
}

/* A task of the job on each node that holds any, whatever its status, by the nodes' names. */
static int one_per_node(struct search *q, const struct job *j, struct task ***tasks)
{
	int n = 0, distinct = 0;

	*tasks = ARENA_ARRAY(&q->arena, (size_t)j->n_tasks, struct task *);
	for (int i = 0; i < j->n_tasks; i++)
		if (j->tasks[i]->node_name.n)
			(*tasks)[n++] = j->tasks[i];
	qsort(*tasks, (size_t)n, sizeof **tasks, compare_nodes);
	for (int i = 0; i < n; i++)
		if (!i || compare_nodes(&(*tasks)[i], &(*tasks)[distinct - 1]) != 0)
			(*tasks)[distinct++] = (*tasks)[i];
	return distinct;
}

static bool on_node(const struct batch *b, struct str node)
{
	for (int i = 0; i < b->n; i++)
		if (str_eq(b->tasks[i]->node_name, node))
			return true;
	return false;
}

/* Adds the batches that came since the last state to the chains of their nodes and jobs. */
static void take_in(struct greedy *g, const struct proposal *base)
{
	const struct batches *b = &base->potential;

	for (; g->known < b->n; g->known++) {
		const struct batch *batch = &b->items[g->known];

		chain_add(&g->by_job, batch->job_index, g->known);
		for (int i = 0; i < batch->n; i++)
			chain_add(&g->by_node, node_key(g->q, batch->tasks[i]), g->known);
	}
}

static int count_of(const struct batches *b, const struct chains *c, int key)
{
	int n = 0;

	for (int i = c->first[key]; i >= 0; i = c->links[i].next)
		n += b->items[c->links[i].batch].n;
	return n;
}

static void append(struct batch *out, const struct batches *from, const struct chains *c, int key)
{
	for (int i = c->first[key]; i >= 0; i = c->links[i].next) {
		const struct batch *b = &from->items[c->links[i].batch];

		memcpy(out->tasks + out->n, b->tasks, (size_t)b->n * sizeof *out->tasks);
		out->n += b->n;
		out->hash += b->hash;
	}
}

/* Recorded batches first. */
static struct batch add_up(struct greedy *g, const struct proposal *base, const struct batch *of)
{
	struct batch out = {.job = of->job, .job_index = of->job_index};
	int n = count_of(&base->recorded, &g->recorded_by_job, out.job_index) +
		count_of(&base->potential, &g->by_job, out.job_index);

	out.tasks = ARENA_ARRAY(&g->q->arena, (size_t)n, struct task *);
	append(&out, &base->recorded, &g->recorded_by_job, out.job_index);
	append(&out, &base->potential, &g->by_job, out.job_index);
	return out;
}

/* Everything that was accumulated of the job of this batch. It is made again only if the job has
 * another potential batch: the recorded ones are the same in all states of a probe. */
static const struct batch *whole_of(
	struct greedy *g, const struct proposal *base, const struct batch *of)
{
	struct whole_job *w = &g->whole[of->job_index];
	int last = g->by_job.last[of->job_index] + 1;

	if (w->last != last)
		*w = (struct whole_job){add_up(g, base, of), last};
	return &w->batch;
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

/* Sorted job indexes of the batches, as a map key: each has all that was accumulated of its job, so
 * other jobs are other pods. */
static struct str victims_key(struct search *q, const struct batches *b)
{
	int *key = ARENA_ARRAY(&q->arena, (size_t)b->n, int);

	for (int i = 0; i < b->n; i++)
		key[i] = b->items[i].job_index;
	qsort(key, (size_t)b->n, sizeof *key, compare_ints);
	return (struct str){(const char *)key, (size_t)b->n * sizeof *key};
}

/* The same victims were there before. */
static bool is_repeated(struct search *q, struct map *seen, const struct batches *victims)
{
	struct map_entry *entry = map_put(seen, victims_key(q, victims), NULL);
	bool before = entry->value != NULL;

	entry->value = q;
	return before;
}

/* Whole jobs of which some batch is on the node of t. */
static struct batches victims_beside(
	struct greedy *g, const struct proposal *base, const struct task *t)
{
	struct batches out = {0};
	int key = node_key(g->q, t);

	for (int i = g->by_node.first[key]; i >= 0; i = g->by_node.links[i].next) {
		const struct batch *b = &base->potential.items[g->by_node.links[i].batch];

		if ((key < g->q->session->c->n_nodes || on_node(b, t->node_name)) &&
			!has_job(&out, b->job))
			batches_add(g->q, &out, *whole_of(g, base, b));
	}
	return out;
}

static void propose_by_node(struct greedy *g, const struct proposal *base)
{
	struct search *q = g->q;
	struct job *newest = base->potential.items[base->potential.n - 1].job;
	struct map seen = {0};
	struct task **on;
	int n = one_per_node(q, newest, &on);

	g->list = ARENA_ARRAY(&q->arena, (size_t)n, struct proposal);
	for (int i = 0; i < n; i++) {
		struct batches victims = victims_beside(g, base, on[i]);

		if (!victims.n || (n > 1 && is_repeated(q, &seen, &victims)))
			continue;
		g->list[g->n] = *base;
		g->list[g->n].potential = victims;
		if (!QUESTION(q, choice_fails) || !q->questions->choice_fails(q, &g->list[g->n]))
			g->n++;
	}
	map_free(&seen);
}

static void propose(struct greedy *g, const struct proposal *base)
{
	g->n = g->at = 0;
	if (base->potential.n) {
		take_in(g, base);
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

	if (!g->accumulator)
		g->accumulator = accumulator_new(
			g->q, g->preemptor, g->recorded, g->q->victims(g->q), g->nodes);
	while (g->at == g->n) {
		struct proposal *base = accumulator_next(g->accumulator, g->started);

		g->started = true;
		if (!base)
			return NULL;
		if (!QUESTION(g->q, state_fails) || !g->q->questions->state_fails(g->q, base))
			propose(g, base);
	}
	return &g->list[g->at++];
}

static void free_greedy(void *state)
{
	struct greedy *g = state;

	if (g->accumulator)
		accumulator_free(g->accumulator);
	chains_free(&g->recorded_by_job);
	chains_free(&g->by_job);
	chains_free(&g->by_node);
	free(g->whole);
}

const struct generator node_local_greedy = {"NodeLocalGreedy", build, next, free_greedy};
