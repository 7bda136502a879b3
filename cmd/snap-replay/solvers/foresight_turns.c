/* Victims that have their turn before the preemptor, see foresight.h, FORESEEN_TURNS. */
#include "../session/booking.h"
#include "../session/bits.h"
#include "../session/replacement_walk.h"
#include "foresight_private.h"

enum { STRETCHES = 64 };
struct turns {
	struct search *q;
	struct foresight *f;
	struct job *preemptor;
	const struct queue *below; /* only jobs of its children count; NULL: all do */
	struct statement evicted;
	bool growing;              /* a victim's job waits for pods, which may be placed with it */
};

void foresight_turns_open(struct search *q, struct foresight *f)
{
	const struct cluster *c = q->session->c;
	struct turn_lists *l = &f->turns;

	l->victims = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, struct task *);
	l->back = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, struct task *);
	l->jobs = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, struct job *);
	l->walked = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 2, struct job *);
	l->lost = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, int);
	l->left = ARENA_ARRAY(&q->arena, (size_t)c->slots.count, double);
	l->stretches = ARENA_ARRAY(&q->arena, STRETCHES * (size_t)c->slots.count, double);
}

/* ---- the victims ---- */

static void collect(struct turns *t, const struct batches *b)
{
	struct turn_lists *l = &t->f->turns;

	for (int i = 0; i < b->n; i++) {
		struct job *j = b->items[i].job;

		t->growing |= j->counts[POD_PENDING] > 0;
		if (!j->queue || (t->below && j->queue->parent != t->below))
			continue;
		if (!l->lost[j->index])
			l->jobs[l->n_jobs++] = j;
		for (int k = 0; k < b->items[i].n; k++)
			l->victims[l->n_victims++] = b->items[i].tasks[k];
		l->lost[j->index] += b->items[i].n;
	}
}

static void forget(struct turns *t)
{
	struct turn_lists *l = &t->f->turns;

	for (int i = 0; i < l->n_jobs; i++)
		l->lost[l->jobs[i]->index] = 0;
	l->n_jobs = l->n_victims = l->n_back = 0;
}

/* All that need not return take more than can be spared: else there is no need to look at their order. */
static bool could_take_too_much(const struct foresight *f)
{
	for (int i = 0; i < f->n_slots; i++)
		if (f->loose[i] > f->spare[i])
			return f->turns.n_victims > 0;
	return false;
}

/* ---- is a victim sure to find a place, if the preemptor finds one later? ---- */

/* Nothing but victims comes back before the preemptor's turn, so a queue that holds no more than its limit now does not then. */
static bool within_limits(const struct turns *t, const struct queue *queue)
{
	const struct session *s = t->q->session;
	struct queue_figures g;

	for (; queue && s->queue_figures.n; queue = queue->parent) {
		if (!s->queue_figures.items[0].fn(s->queue_figures.items[0].ctx, queue, &g))
			return false;
		for (int i = 0; i < 3; i++)
			if (g.limit[i] >= 0 && (t->growing || g.allocated[i] > g.limit[i]))
				return false;
	}
	return true;
}

static bool all_within_limits(const struct turns *t)
{
	const struct turn_lists *l = &t->f->turns;

	for (int i = 0; i < l->n_jobs; i++)
		if (!within_limits(t, l->jobs[i]->queue))
			return false;
	return true;
}

/* Nodes of the task that are no usable ones would not be missed. */
static bool takes_usable_room(const struct turns *t, const struct task *v)
{
	const struct session *s = t->q->session;

	for (int w = 0; w < bit_words(s->c->n_nodes); w++) {
		uint64_t able = ~UINT64_C(0);

		for (int i = 0; i < s->static_nodes.n; i++)
			able &= s->static_nodes.items[i].fn(s->static_nodes.items[i].ctx, v)[w];
		if (able & ~t->f->usable[w])
			return false;
	}
	return true;
}

