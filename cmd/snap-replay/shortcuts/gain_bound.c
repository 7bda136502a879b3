/* The gain bound; see gain_bound.h. */
#include "shortcuts/gain_bound.h"

#include <math.h>

#include "common/grow.h"
#include "model/bits.h"

/* RESOURCES: SLOT_CPU, SLOT_MEMORY, SLOT_GPU. LEVELS_MOST: in deeper trees nothing is known.
 * OF_A_LEAF: of one leaf's kinds, at most so many are risky; jobs of others count as if they may be
 * lost. */
enum { RESOURCES = 3, OF_A_LEAF = 32, LEVELS_MOST = 64 };
/* Risky jobs of one leaf of which each would lose the same. */
struct risky_kind {
	const struct dry_job *sample; /* one of them */
	int level;                    /* gain_bound.levels */
	/* Of the present scenario: */
	int n;        /* how many of its victims' jobs are of this kind, and not RETURN_REQUIRED */
	bool refused; /* they must return by this bound */
	int n_spare;  /* if so: of how many of them takes_spare is true */
};
struct gain_bound {
	const struct dry_run *r;
	unsigned char *levels;    /* by position: level_of the job's queue */
	uint64_t *risky;          /* the set of positions that some scenario may add to must */
	struct risky_kind *kinds; /* of these, leaf by leaf */
	int n_kinds, cap_kinds;
	int *kind;    /* by position: the index of its kind, if it is risky */
	int *present; /* the indexes of kinds with n > 0 */
	int n_present, cap_present;
	uint64_t *must; /* dry_input.must */
	double *spare;  /* dry_input.spare */
	/* By position, sets: what takes_spare says, where it is known. */
	uint64_t *known, *takes;
};

struct gain_bound *gain_bound_new(struct search *q, const struct dry_run *r)
{
	struct gain_bound *g = ARENA_NEW(&q->arena, struct gain_bound);
	size_t blocks = (size_t)r->blocks, jobs = (size_t)q->session->c->n_jobs;

	g->r = r;
	g->levels = ARENA_ARRAY(&q->arena, jobs, unsigned char);
	g->risky = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	g->kind = ARENA_ARRAY(&q->arena, jobs, int);
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

/* What the validators see of it. */
static const double *loss_of(const struct dry_job *j)
{
	static const double nothing[RESOURCES];

	return j->accepted ? j->amount : nothing;
}

static bool are_of_a_kind(const struct dry_job *a, const struct dry_job *b)
{
	return a->accepted == b->accepted && !memcmp(a->amount, b->amount, sizeof a->amount);
}

/* The kind of the job out of those from `first` on, which are of its leaf; -1: they are too many.
 */
static int find_kind(
	struct gain_bound *g, struct search *q, const struct dry_job *j, int level, int first)
{
	int k = first;

