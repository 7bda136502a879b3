/* The generator NodeLocalGreedy: proposes the victim jobs of one node at a time, for each node of
 * the newest victim's job (rules/04 8.2). */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "solvers/questions.h"

struct link {            /* of a chain of numbers of batches, ascending */
	int batch, next; /* next: -1: none */
};
struct chain {
	int first, last; /* links; -1: none */
};
struct chains {
	struct chain *of; /* by key */
	struct link *links;
	int n, cap;
};
struct whole_job { /* all that was accumulated of a job, as one batch */
	struct batch batch;
	int last; /* last link of its chain of by_job when it was made, plus 1; 0: it was not */
};
struct beside { /* whole jobs of which some batch is on one node */
	struct batches victims;
	int end; /* behind the last link of the node's chain that was looked at; 0: none was */
	bool outdated; /* one of the jobs has another batch since then */
	bool proposed; /* these victims were proposed: the search has tried them */
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
	struct beside *beside;   /* by key of by_node; as it was when the node was last asked for */
	/* A hash table of the victims that the present state has seen. n_seen: a power of two. */
	const struct batches **seen;
	int n_seen, cap_seen;
	struct proposal *list; /* proposals of the present state */
	int n, at, cap;
	struct task **on; /* the list of one_per_node */
	int cap_on;
};

static void chains_new(struct chains *c, int keys)
{
	size_t bytes = (size_t)keys * sizeof *c->of;

	c->of = memset(xmalloc(bytes), 0xff, bytes);
}

static void chains_free(struct chains *c)
{
	free(c->of);
	free(c->links);
}

/* The same batch under the same key again: no change. */
static void chain_add(struct chains *c, int key, int batch)
{
	struct chain *chain = &c->of[key];

	if (chain->last >= 0 && c->links[chain->last].batch == batch)
		return;
	ARRAY_GROW(c->links, c->n, c->cap);
	c->links[c->n] = (struct link){batch, -1};
	*(chain->last < 0 ? &chain->first : &c->links[chain->last].next) = c->n;
	chain->last = c->n++;
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
	/* one more: pods on a node outside the session, see victim_node */
	chains_new(&g->by_node, q->session->c->n_nodes + 1);
	g->whole = xcalloc((size_t)q->session->c->n_jobs, sizeof *g->whole);
	g->beside = xcalloc((size_t)q->session->c->n_nodes + 1, sizeof *g->beside);
	return g;
}

int victim_node(const struct search *q, const struct task *t)
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

/* The victims of the state on the node of this task are known to be of no use. */
static bool node_fails(struct search *q, const struct proposal *base, const struct task *t)
{
	int node = QUESTION(q, node_fails) ? victim_node(q, t) : q->session->c->n_nodes;

	return node < q->session->c->n_nodes && q->questions->node_fails(q, base, node);
}

/* Lists, in g->on, a task of the job on each node that holds any, whatever its status, by the
 * nodes' names; nodes that fail are left out. Returns their number. */
static int one_per_node(struct greedy *g, const struct proposal *base, const struct job *j)
{
	int n = 0, distinct = 0;

	ARRAY_RESERVE(g->on, j->n_tasks, g->cap_on);
	for (int i = 0; i < j->n_tasks; i++)
		if (j->tasks[i]->node_name.n && !node_fails(g->q, base, j->tasks[i]))
			g->on[n++] = j->tasks[i];
	if (n > 1)
		qsort(g->on, (size_t)n, sizeof *g->on, compare_nodes);
	for (int i = 0; i < n; i++)
		if (!i || compare_nodes(&g->on[i], &g->on[distinct - 1]) != 0)
			g->on[distinct++] = g->on[i];
	return distinct;
}

static bool on_node(const struct batch *b, struct str node)
{
	for (int i = 0; i < b->n; i++)
		if (str_eq(b->tasks[i]->node_name, node))
			return true;
	return false;
}

/* The job gets another batch: what is kept of the nodes of its earlier ones is out of date. */
static void outdate_nodes(struct greedy *g, const struct batches *b, int job)
{
	for (int i = g->by_job.of[job].first; i >= 0; i = g->by_job.links[i].next) {
		const struct batch *before = &b->items[g->by_job.links[i].batch];

		for (int k = 0; k < before->n; k++)
			g->beside[victim_node(g->q, before->tasks[k])].outdated = true;
	}
}

/* Adds the batches that came since the last state to the chains of their nodes and jobs. */
static void take_in(struct greedy *g, const struct proposal *base)
{
	const struct batches *b = &base->potential;

	for (; g->known < b->n; g->known++) {
		const struct batch *batch = &b->items[g->known];

		outdate_nodes(g, b, batch->job_index);
		chain_add(&g->by_job, batch->job_index, g->known);
		for (int i = 0; i < batch->n; i++)
			chain_add(&g->by_node, victim_node(g->q, batch->tasks[i]), g->known);
	}
}

static int count_of(const struct batches *b, const struct chains *c, int key)
{
	int n = 0;

	for (int i = c->of[key].first; i >= 0; i = c->links[i].next)
		n += b->items[c->links[i].batch].n;
	return n;
}

