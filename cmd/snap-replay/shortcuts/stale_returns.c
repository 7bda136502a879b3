#include "shortcuts/stale_returns.h"

#include "common/grow.h"
#include "model/bits.h"

struct stale_returns {
	const struct dry_run *r;
	/* Sets of positions: dry_job_is_stale; what stays_within says, where it is known. */
	uint64_t *stale, *known, *within;
	uint64_t *must; /* dry_input.stale */
	/* Scratch, by column. */
	double *spare, *least;
};

struct stale_returns *stale_returns_new(struct search *q, const struct dry_run *r)
{
	struct stale_returns *s = ARENA_NEW(&q->arena, struct stale_returns);
	size_t blocks = (size_t)r->blocks, slots = (size_t)q->session->c->slots.count;

	s->r = r;
	s->stale = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	s->known = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	s->within = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	s->must = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	s->spare = ARENA_ARRAY(&q->arena, slots, double);
	s->least = ARENA_ARRAY(&q->arena, slots, double);
	return s;
}

void stale_returns_prepare(struct stale_returns *s)
{
	const struct dry_run *r = s->r;
	size_t bytes = (size_t)r->blocks * sizeof *s->stale;

	memset(s->stale, 0, bytes);
	memset(s->known, 0, bytes);
	memset(s->within, 0, bytes);
	for (int i = dry_run_next(r, 0); i < r->n_jobs; i = dry_run_next(r, i + 1))
		if (dry_job_is_stale(r, &r->jobs[i]))
			bit_set(s->stale, i);
}

/* ---- before the dry run ---- */

/* Finds out of these positions, which are in one block, which dry_job_stays_within. It is asked
 * once: usable nodes only become more. */
static void learn_within(struct stale_returns *s, const uint64_t *usable, int block, uint64_t some)
{
	for (uint64_t left = some; left; left &= left - 1) {
		int i = block * 64 + __builtin_ctzll(left);

		if (dry_job_stays_within(s->r, &s->r->jobs[i], usable))
			bit_set(s->within, i);
	}
	s->known[block] |= some;
}

/* Sets in->stale. */
static void find_must(struct stale_returns *s, struct dry_input *in)
{
	in->stale = NULL;
	for (int w = 0; w < s->r->blocks; w++) {
		uint64_t some = in->chosen[w] & s->stale[w] & dry_must_return_block(s->r, in, w);

		if (some & ~s->known[w])
			learn_within(s, in->usable, w, some & ~s->known[w]);
		s->must[w] = some & s->within[w];
		if (s->must[w])
			in->stale = s->must;
	}
}

/* Subtracts the request. False: too little is left to spare. */
static bool take(double *spare, const double *request, const struct dry_input *in)
{
	bool enough = true;

	for (int k = 0; k < in->n_slots; k++) {
		spare[k] -= request[in->slots[k]];
		enough &= spare[k] >= 0;
	}
	return enough;
}

/* The bookings by which the pod, or another one of its clique, may go home; NULL: nothing is left
 * out for it. A job that gain_bound.h makes return is not counted by cliques (stale_gangs.h). */
static const struct stale_booking *ways_of(const struct dry_job *j, const struct dry_pod *pod)
{
	return j->must_return == RETURN_REQUIRED ? pod->ways : pod->stale;
}

/* Subtracts what the job's pods request that cannot go home. False: too little is left to spare. */
static bool take_job(struct stale_returns *s, const struct bounds *f,
	const struct probe_nodes *nodes, const struct dry_input *in, const struct dry_job *j)
{
	bool enough = true;

	for (int i = j->first; i < j->first + j->n && enough; i++) {
		const struct dry_pod *pod = &s->r->pods[i];
		const double *request = node_ledger_request(s->r->lane->nodes, pod->class);

		for (int k = 0; k < in->n_slots; k++)
			s->least[k] = request[in->slots[k]];
		if (ways_of(j, pod) && !bounds_may_go_home(f, nodes, ways_of(j, pod), s->least))
			enough = take(s->spare, request, in);
	}
	return enough;
}

bool stale_returns_refute(struct stale_returns *s, const struct bounds *f,
	const struct probe_nodes *nodes, struct dry_input *in)
{
	bool enough = true;

	find_must(s, in);
	/* Without must, lacks_capacity (bounds.c) has found the same sum. */
	if (!in->stale || !in->must)
		return false;
	memcpy(s->spare, in->spare, (size_t)in->n_slots * sizeof *s->spare);
	for (int w = 0; w < s->r->blocks; w++)
		for (uint64_t left = s->must[w]; left && enough; left &= left - 1)
			enough = take_job(
				s, f, nodes, in, &s->r->jobs[w * 64 + __builtin_ctzll(left)]);
	return !enough;
}

/* ---- while it lasts ---- */

static void add_returns(struct dry_lane *l, int position)
{
	const struct dry_job *j = &l->r->jobs[position];

	for (int i = j->first; i < j->first + j->n; i++) {
		const struct dry_pod *pod = &l->r->pods[i];
		const struct stale_booking *ways = ways_of(j, pod);

		if (!ways)
			continue;
		ARRAY_GROW(l->returns, l->n_returns, l->cap_returns);
		l->returns[l->n_returns++] = (struct stale_return){position, pod->class, *ways};
	}
}

void stale_returns_begin(struct dry_lane *l, const struct dry_input *in)
{
	l->n_returns = 0;
	for (int w = 0; w < l->r->blocks && in->stale; w++)
		for (uint64_t left = in->stale[w]; left; left &= left - 1)
			add_returns(l, w * 64 + __builtin_ctzll(left));
	if (l->n_returns)
		memset(l->popped, 0, (size_t)l->r->blocks * sizeof *l->popped);
}

static bool may_go_home(const struct dry_lane *l, const struct stale_return *pod)
{
	for (const struct stale_booking *b = &pod->booking; b; b = b->next)
		if (bit_is_set(l->node_set, b->node) &&
			node_ledger_holds(l->nodes, pod->class, b->node))
			return true;
	return false;
}

bool stale_returns_lack_room(struct dry_lane *l, const struct dry_input *in)
{
	bool enough = true;

	memcpy(l->left, l->spare, (size_t)in->n_slots * sizeof *l->left);
	for (int i = 0; i < l->n_returns && enough;) {
		const struct stale_return *pod = &l->returns[i];

		if (bit_is_set(l->popped, pod->position)) {
			l->returns[i] = l->returns[--l->n_returns];
			continue;
		}
		if (!may_go_home(l, pod))
			enough = take(l->left, node_ledger_request(l->nodes, pod->class), in);
		i++;
	}
	return !enough;
}