	while (k < g->n_kinds && !are_of_a_kind(g->kinds[k].sample, j))
		k++;
	if (k < g->n_kinds)
		return k;
	if (k == first + OF_A_LEAF)
		return -1;
	ARENA_GROW(&q->arena, g->kinds, g->n_kinds, g->cap_kinds);
	g->kinds[g->n_kinds++] = (struct risky_kind){.sample = j, .level = level};
	return k;
}

static void read_leaf(struct gain_bound *g, struct search *q, int from, int to, int level)
{
	const struct dry_run *r = g->r;
	int first = g->n_kinds;
	bool risky = is_risky(q, r, r->jobs[from].job);

	for (int i = from; i < to; i = dry_run_next(r, i + 1)) {
		g->levels[i] = (unsigned char)level;
		if (risky && (g->kind[i] = find_kind(g, q, &r->jobs[i], level, first)) >= 0)
			bit_set(g->risky, i);
	}
}

void gain_bound_prepare(struct gain_bound *g, struct search *q)
{
	const struct dry_run *r = g->r;
	const struct queue *mine = r->jobs[r->preemptor_position].queue;
	size_t bytes = (size_t)r->blocks * sizeof *g->known;

	g->n_kinds = g->n_present = 0;
	if (!r->possible || !q->refuses_gain || mine->depth + 1 >= LEVELS_MOST)
		return;
	memset(g->risky, 0, bytes);
	memset(g->known, 0, bytes);
	memset(g->takes, 0, bytes);
	for (int i = dry_run_next(r, 0), end; i < r->n_jobs; i = end) {
		const struct queue *leaf = r->jobs[i].queue;

		for (end = i; end < r->n_jobs && r->jobs[end].queue == leaf;)
			end = dry_run_next(r, end + 1);
		read_leaf(g, q, i, end, level_of(leaf, mine));
	}
}

/* ---- what must return ---- */

struct losses { /* by level: what victims there hold that may be lost */
	double at[LEVELS_MOST][RESOURCES];
	uint64_t risky; /* the set of levels that have risky ones */
};

static void add(double *sum, const double *amount, int times)
{
	for (int i = 0; i < RESOURCES; i++)
		sum[i] += times * amount[i];
}

static void count_risky(struct gain_bound *g, struct search *q, int kind, struct losses *l)
{
	struct risky_kind *k = &g->kinds[kind];

	if (k->n++)
		return;
	ARENA_GROW(&q->arena, g->present, g->n_present, g->cap_present);
	g->present[g->n_present++] = kind;
	l->risky |= UINT64_C(1) << k->level;
}

/* Adds up those of all victims but the risky ones, and counts these by kind. */
static void count_victims(
	struct gain_bound *g, struct search *q, const uint64_t *chosen, struct losses *l)
{
	while (g->n_present)
		g->kinds[g->present[--g->n_present]].n = 0;
	for (int w = 0; w < g->r->blocks; w++) {
		uint64_t open = chosen[w] & ~g->r->required[w], left;

		for (left = open & ~g->risky[w]; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);

			add(l->at[g->levels[i]], g->r->jobs[i].amount, 1);
		}
		for (left = open & g->risky[w]; left; left &= left - 1)
			count_risky(g, q, g->kind[w * 64 + __builtin_ctzll(left)], l);
	}
}

/* Decides on the kinds of the level. below: the losses of deeper levels. True: some are refused. */
static bool judge_level(
	struct gain_bound *g, struct search *q, int level, const double *below, struct losses *l)
{
	bool some = false;

	for (int i = 0; i < g->n_present; i++) {
		struct risky_kind *k = &g->kinds[g->present[i]];

		if (k->level != level)
			continue;
		k->refused = refuses(q, g->r, k->sample->job, loss_of(k->sample), below);
		some |= k->refused;
		if (!k->refused)
			add(l->at[level], k->sample->amount, k->n);
	}
	return some;
}

/* True: some victims must return. */
static bool judge(struct gain_bound *g, struct search *q, const uint64_t *chosen)
{
	double below[RESOURCES] = {0};
	struct losses l = {0};
	bool some = false;

	count_victims(g, q, chosen, &l);
	for (int level = LEVELS_MOST - 1; level >= 0 && l.risky; level--) {
		if (l.risky >> level & 1)
			some |= judge_level(g, q, level, below, &l);
		add(below, l.at[level], 1);
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

/* Sets must, and counts those of it that take spare room. */
static void set_must(struct gain_bound *g, const struct dry_input *in)
{
	for (int i = 0; i < g->n_present; i++)
		g->kinds[g->present[i]].n_spare = 0;
	for (int w = 0; w < g->r->blocks; w++) {
		uint64_t left = in->chosen[w] & ~g->r->required[w] & g->risky[w];

		g->must[w] = 0;
		for (; left; left &= left - 1) {
			int i = w * 64 + __builtin_ctzll(left);
			struct risky_kind *k = &g->kinds[g->kind[i]];

			if (!k->refused)
				continue;
			g->must[w] |= left & -left;
			k->n_spare += takes_spare(g, in, i);
		}
	}
}

/* spare, less what those that must return request of it. */
static void set_spare(struct gain_bound *g, const struct dry_input *in)
{
	double taken[RESOURCES] = {0};

	for (int i = 0; i < g->n_present; i++) {
		const struct risky_kind *k = &g->kinds[g->present[i]];

		if (k->refused)
			add(taken, k->sample->amount, k->n_spare);
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
	if (!g->n_kinds || !judge(g, q, in->chosen))
		return false;
	set_must(g, in);
	set_spare(g, in);
	in->must = g->must;
	in->spare = g->spare;
	return is_negative(g->spare, in->n_slots);
}