static void append(struct batch *out, const struct batches *from, const struct chains *c, int key)
{
	for (int i = c->of[key].first; i >= 0; i = c->links[i].next) {
		const struct batch *b = &from->items[c->links[i].batch];

		memcpy(out->tasks + out->n, b->tasks, (size_t)b->n * sizeof *out->tasks);
		out->n += b->n;
		digest_add(&out->digest, &b->digest);
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
	int last = g->by_job.of[of->job_index].last + 1;

	if (w->last != last)
		*w = (struct whole_job){add_up(g, base, of), last};
	return &w->batch;
}

/* Both have all that was accumulated of each of their jobs, so the same jobs are the same pods. */
static bool same_jobs(const struct batches *l, const struct batches *r)
{
	bool same = l->n == r->n && digest_equal(&l->digest, &r->digest);

	for (int i = 0; same && i < l->n; i++)
		same = batches_have_job(r, l->items[i].job);
	return same;
}

/* ---- what a state has seen ---- */

static void clear_seen(struct greedy *g, int n)
{
	g->n_seen = 1;
	while (g->n_seen < 2 * n)
		g->n_seen *= 2;
	ARRAY_RESERVE(g->seen, g->n_seen, g->cap_seen);
	memset(g->seen, 0, (size_t)g->n_seen * sizeof *g->seen);
}

/* The state has seen the same victims before; else it has now. */
static bool is_repeated(struct greedy *g, const struct batches *victims)
{
	for (uint64_t at = victims->digest.at[0];; at++) {
		const struct batches **seen = &g->seen[at & (uint64_t)(g->n_seen - 1)];

		if (*seen && same_jobs(*seen, victims))
			return true;
		if (!*seen) {
			*seen = victims;
			return false;
		}
	}
}

/* ---- victims ---- */

/* In place of the batch with this index, which is of the same job, or all zero. */
static void put_whole(struct beside *on, int i, const struct batch *whole)
{
	struct batches *out = &on->victims;

	on->proposed = false;
	out->n_tasks += whole->n - out->items[i].n;
	digest_add(&out->digest, &whole->digest);
	digest_subtract(&out->digest, &out->items[i].digest);
	out->items[i] = *whole;
}

/* Appends the job of this batch, unless it is there. */
static void add_whole(
	struct greedy *g, const struct proposal *base, struct beside *on, const struct batch *b)
{
	struct batches *victims = &on->victims;

	if (batches_have_job(victims, b->job))
		return;
	ARENA_GROW(&g->q->arena, victims->items, victims->n, victims->cap);
	put_whole(on, victims->n++, whole_of(g, base, b));
}

static void renew(struct greedy *g, const struct proposal *base, struct beside *on)
{
	for (int k = 0; k < on->victims.n; k++) {
		const struct batch *whole = whole_of(g, base, &on->victims.items[k]);

		if (whole->n != on->victims.items[k].n)
			put_whole(on, k, whole);
	}
	on->outdated = false;
}

/* Whole jobs of which some batch is on the node. */
static struct beside *victims_on(struct greedy *g, const struct proposal *base, int node)
{
	struct beside *on = &g->beside[node];
	int i = on->end ? g->by_node.links[on->end - 1].next : g->by_node.of[node].first;

	if (on->outdated)
		renew(g, base, on);
	for (; i >= 0; i = g->by_node.links[i].next) {
		add_whole(g, base, on, &base->potential.items[g->by_node.links[i].batch]);
		on->end = i + 1;
	}
	return on;
}

/* The same of a node outside the session. */
static struct beside *victims_outside(
	struct greedy *g, const struct proposal *base, struct str node)
{
	struct beside *on = ARENA_NEW(&g->q->arena, struct beside);

	for (int i = g->by_node.of[g->q->session->c->n_nodes].first; i >= 0;
		i = g->by_node.links[i].next) {
		const struct batch *b = &base->potential.items[g->by_node.links[i].batch];

		if (on_node(b, node))
			add_whole(g, base, on, b);
	}
	return on;
}

static struct beside *victims_beside(
	struct greedy *g, const struct proposal *base, const struct task *t)
{
	int key = victim_node(g->q, t);

	return key < g->q->session->c->n_nodes ? victims_on(g, base, key)
					       : victims_outside(g, base, t->node_name);
}

static void propose_by_node(struct greedy *g, const struct proposal *base)
{
	struct search *q = g->q;
	struct job *newest = base->potential.items[base->potential.n - 1].job;
	int n = one_per_node(g, base, newest);

	if (!n)
		return;
	take_in(g, base);
	ARRAY_RESERVE(g->list, n, g->cap);
	clear_seen(g, n);
	for (int i = 0; i < n; i++) {
		struct beside *beside = victims_beside(g, base, g->on[i]);
		struct proposal *p = &g->list[g->n];

		if (!beside->victims.n || (n > 1 && is_repeated(g, &beside->victims)))
			continue;
		*p = *base;
		p->potential = beside->victims;
		p->repeat = beside->proposed;
		if (QUESTION(q, choice_fails) && q->questions->choice_fails(q, p))
			continue;
		beside->proposed = true;
		g->n++;
	}
}

static void propose(struct greedy *g, const struct proposal *base)
{
	g->n = g->at = 0;
	if (base->potential.n) {
		propose_by_node(g, base);
	} else if (base->recorded.n) {
		ARRAY_RESERVE(g->list, 1, g->cap);
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
	free(g->beside);
	free(g->seen);
	free(g->on);
	free(g->list);
}

const struct generator node_local_greedy = {"NodeLocalGreedy", build, next, free_greedy};
