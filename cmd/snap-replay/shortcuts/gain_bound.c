/* The gain bound; see gain_bound.h. */
#include "shortcuts/gain_bound.h"

#include <math.h>
#include <stdlib.h>

#include "model/bits.h"

enum { RESOURCES = 3, AMOUNTS = 8 }; /* SLOT_CPU, SLOT_MEMORY, SLOT_GPU */
struct leaf {                        /* one with dry jobs */
	int first, n;                /* its jobs are those at positions first to first + n - 1 */
	int level;    /* the depth of R and E; of the preemptor's own leaf: deeper than any */
	bool at_risk; /* some scenario may have jobs of it that must return by this bound */
};
/* What was asked of one leaf, in one scenario. */
struct answers {
	double amounts[AMOUNTS][RESOURCES]; /* the first ones; others are not asked about */
	bool refused[AMOUNTS];
	int n;
};
struct gain_bound {
	const struct dry_run *r;
	struct leaf *leaves; /* the deepest level first */
	int n_leaves, n_at_risk;
	uint64_t *must; /* dry_input.must */
	double *spare;  /* dry_input.spare */
	/* By position, sets: what takes_spare says, where it is known. */
	uint64_t *known, *takes;
};

struct gain_bound *gain_bound_new(struct search *q, const struct dry_run *r)
{
	struct gain_bound *g = ARENA_NEW(&q->arena, struct gain_bound);
	size_t blocks = (size_t)r->blocks;

	g->r = r;
	g->leaves = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, struct leaf);
	g->must = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->known = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->takes = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->spare = ARENA_ARRAY(&q->arena, (size_t)q->session->c->slots.count, double);
	return g;
}

/* ---- what is read once for a preemptor ---- */

/* The depth at which the way down to q leaves the one to mine. */
static int level_of(const struct queue *q, const struct queue *mine)
{
	if (q == mine)
		return mine->depth + 1;
	while (mine->depth > q->depth)
		mine = mine->parent;
	while (q->depth > mine->depth)
		q = q->parent;
	for (; q->parent != mine->parent; q = q->parent)
		mine = mine->parent;
	return q->depth;
}

static bool refuses(struct search *q, const struct dry_run *r, struct job *victim,
	const double *loss, const double *below)
{
	return q->refuses_gain(q, r->in_walk[r->preemptor_position].job, victim,
		&(struct gain_losses){loss, below});
}

static void add_leaf(struct gain_bound *g, struct search *q, int position)
{
	static const double nothing[RESOURCES], all[RESOURCES] = {INFINITY, INFINITY, INFINITY};
	const struct dry_run *r = g->r;
	const struct queue *mine = r->jobs[r->preemptor_position].queue;
	struct leaf *l = &g->leaves[g->n_leaves++];
	struct job *j = r->jobs[position].job;

	*l = (struct leaf){.first = position, .level = level_of(j->queue, mine)};
	l->at_risk = refuses(q, r, j, all, nothing);
	g->n_at_risk += l->at_risk;
}

static int by_level(const void *a, const void *b)
{
	const struct leaf *l = a, *r = b;

	return l->level != r->level ? (l->level < r->level) - (l->level > r->level)
				    : (l->first > r->first) - (l->first < r->first);
}

void gain_bound_prepare(struct gain_bound *g, struct search *q)
{
	const struct dry_run *r = g->r;
	const struct queue *last = NULL;

	g->n_leaves = g->n_at_risk = 0;
	if (!r->possible || !q->refuses_gain)
		return;
	for (int i = 0; i < r->n_jobs; i++) {
		if (i == r->preemptor_position || !r->jobs[i].n)
			continue;
		if (r->jobs[i].queue != last)
			add_leaf(g, q, i);
		last = r->jobs[i].queue;
		g->leaves[g->n_leaves - 1].n = i + 1 - g->leaves[g->n_leaves - 1].first;
	}
	qsort(g->leaves, (size_t)g->n_leaves, sizeof *g->leaves, by_level);
	memset(g->known, 0, (size_t)r->blocks * sizeof *g->known);
	memset(g->takes, 0, (size_t)r->blocks * sizeof *g->takes);
}

