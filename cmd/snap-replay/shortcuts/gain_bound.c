/* The gain bound; see gain_bound.h. */
#include "shortcuts/gain_bound.h"

#include <math.h>

#include "model/bits.h"

/* RESOURCES: SLOT_CPU, SLOT_MEMORY, SLOT_GPU. LEVELS_MOST: in deeper trees nothing is known. */
enum { RESOURCES = 3, AMOUNTS = 8, LEVELS_MOST = 64 };
/* What was asked of one leaf, in one scenario. */
struct answers {
	const struct queue *leaf;
	double amounts[AMOUNTS][RESOURCES]; /* the first ones; others are not asked about */
	bool refused[AMOUNTS];
	int n;
};
struct gain_bound {
	const struct dry_run *r;
	unsigned char *levels; /* by position: level_of the job's queue */
	uint64_t *risky;       /* the set of positions that some scenario may add to must */
	bool some_risky;
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
	g->levels = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs, unsigned char);
	g->risky = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->must = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->known = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->takes = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->spare = ARENA_ARRAY(&q->arena, (size_t)q->session->c->slots.count, double);
	return g;
}

/* ---- what is read once for a preemptor ---- */

/* The depth of R and E; of the preemptor's own leaf: deeper than any other. */
static int level_of(const struct queue *q, const struct queue *mine)
{
	if (q == mine)
		return mine->depth + 1;
	queues_level(&q, &mine);
	return q->depth;
}

static bool refuses(struct search *q, const struct dry_run *r, struct job *victim,
	const double *loss, const double *below)
{
	return q->refuses_gain(q, r->in_walk[r->preemptor_position].job, victim,
		&(struct gain_losses){loss, below});
}

/* Some scenario may have jobs of the victim's queue that must return by this bound. */
static bool is_risky(struct search *q, const struct dry_run *r, struct job *victim)
{
	static const double nothing[RESOURCES], all[RESOURCES] = {INFINITY, INFINITY, INFINITY};

	return refuses(q, r, victim, all, nothing);
}

void gain_bound_prepare(struct gain_bound *g, struct search *q)
{
	const struct dry_run *r = g->r;
	const struct queue *mine = r->jobs[r->preemptor_position].queue, *last = NULL;
	size_t bytes = (size_t)r->blocks * sizeof *g->known;
	bool risky = false;
	int level = 0;

	g->some_risky = false;
	if (!r->possible || !q->refuses_gain || mine->depth + 1 >= LEVELS_MOST)
		return;
	memset(g->risky, 0, bytes);
	memset(g->known, 0, bytes);
	memset(g->takes, 0, bytes);
	for (int i = dry_run_next(r, 0); i < r->n_jobs; i = dry_run_next(r, i + 1)) {
		if (r->jobs[i].queue != last) {
			last = r->jobs[i].queue;
			level = level_of(last, mine);
			risky = is_risky(q, r, r->jobs[i].job);
		}
		g->levels[i] = (unsigned char)level;
		if (risky)
			bit_set(g->risky, i);
		g->some_risky |= risky;
	}
}

/* ---- what must return ---- */

/* The answer for a job that loses all its pods. */
static bool is_refused(struct search *q, const struct dry_run *r, const struct dry_job *j,
	const double *below, struct answers *a)
{
	static const double nothing[RESOURCES];
	const double *loss = j->accepted ? j->amount : nothing;
	int i = 0;

	if (a->leaf != j->queue)
		*a = (struct answers){.leaf = j->queue};
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

struct losses { /* by level: what victims there hold that may be lost */
	double at[LEVELS_MOST][RESOURCES];
	uint64_t risky; /* the set of levels that have risky ones */
};

static void add(double *sum, const double *amount)
{
	for (int i = 0; i < RESOURCES; i++)
		sum[i] += amount[i];
}

/* Those of all victims but the risky ones. */
static void add_certain(const struct gain_bound *g, const uint64_t *chosen, struct losses *l)
{
	for (int w = 0; w < g->r->blocks; w++)
		for (uint64_t left = chosen[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (g->r->jobs[i].must_return == RETURN_REQUIRED)
				continue;
			if (bit_is_set(g->risky, i))
				l->risky |= UINT64_C(1) << g->levels[i];
			else
				add(l->at[g->levels[i]], g->r->jobs[i].amount);
		}
}

/* Adds risky victims of the level to must, or to the losses there. below: those of deeper levels.
 * True: some must return. */
static bool judge_level(struct gain_bound *g, struct search *q, const uint64_t *chosen, int level,
	const double *below, struct losses *l)
{
	struct answers a = {0};
	bool some = false;

	for (int w = 0; w < g->r->blocks; w++)
		for (uint64_t left = chosen[w] & g->risky[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);
			const struct dry_job *j = &g->r->jobs[i];

			if (g->levels[i] != level || j->must_return == RETURN_REQUIRED)
				continue;
			if (is_refused(q, g->r, j, below, &a)) {
				bit_set(g->must, i);
				some = true;
			} else {
				add(l->at[level], j->amount);
			}
		}
	return some;
}

/* True: some victims must return. */
static bool judge(struct gain_bound *g, struct search *q, const uint64_t *chosen)
{
	double below[RESOURCES] = {0};
	struct losses l = {0};
	bool some = false;

	add_certain(g, chosen, &l);
	if (!l.risky)
		return false;
	memset(g->must, 0, (size_t)g->r->blocks * sizeof *g->must);
	for (int level = LEVELS_MOST - 1; level >= 0; level--) {
		if (l.risky >> level & 1)
			some |= judge_level(g, q, chosen, level, below, &l);
		add(below, l.at[level]);
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

/* spare, less what those that must return request of it. */
static void set_spare(struct gain_bound *g, const struct dry_input *in)
{
	double taken[RESOURCES] = {0};

	for (int w = 0; w < g->r->blocks; w++)
		for (uint64_t left = g->must[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			if (takes_spare(g, in, i))
				add(taken, g->r->jobs[i].amount);
		}
	for (int k = 0; k < in->n_slots; k++)
		g->spare[k] = in->spare[k] - (in->slots[k] < RESOURCES ? taken[in->slots[k]] : 0);
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
	if (!g->some_risky || !judge(g, q, in->chosen))
		return false;
	set_spare(g, in);
	in->must = g->must;
	in->spare = g->spare;
	return is_negative(g->spare, in->n_slots);
}
