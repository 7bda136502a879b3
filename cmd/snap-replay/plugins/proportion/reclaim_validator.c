/* Whether the simulated outcome of a reclaim is fair (rules/05 12.3). */
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "plugins/proportion/reclaiming.h"
#include "session/trace.h"
#include "session/units.h"

/* All queues as they were when the search for one job began, and the scratch of one validation.
 * Indexed like proportion.queues. */
struct reclaim_copy {
	struct queue_share *queues;
	struct reclaim_queue {
		struct triple remaining;
		bool touched;
		bool involved[TRIPLE];
	} * state;
};

static struct str name_of(const struct queue_share *q)
{
	return q->queue->label;
}

/* ---- part 1: each victim may lose what it loses ---- */

static void take_copy(void *ctx, struct job *j)
{
	struct proportion *p = ctx;

	(void)j;
	if (p->n_queues)
		memcpy(p->copy->queues, p->queues, (size_t)p->n_queues * sizeof *p->queues);
	for (int i = 0; i < p->n_queues; i++) /* the copy is a tree of its own */
		if (p->queues[i].parent)
			p->copy->queues[i].parent =
				&p->copy->queues[p->queues[i].parent - p->queues];
}

static int index_of(const struct reclaim_copy *c, const struct queue_share *q)
{
	return (int)(q - c->queues);
}

static struct triple remaining_of(const struct reclaim_copy *c, const struct queue_share *q)
{
	const struct reclaim_queue *s = &c->state[index_of(c, q)];

	return s->touched ? s->remaining : SHARE_TRIPLE(q, allocated);
}

enum take_rule {
	BELOW_QUOTA,
	BELOW_FAIR_SHARE,
	FAIR_SHARE,
	QUOTA
}; /* refused, refused, allowed, allowed */

/* cur: what E holds. */
static enum take_rule may_take(
	struct ancestors at, const struct triple *cur, const struct triple *req)
{
	struct triple allocatable = allocatable_of(at.e), deserved = SHARE_TRIPLE(at.e, deserved);

	if (!leq(cur, &allocatable))
		return FAIR_SHARE; /* is maintained */
	if (leq(cur, &deserved))
		return BELOW_QUOTA;
	return within_quota(at.r, req) ? QUOTA : BELOW_FAIR_SHARE;
}

/* The first vector of a queue under E that the validator looks at finds E as it was when the search
 * began: victims below E are the only ones that change it. If that one is refused, so is every
 * scenario with a loss there (rules/04 19.3). */
static bool refuses_loss(void *ctx, struct job *reclaimer, struct job *victim)
{
	struct proportion *p = ctx;
	struct triple req, held;
	struct ancestors at;
	enum take_rule rule;

	if (!reclaimer->queue || !victim->queue)
		return false;
	at = leveled(
		&p->copy->queues[reclaimer->queue->index], &p->copy->queues[victim->queue->index]);
	req = job_request(p, reclaimer);
	held = SHARE_TRIPLE(at.e, allocated);
	rule = may_take(at, &held, &req);
	return rule == BELOW_QUOTA || rule == BELOW_FAIR_SHARE;
}

static double over(double cur, double most)
{
	return most == UNLIMITED ? 0 : cur - most;
}

/* What E held of the slot, when the search began, beyond what may_take asks for. */
static double above_rule(const struct ancestors *at, int slot, bool within)
{
	const struct share *r = &at->e->r[slot];
	double fair = over(r->allocated, share_allocatable(r)),
	       quota = over(r->allocated, r->deserved);

	return within && quota > fair ? quota : fair;
}

/* Each vector but the last one leaves E above by some resource, and what is left only shrinks. If E
 * is above by one resource only, the vectors before the last hold less of it than that. The last
 * one is of one job. */