/* ---- what must return ---- */

/* The answer for a job of the leaf that loses this much. */
static bool is_refused(struct search *q, const struct dry_run *r, const struct dry_job *j,
	const double *below, struct answers *a)
{
	static const double nothing[RESOURCES];
	const double *loss = j->accepted ? j->amount : nothing;
	int i = 0;

	while (i < a->n && memcmp(a->amounts[i], loss, sizeof a->amounts[i]) != 0)
		i++;
	if (i == AMOUNTS)
		return false;
	if (i == a->n) {
		memcpy(a->amounts[i], loss, sizeof a->amounts[i]);
		a->refused[i] = refuses(q, r, j->job, loss, below);
		a->n++;
	}
	return a->refused[i];
}

/* Adds jobs of the leaf to must, and what the others hold that may be lost to *lost. below: what
 * deeper levels may lose. True: something must. */
static bool judge_leaf(struct gain_bound *g, struct search *q, const struct leaf *l,
	const uint64_t *chosen, const double *below, double *lost)
{
	struct answers a = {.n = 0};
	int end = l->first + l->n;
	bool some = false;

	for (int i = bit_next(chosen, l->first, end); i < end; i = bit_next(chosen, i + 1, end)) {
		const struct dry_job *j = &g->r->jobs[i];

		if (j->must_return == RETURN_REQUIRED)
			continue;
		if (l->at_risk && is_refused(q, g->r, j, below, &a)) {
			bit_set(g->must, i);
			some = true;
			continue;
		}
		for (int k = 0; k < RESOURCES; k++)
			lost[k] += j->amount[k];
	}
	return some;
}

static bool judge_leaves(struct gain_bound *g, struct search *q, const uint64_t *chosen)
{
	double below[RESOURCES] = {0}, lost[RESOURCES] = {0};
	bool some = false;

	memset(g->must, 0, (size_t)g->r->blocks * sizeof *g->must);
	for (int i = 0; i < g->n_leaves; i++) {
		if (i && g->leaves[i].level != g->leaves[i - 1].level)
			memcpy(below, lost, sizeof below);
		some |= judge_leaf(g, q, &g->leaves[i], chosen, below, lost);
	}
	return some;
}

/* ---- the room that this takes ---- */

/* What the job requests, it takes of the spare room when it returns. */
static bool takes_spare(struct gain_bound *g, const struct dry_input *in, int position)
{
	if (!bit_is_set(g->known, position)) {
		bit_set(g->known, position);
		if (dry_job_takes_spare(g->r, &g->r->jobs[position], in->usable))
			bit_set(g->takes, position);
	}
	return bit_is_set(g->takes, position);
}

static void take(struct gain_bound *g, const struct dry_input *in, const struct dry_job *j)
{
	for (int k = 0; k < in->n_slots; k++)
		if (in->slots[k] < RESOURCES)
			g->spare[k] -= j->amount[in->slots[k]];
}

static bool is_negative(const double *amounts, int n)
{
	for (int i = 0; i < n; i++)
		if (amounts[i] < 0)
			return true;
	return false;
}

bool gain_bound_refutes(struct gain_bound *g, struct search *q, struct dry_input *in)
{
	if (!g->n_at_risk || !judge_leaves(g, q, in->chosen))
		return false;
	memcpy(g->spare, in->spare, (size_t)in->n_slots * sizeof *g->spare);
	for (int w = 0; w < g->r->blocks; w++)
		for (uint64_t left = g->must[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (takes_spare(g, in, i))
				take(g, in, &g->r->jobs[i]);
		}
	in->must = g->must;
	in->spare = g->spare;
	return is_negative(g->spare, in->n_slots);
}