static bool pre_predicates_pass(const struct session *s, struct task *v)
{
	struct str text;

	for (int i = 0; i < s->pre_predicate.n; i++)
		if (!s->pre_predicate.items[i].fn(s->pre_predicate.items[i].ctx, v, &text))
			return false;
	return true;
}

static bool no_harder(const struct session *s, const struct task *v, const struct task *pod)
{
	if (s->predicate.n != s->no_harder.n)
		return false;
	for (int i = 0; i < s->c->slots.count; i++)
		if (v->request[i] > pod->request[i])
			return false;
	for (int i = 0; i < s->no_harder.n; i++)
		if (!s->no_harder.items[i].fn(s->no_harder.items[i].ctx, v, pod))
			return false;
	return true;
}

/* How many pods must still find a place, each where this one fits, too: the preemptor's, and victims whose turn is to come. */
static int harder_pods(const struct turns *t, const struct task *v, int enough)
{
	const struct session *s = t->q->session;
	const struct foresight *f = t->f;
	int n = 0;

	for (int i = 0; i < f->n_classes; i++)
		if (no_harder(s, v, f->classes[i].pod))
			n += f->classes[i].pods;
	for (int i = 0; i < f->turns.n_victims && n < enough; i++) {
		const struct task *other = f->turns.victims[i];

		n += f->turns.lost[other->job->index] > 0 && foresight_must_return(t->q, t->f, other) && no_harder(s, v, other);
	}
	return n;
}

static bool finds_room(const struct turns *t, struct task_list victims)
{
	const struct session *s = t->q->session;
	struct task *first = victims.items[0];

	for (int i = 0; i < victims.n; i++)
		if (victims.items[i]->request_class != first->request_class || victims.items[i]->pod->spec != first->pod->spec ||
		    !pre_predicates_pass(s, victims.items[i]))
			return false;
	if (first->type != REQUEST_REGULAR || !first->job->preemptible || !takes_usable_room(t, first))
		return false;
	return harder_pods(t, first, victims.n) >= victims.n;
}

/* SURE: all that the job lost comes back in its turn, or the scenario fails. UNSURE: all or nothing does. */
enum certainty { SURE, UNSURE, UNKNOWN };

static enum certainty certainty_of(const struct turns *t, const struct job *j, struct task_list unit)
{
	if (unit.n != t->f->turns.lost[j->index] || j->counts[POD_PENDING])
		return UNKNOWN;
	for (int i = 0; i < unit.n; i++)
		if (!foresight_may_must(t->f, unit.items[i]))
			return UNKNOWN;
	return foresight_must_return(t->q, t->f, unit.items[0]) || finds_room(t, unit) ? SURE : UNSURE;
}

/* ---- turn by turn ---- */

static void evict(struct turns *t)
{
	struct turn_lists *l = &t->f->turns;

	statement_begin(&t->evicted, t->q->session);
	for (int i = 0; i < l->n_victims; i++)
		statement_evict(&t->evicted, l->victims[i], &(struct eviction){.action = t->q->action});
}

static void take_back(struct turns *t)
{
	struct turn_lists *l = &t->f->turns;

	for (int i = l->n_back - 1; i >= 0; i--)
		fire_deallocate(t->q->session, l->back[i]);
	statement_discard(&t->evicted);
	statement_free(&t->evicted);
}

static void start_walk(struct turns *t)
{
	struct simulation_room *r = &t->q->room;
	struct turn_lists *l = &t->f->turns;
	const struct job_list *mixed;
	int n = 0;

	if (!r->walk)
		r->walk = replacement_walk_new(t->q->session, t->preemptor);
	mixed = replacement_walk_mixed(r->walk);
	l->walked[n++] = t->preemptor;
	for (int i = 0; i < l->n_jobs; i++)
		l->walked[n++] = l->jobs[i];
	for (int i = 0; i < mixed->n; i++)
		if (!l->lost[mixed->items[i]->index] && (!t->below || mixed->items[i]->queue->parent == t->below))
			l->walked[n++] = mixed->items[i];
	replacement_walk_start(r->walk, t->below, l->walked, n);
}