static bool loss_room(void *ctx, struct job *reclaimer, struct job *victim, struct loss_room *room)
{
	struct proportion *p = ctx;
	struct triple req;
	struct ancestors at;
	int n = 0;

	if (!reclaimer->queue || !victim->queue)
		return false;
	req = job_request(p, reclaimer);
	at = leveled(
		&p->copy->queues[reclaimer->queue->index], &p->copy->queues[victim->queue->index]);
	if (at.e == at.r) /* other victims below it are judged by other queues */
		return false;
	room->queue = at.e->queue;
	for (int i = 0; i < TRIPLE; i++) {
		double above = above_rule(&at, i, within_quota(at.r, &req));

		if (above <= 0)
			continue;
		room->slot = i;
		room->amount = above;
		n++;
	}
	return n == 1;
}

static void trace_take_rule(
	struct session *s, const struct job *victim, struct ancestors at, enum take_rule rule)
{
	struct str r = name_of(at.r), e = name_of(at.e);

	if (rule == FAIR_SHARE)
		trace_rule(s, victim, "queue " STR_FMT " had more than its fair share", STR_ARG(e));
	else if (rule == QUOTA)
		trace_rule(s, victim,
			"queue " STR_FMT " had more than its quota, and queue " STR_FMT
			" stays within its own",
			STR_ARG(e), STR_ARG(r));
	else if (rule == BELOW_QUOTA)
		trace_why(s, "queue " STR_FMT " would fall below its quota", STR_ARG(e));
	else
		trace_why(s,
			"queue " STR_FMT " would fall below its fair share, and queue " STR_FMT
			" would be over its quota",
			STR_ARG(e), STR_ARG(r));
}

struct victim_vector {
	struct triple all, without_mig; /* without_mig: for "involved" */
};

static void take(
	struct reclaim_copy *c, const struct queue_share *leaf, const struct victim_vector *v)
{
	for (const struct queue_share *q = leaf; q; q = q->parent) {
		struct reclaim_queue *s = &c->state[index_of(c, q)];

		s->remaining = triple_sub(remaining_of(c, q), v->all);
		s->touched = true;
		for (int i = 0; i < TRIPLE; i++)
			if (v->without_mig.v[i] > 0)
				s->involved[i] = true;
	}
}

struct validation {
	struct proportion *p;
	const struct queue_share *reclaimer; /* in the copy */
	struct triple req, req_without_mig;
	const struct job *victim; /* whose tasks are judged now */
};

static bool accept_vector(
	struct validation *val, const struct queue_share *leaf, const struct victim_vector *v)
{
	struct ancestors at = leveled(val->reclaimer, leaf);
	struct triple left = remaining_of(val->p->copy, at.e);
	enum take_rule rule = may_take(at, &left, &val->req);

	if (tracing(val->p->session))
		trace_take_rule(val->p->session, val->victim, at, rule);
	if (rule == BELOW_QUOTA || rule == BELOW_FAIR_SHARE)
		return false;
	take(val->p->copy, leaf, v);
	return true;
}

static struct victim_vector vector_of(const struct proportion *p, const struct task *t)
{
	return (struct victim_vector){triple_accepted(p, t, true), triple_accepted(p, t, false)};
}

struct core { /* all core tasks of a victim job together */
	struct victim_vector sum;
	bool any;
};

/* Whether the task is lost: tasks that the simulation placed again are not, if so configured. */
static bool counts(const struct validation *val, const struct task *t)
{
	return !val->p->session->params->allow_consolidating_reclaim ||
		!status_in(t->status, SET_ACTIVE_ALLOCATED);
}

/* Tasks of one sub-group in eviction order: the first ones up to its minimum are core, each other
 * one stands for itself. Those that do not count take their place in that split. */
static bool accept_sub_group(struct validation *val, const struct queue_share *leaf,
	const struct scenario_victims *victim, const struct pod_set *set, struct core *core)
{
	int seen = 0;

	for (int i = 0; i < victim->n; i++) {
		const struct task *t = victim->tasks[i];
		struct victim_vector v;

		if (t->pod_set != set)
			continue;
		seen++;
		if (!counts(val, t))
			continue;
		v = vector_of(val->p, t);
		if (seen > set->min) {
			if (!accept_vector(val, leaf, &v))
				return false;
			continue;
		}
		core->sum.all = triple_add(core->sum.all, v.all);
		core->sum.without_mig = triple_add(core->sum.without_mig, v.without_mig);
		core->any = true;
	}
	return true;
}

