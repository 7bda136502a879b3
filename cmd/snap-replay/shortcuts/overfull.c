#include "shortcuts/overfull.h"

#include "model/bits.h"

enum { RESOURCES = 3, EXCESSES = 64 }; /* of queues: SLOT_CPU, SLOT_MEMORY, SLOT_GPU */
struct excess {                        /* of an overfull queue, beyond its limit */
	int slot;
	double amount;
};
/* A set of excesses has a bit for each index. */
struct overfull {
	const struct dry_run *r;
	struct excess excesses[EXCESSES]; /* the first ones; others are not looked at */
	int n;
	uint64_t of_preemptor; /* the set of those to which the preemptor's unit adds */
	uint64_t *of_queue;    /* by queue index: the set of its own */
	uint64_t *above;       /* by position: the set of all queues above the job */
	uint64_t *jobs;        /* the set of positions where that is not empty */
};

struct overfull *overfull_new(struct search *q, const struct dry_run *r)
{
	struct overfull *o = ARENA_NEW(&q->arena, struct overfull);

	o->r = r;
	o->of_queue = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, uint64_t);
	o->above = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_jobs, uint64_t);
	o->jobs = ARENA_ARRAY(&q->arena, (size_t)r->blocks, uint64_t);
	return o;
}

/* ---- what is read once for a preemptor ---- */

static bool is_above(const struct queue *above, const struct queue *q)
{
	while (q && q != above)
		q = q->parent;
	return q != NULL;
}

static void read_queue(struct overfull *o, const struct session *s, const struct queue *q)
{
	const struct dry_job *mine = &o->r->jobs[o->r->preemptor_position];
	bool takes = is_above(q, mine->queue);
	struct queue_figures g;

	o->of_queue[q->index] = 0;
	if (!session_queue_figures(s, q, &g))
		return;
	for (int i = 0; i < RESOURCES && o->n < EXCESSES; i++) {
		double unit = takes ? mine->amount[i] : 0,
		       excess = g.allocated[i] + unit - g.limit[i];

		if (g.limit[i] == -1 || excess <= 0)
			continue;
		o->of_queue[q->index] |= UINT64_C(1) << o->n;
		if (unit > 0)
			o->of_preemptor |= UINT64_C(1) << o->n;
		o->excesses[o->n++] = (struct excess){i, excess};
	}
}

static uint64_t excesses_above(const struct overfull *o, const struct queue *q)
{
	uint64_t set = 0;

	for (; q; q = q->parent)
		set |= o->of_queue[q->index];
	return set;
}

void overfull_prepare(struct overfull *o, const struct search *q)
{
	const struct dry_run *r = o->r;
	const struct cluster *c = q->session->c;

	o->n = 0;
	o->of_preemptor = 0;
	memset(o->jobs, 0, (size_t)r->blocks * sizeof *o->jobs);
	if (!r->possible)
		return;
	for (int i = 0; i < c->n_queues; i++)
		read_queue(o, q->session, c->queues[i]);
	for (int i = dry_run_next(r, 0); i < r->n_jobs && o->n; i = dry_run_next(r, i + 1)) {
		o->above[i] = excesses_above(o, r->jobs[i].queue);
		if (o->above[i])
			bit_set(o->jobs, i);
	}
}

/* ---- one scenario ---- */

struct tally {
	double lost[EXCESSES]; /* by excess: what need not return */
	uint64_t must;         /* the set of those where something must */
};

static void count(const struct overfull *o, int position, struct tally *t)
{
	const struct dry_job *j = &o->r->jobs[position];

	for (uint64_t left = o->above[position]; left; left &= left - 1) {
		int i = __builtin_ctzll(left);
		double amount = j->amount[o->excesses[i].slot];

		if (j->must_return != RETURN_REQUIRED)
			t->lost[i] += amount;
		else if (amount > 0)
			t->must |= UINT64_C(1) << i;
	}
}

bool overfull_refutes(const struct overfull *o, const uint64_t *chosen)
{
	struct tally t = {.must = o->of_preemptor};

	for (int w = 0; w < o->r->blocks && o->n; w++)
		for (uint64_t left = chosen[w] & o->jobs[w]; left; left &= left - 1)
			count(o, w * 64 + __builtin_ctzll(left), &t);
	for (uint64_t left = t.must; left; left &= left - 1) {
		int i = __builtin_ctzll(left);

		if (t.lost[i] < o->excesses[i].amount)
			return true;
	}
	return false;
}