/* ---- stretches ---- */

/* A stretch ends with a job that is not sure to return. If it does - its simulation will tell - the next stretch follows. */
static double *stretch(struct foresight *f, int i)
{
	return &f->turns.stretches[i * f->n_slots];
}

/* The stretch's turns are taken, or will be. False: that is too much. */
static bool spend(struct foresight *f, int i)
{
	bool enough = true;

	for (int k = 0; k < f->n_slots; k++) {
		f->spare[k] -= stretch(f, i)[k];
		enough &= f->spare[k] >= 0;
	}
	return enough;
}

/* The job's victims are back, as far as queues are concerned. False: nothing more needs to be known. */
static bool come_back(struct turns *t, struct task_list unit, enum certainty c)
{
	struct foresight *f = t->f;
	bool loose = !foresight_must_return(t->q, f, unit.items[0]), enough = true;

	for (int i = 0; i < unit.n; i++) {
		fire_allocate(t->q->session, unit.items[i]);
		f->turns.back[f->turns.n_back++] = unit.items[i];
		if (c == SURE)
			f->briefs[unit.items[i]->index].turn = (struct turn){f->round, (unsigned char)f->turns.n_stretches, 0};
		for (int k = 0; loose && k < f->n_slots; k++) {
			double takes = foresight_takes(unit.items[i], f->slots[k]);

			f->turns.left[k] -= takes;
			enough &= f->turns.left[k] >= 0;
			if (c == SURE)
				stretch(f, f->turns.n_stretches)[k] += takes;
		}
	}
	return enough;
}

static void begin_stretch(struct foresight *f)
{
	for (int k = 0; k < f->n_slots; k++)
		stretch(f, f->turns.n_stretches)[k] = 0;
}

/* What comes behind is known as soon as the last task of this job is back. */
static bool next_stretch(struct foresight *f, const struct task *last)
{
	if (f->turns.n_stretches + 1 == STRETCHES)
		return false;
	f->turns.n_stretches++;
	f->briefs[last->index].turn = (struct turn){f->round, 0, (unsigned char)f->turns.n_stretches};
	begin_stretch(f);
	return true;
}

bool foresight_turns_counted(struct foresight *f, const struct task *t)
{
	const struct turn *turn = &f->briefs[t->index].turn;

	if (turn->round != f->round)
		return false;
	if (turn->opens && turn->opens == f->turns.known + 1)
		spend(f, ++f->turns.known);
	return !turn->opens && turn->stretch <= f->turns.known;
}

/* ---- turn by turn ---- */

static void take_turns(struct turns *t)
{
	struct session *s = t->q->session;
	struct foresight *f = t->f;
	struct job *j;

	memcpy(f->turns.left, f->spare, (size_t)f->n_slots * sizeof(double));
	begin_stretch(f);
	start_walk(t);
	while ((j = replacement_walk_pop(t->q->room.walk)) && j != t->preemptor) {
		struct task_list unit;
		enum certainty c;

		if (!f->turns.lost[j->index])
			continue;
		unit = session_tasks_to_allocate(s, j, false);
		c = certainty_of(t, j, unit);
		if (c == UNKNOWN)
			return;
		f->turns.lost[j->index] = 0;
		if (!come_back(t, unit, c) || (c == UNSURE && !next_stretch(f, unit.items[unit.n - 1])))
			return;
	}
}

bool foresight_turns(struct search *q, struct foresight *f, const struct proposal *p)
{
	struct turns t = {.q = q, .f = f, .preemptor = p->preemptor, .below = p->preemptor->queue->parent};
	bool enough = true;

	f->turns.n_stretches = f->turns.known = 0;
	collect(&t, &p->recorded);
	collect(&t, &p->potential);
	if (!f->turns.lost[p->preemptor->index] && could_take_too_much(f) && all_within_limits(&t)) {
		evict(&t);
		take_turns(&t);
		take_back(&t);
		enough = spend(f, 0);
	}
	forget(&t);
	return !enough;
}