/* Whether the victim's i-th task is the first of its pod set. */
static bool first_of_set(const struct scenario_victims *v, int i)
{
	for (int k = 0; k < i; k++)
		if (v->tasks[k]->pod_set == v->tasks[i]->pod_set)
			return false;
	return v->tasks[i]->pod_set != NULL;
}

static bool accept_victim(
	struct validation *val, const struct queue_share *leaf, const struct scenario_victims *v)
{
	struct core core = {0};

	val->victim = v->job;
	for (int i = 0; i < v->n; i++)
		if (first_of_set(v, i) &&
			!accept_sub_group(val, leaf, v, v->tasks[i]->pod_set, &core))
			return false;
	return !core.any || accept_vector(val, leaf, &core.sum);
}

static bool loses_any(const struct validation *val, const struct scenario_victims *v)
{
	for (int i = 0; i < v->n; i++)
		if (counts(val, v->tasks[i]))
			return true;
	return false;
}

/* Whether the scenario's i-th victim is the first of its queue that loses tasks. */
static bool first_of_queue(const struct validation *val, const struct scenario *s, int i)
{
	if (!s->victims[i].job->queue || !loses_any(val, &s->victims[i]))
		return false;
	for (int k = 0; k < i; k++)
		if (s->victims[k].job->queue == s->victims[i].job->queue &&
			loses_any(val, &s->victims[k]))
			return false;
	return true;
}

/* Their order counts (rules/05 12.3). The original goes through Go maps: where few entries
 * are in one, its random start leaves them in the order in which they were put in far more often
 * than in any other, 7 times of 8 when there are two. So that is our order: queues by their first
 * victim, a queue's jobs as the scenario lists them, sub-groups by their first task. */
static bool accept_in_order(struct validation *val, const struct scenario *s)
{
	for (int i = 0; i < s->n_victims; i++) {
		const struct queue *q = s->victims[i].job->queue;

		if (!first_of_queue(val, s, i))
			continue;
		for (int k = i; k < s->n_victims; k++)
			if (s->victims[k].job->queue == q &&
				!accept_victim(
					val, &val->p->copy->queues[q->index], &s->victims[k]))
				return false;
	}
	return true;
}

static bool accept_victims(struct validation *val, const struct scenario *s)
{
	const struct dice *d = &val->p->session->c->dice;
	const struct scenario_victims **order;
	struct scenario_victims *thrown;
	bool ok;

	if (!d->thrown)
		return accept_in_order(val, s);
	order = xcalloc((size_t)s->n_victims, sizeof *order);
	thrown = xcalloc((size_t)s->n_victims, sizeof *thrown);
	for (int i = 0; i < s->n_victims; i++)
		order[i] = &s->victims[i];
	dice_shuffle(d, dice_rank(d, s->preemptor->name), order, s->n_victims);
	for (int i = 0; i < s->n_victims; i++)
		thrown[i] = *order[i];
	ok = accept_in_order(val, &(struct scenario){s->preemptor, thrown, s->n_victims});
	free(order);
	free(thrown);
	return ok;
}

/* ---- part 2: no queue above its fair share may gain on a sibling ---- */

static double ratio(double x, double share)
{
	if (share == 0)
		return x > 0 ? INFINITY : 0;
	return share == UNLIMITED ? 0 : x / share;
}

/* The queue then holds `after` of the resource, and its sibling `remaining`. */
static bool gains(const struct proportion *p, const struct share *own, double after,
	const struct share *sibling, double remaining)
{
	double use = ratio(after, own->fair_share);

	return use > 1 && sibling->fair_share > 0 && /* neither of them is UNLIMITED */
		use * p->multiplier >= ratio(remaining, sibling->fair_share);
}

static bool gains_on(const struct validation *val, const struct queue_share *q,
	const struct triple *after, const struct queue_share *sibling)
{
	const struct reclaim_queue *state = &val->p->copy->state[index_of(val->p->copy, sibling)];
	struct triple remaining = remaining_of(val->p->copy, sibling);

	for (int i = 0; i < TRIPLE; i++)
		if ((state->involved[i] || val->req_without_mig.v[i] > 0) &&
			gains(val->p, &q->r[i], after->v[i], &sibling->r[i], remaining.v[i]))
			return true;
	return false;
}

