/* Which batches are kin; see kin.h. */
#include "shortcuts/kin.h"

#include "common/grow.h"
#include "model/bits.h"
#include "session/units.h"
#include "shortcuts/bounds_private.h"
#include "solvers/searches.h"

enum { KIN_RECORDED = -1 }; /* in kin.first: a recorded victim is of this pod set */

struct bounds *kin_bounds(struct search *q, const struct proposal *state)
{
	struct bounds *f;

	if (q->session->searches->budget.mode != BUDGET_OFF)
		return NULL;
	f = bounds_begin(q, state->preemptor, state->pending);
	return f && f->reversible_preemptor && reversible_recorded(&state->recorded) ? f : NULL;
}

bool kin_begin(struct kin *k, struct search *q, const struct proposal *state)
{
	k->bounds = kin_bounds(q, state);
	return k->bounds && k->unread;
}

/* The pod set of a pod that must return, if it is above its minimum; -1: none. */
static int set_of(struct bounds *f, struct search *q, const struct task *t)
{
	return bounds_loss_fails(q, f, t) ? bounds_elastic_set(f, t) : -1;
}

static void add_recorded(struct kin *k, struct search *q, const struct batch *b)
{
	for (int i = 0; i < b->n; i++) {
		int set = set_of(k->bounds, q, b->tasks[i]);

		k->unsafe |= !bounds_leaves_nothing(k->bounds, b->tasks[i]);
		bit_set(k->recorded, b->tasks[i]->index);
		if (set >= 0)
			k->first[set] = KIN_RECORDED;
	}
}

void kin_clear(struct kin *k, struct search *q, const struct proposal *state)
{
	size_t tasks = (size_t)q->session->c->n_tasks,
	       blocks = (size_t)bit_blocks(q->session->c->n_tasks);

	k->n_stale = 0;
	k->unread = k->unsafe = false;
	if (!k->bounds)
		return;
	if (!k->first) {
		k->first = ARENA_ARRAY(&q->arena, tasks, int);
		k->recorded = ARENA_ARRAY(&q->arena, blocks, uint64_t);
	}
	memset(k->first, 0, tasks * sizeof *k->first);
	memset(k->recorded, 0, blocks * sizeof *k->recorded);
	for (int i = 0; i < state->recorded.n; i++)
		add_recorded(k, q, &state->recorded.items[i]);
}

/* Makes the batch one of the pod set's kin, or refuses it. A batch is of one kin at most. */
static void join(struct kin *k, struct prefix_batch *b, int set, int number)
{
	int first = k->first[set];

	b->refused |= first == KIN_RECORDED || first == number + 1;
	if (b->refused || b->kin >= 0)
		return;
	if (!first)
		k->first[set] = number + 1;
	b->kin = k->first[set] - 1;
}

static void judge(
	struct kin *k, struct search *q, const struct task *t, struct prefix_batch *b, int number)
{
	int set = set_of(k->bounds, q, t);

	k->unsafe |= !bounds_leaves_nothing(k->bounds, t) || bit_is_set(k->recorded, t->index);
	b->refused |= t->pod_set && bounds_fate(q, k->bounds, t->job) == UNTOUCHABLE;
	if (set >= 0)
		join(k, b, set, number);
}

struct prefix_batch kin_add(struct kin *k, struct search *q, const struct batch *b, int number)
{
	struct prefix_batch out = {.kin = -1};

	k->unread |= !k->bounds;
	if (!k->bounds || k->unread)
		return out;
	for (int i = 0; i < b->n; i++)
		judge(k, q, b->tasks[i], &out, number);
	if (session_unit_at_is_stale(q->session, b->job, b->job_index)) {
		ARENA_GROW(&q->arena, k->stale, k->n_stale, k->cap_stale);
		k->stale[k->n_stale++] = b->job;
	}
	if (out.refused)
		out.kin = -1;
	return out;
}

/* Scenarios that were proposed may have dropped stale caches. */
bool kin_holds(struct kin *k)
{
	int n = 0;

	for (int i = 0; i < k->n_stale; i++)
		if (session_unit_is_stale(k->stale[i]))
			k->stale[n++] = k->stale[i];
	k->n_stale = n;
	return k->bounds && !k->unread && !k->unsafe && !k->n_stale;
}

/* ---- one batch ---- */

bool kin_refuses(struct search *q, struct bounds *f, const struct batch *b)
{
	int first = -1;

	if (bounds_fate(q, f, b->job) == UNTOUCHABLE)
		return b->n > 0 && b->tasks[0]->pod_set;
	for (int i = 0; i < b->n; i++) {
		int set = set_of(f, q, b->tasks[i]);

		if (first >= 0 && set == first)
			return true;
		first = first < 0 ? set : first;
	}
	return false;
}