static bool level_is_fair(const struct validation *val, const struct queue_share *q)
{
	const struct reclaim_copy *c = val->p->copy;
	struct triple after = triple_add(remaining_of(c, q), val->req);

	for (int i = 0; i < val->p->n_queues; i++) {
		const struct queue_share *sibling = &c->queues[i];

		if (sibling != q && sibling->parent == q->parent && c->state[i].touched &&
			gains_on(val, q, &after, sibling)) {
			trace_why(val->p->session,
				"queue " STR_FMT
				" would be over its fair share, and by no less than queue " STR_FMT,
				STR_ARG(name_of(q)), STR_ARG(name_of(sibling)));
			return false;
		}
	}
	return true;
}

static struct triple request_without_mig(struct proportion *p, struct job *j)
{
	const double *v = session_request_vector(p->session, j, false);

	return (struct triple){{v[SLOT_CPU], v[SLOT_MEMORY], v[SLOT_GPU]}};
}

static bool scenario_is_fair(void *ctx, const struct scenario *s)
{
	struct proportion *p = ctx;
	struct validation val = {.p = p};

	if (!s->preemptor->queue)
		return false;
	memset(p->copy->state, 0, (size_t)p->n_queues * sizeof *p->copy->state);
	val.reclaimer = &p->copy->queues[s->preemptor->queue->index];
	val.req = job_request(p, s->preemptor);
	val.req_without_mig = request_without_mig(p, s->preemptor);
	if (!accept_victims(&val, s))
		return false;
	for (const struct queue_share *q = val.reclaimer; q; q = q->parent) {
		if (!level_is_fair(&val, q))
			return false;
		if (s->preemptor->preemptible || within_quota_np(q, &val.req))
			continue;
		trace_why(p->session,
			"non-preemptible pods of queue " STR_FMT " would be over its quota",
			STR_ARG(name_of(q)));
		return false;
	}
	return true;
}

/* More is left of R, and less of E, than if R lost `below`, and E lost `victim`: whole amounts are
 * subtracted without rounding. Resources that are not requested may not be involved. */
static bool refuses_gain(
	void *ctx, struct job *reclaimer, struct job *victim, const struct gain_losses *losses)
{
	struct proportion *p = ctx;
	struct ancestors at;
	struct triple req, involved;

	if (!reclaimer->queue || !victim->queue)
		return false;
	at = leveled(
		&p->copy->queues[reclaimer->queue->index], &p->copy->queues[victim->queue->index]);
	if (at.e == at.r)
		return false;
	req = job_request(p, reclaimer);
	involved = request_without_mig(p, reclaimer);
	for (int i = 0; i < TRIPLE; i++) {
		double own = at.r->r[i].allocated, theirs = at.e->r[i].allocated;

		if (involved.v[i] > 0 && own == trunc(own) && theirs == trunc(theirs) &&
			gains(p, &at.r->r[i], own - losses->below[i] + req.v[i], &at.e->r[i],
				theirs - losses->victim[i]))
			return true;
	}
	return false;
}

void reclaim_validator_open(struct proportion *p)
{
	struct session *s = p->session;

	p->copy = ARENA_NEW(&s->arena, struct reclaim_copy);
	p->copy->queues = ARENA_ARRAY(&s->arena, (size_t)p->n_queues, struct queue_share);
	p->copy->state = ARENA_ARRAY(&s->arena, (size_t)p->n_queues, struct reclaim_queue);
	take_copy(p, NULL);
	hook_add_reclaim_validator(s, scenario_is_fair, p, "proportion");
	hook_add_reclaim_refuses_loss(s, refuses_loss, p, "proportion");
	hook_add_reclaim_loss_room(s, loss_room, p, "proportion");
	hook_add_reclaim_refuses_gain(s, refuses_gain, p, "proportion");
	hook_add_job_solution_start(s, take_copy, p, "proportion");
}
