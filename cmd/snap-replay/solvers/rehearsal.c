#include "../session/bits.h"
#include "../session/replacement_walk.h"
#include "rehearsal_private.h"

static struct rehearsal *rehearsal_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct rehearsal *r = ARENA_NEW(&q->arena, struct rehearsal);
	size_t jobs = (size_t)c->n_jobs + 2, tasks = (size_t)c->n_tasks + 1, words = jobs / 64 + 1, queues = (size_t)c->n_queues + 1;
	struct arena *a = &q->arena;

	r->nodes = rehearsal_nodes_new(q);
	r->actors = ARENA_ARRAY(a, jobs, struct actor);
	r->roles = ARENA_ARRAY(a, tasks, struct role);
	r->jobs = ARENA_ARRAY(a, jobs, struct job *);
	r->by_fill = ARENA_ARRAY(a, jobs, struct job *);
	r->requests = arena_alloc(a, jobs * sizeof *r->requests);
	r->fill_place = ARENA_ARRAY(a, jobs, int);
	r->in_order = ARENA_ARRAY(a, words, uint64_t);
	r->in_fill = ARENA_ARRAY(a, words, uint64_t);
	r->gone = ARENA_ARRAY(a, words, uint64_t);
	r->want = ARENA_ARRAY(a, words, uint64_t);
	r->missed = arena_zalloc(a, queues, sizeof *r->missed);
	r->still_missed = arena_zalloc(a, queues, sizeof *r->still_missed);
	r->left_behind = ARENA_ARRAY(a, (size_t)c->n_nodes + 1, int);
	r->filled = ARENA_ARRAY(a, jobs, struct job *);
	r->others = ARENA_ARRAY(a, jobs, struct job *);
	r->size = ARENA_ARRAY(a, jobs, int);
	r->lost = ARENA_ARRAY(a, jobs, int);
	r->losers = ARENA_ARRAY(a, jobs, int);
	r->set = ARENA_ARRAY(a, (size_t)bit_words(c->n_nodes) + 1, uint64_t);
	r->spare = ARENA_ARRAY(a, (size_t)c->slots.count, double);
	r->job_words = (int)words;
	r->placed = ARENA_ARRAY(a, tasks, int);
	r->first_ghost = ARENA_ARRAY(a, tasks, int);
	return r;
}

/* ---- the scenario ---- */

struct rehearsing {
	struct search *q;
	struct foresight *f;
	struct rehearsal *r;
};

static bool lose(struct rehearsal *r, const struct batches *b)
{
	for (const struct batch *one = b->items; one < b->items + b->n; one++) {
		int job = one->job_index;

		if (!r->size[job] || job == r->preemptor->index)
			return false;
		if (!r->lost[job])
			r->losers[r->n_losers++] = job;
		r->lost[job] += one->n;
	}
	return true;
}

/* True: all victims are of actors that lose all their pods. */
static bool lose_all(struct rehearsal *r, const struct proposal *p)
{
	if (!lose(r, &p->recorded) || !lose(r, &p->potential))
		return false;
	for (int i = 0; i < r->n_losers; i++)
		if (r->lost[r->losers[i]] != r->size[r->losers[i]])
			return false;
	return true;
}

static void forget(struct rehearsal *r)
{
	for (int i = 0; i < r->n_losers; i++)
		r->lost[r->losers[i]] = 0;
	r->n_losers = 0;
}

/* ---- who is gone ---- */

static void go(struct rehearsal *r, int job)
{
	const struct actor *a = &r->actors[job];

	for (const struct role *role = &r->roles[a->first]; role < &r->roles[a->first + a->n]; role++) {
		rehearsal_nodes_evict(r->nodes, role->class, role->node);
		r->left_behind[role->node]++;
	}
	for (int k = 0; k < 3; k++)
		r->missed[a->queue->index][k] += a->amount[k];
	bit_set(r->gone, job);
	bit_set(r->in_order, r->order[job]);
	bit_set(r->in_fill, r->fill_place[job]);
}

static void come_back(struct rehearsal *r, int job)
{
	const struct actor *a = &r->actors[job];

	for (const struct role *role = &r->roles[a->first]; role < &r->roles[a->first + a->n]; role++) {
		rehearsal_nodes_return(r->nodes, role->class, role->node);
		r->left_behind[role->node]--;
	}
	for (int k = 0; k < 3; k++)
		r->missed[a->queue->index][k] -= a->amount[k];
	bit_clear(r->gone, job);
	bit_clear(r->in_order, r->order[job]);
	bit_clear(r->in_fill, r->fill_place[job]);
}

/* Those who are gone are those of want. */
static void change_victims(struct rehearsal *r)
{
	for (int w = 0; w < r->job_words; w++)
		for (uint64_t differ = r->want[w] ^ r->gone[w]; differ; differ &= differ - 1) {
			int job = w * 64 + __builtin_ctzll(differ);

			if (bit_is_set(r->want, job))
				go(r, job);
			else
				come_back(r, job);
		}
}

static void charge(struct session *s, const struct queue *queue, const double *amount, double sign)
{
	if (amount[SLOT_CPU] != 0 || amount[SLOT_MEMORY] != 0 || amount[SLOT_GPU] != 0)
		s->queue_charge.items[0].fn(s->queue_charge.items[0].ctx, queue, amount, sign);
}

/* The victims leave their nodes and queues. */
static void evict(struct rehearsing *x, const struct probe_nodes *nodes)
{
	struct rehearsal *r = x->r;
	const struct cluster *c = x->q->session->c;

	memset(r->want, 0, (size_t)r->job_words * sizeof *r->want);
	for (int i = 0; i < r->n_losers; i++)
		bit_set(r->want, r->losers[i]);
	change_victims(r);
	rehearsal_nodes_reset(r->nodes);
	memcpy(r->set, nodes->bits, (size_t)bit_words(nodes->n) * sizeof *r->set);
	for (int i = 0; i < nodes->n; i++)
		if (r->left_behind[i])
			bit_set(r->set, i);
	memcpy(r->still_missed, r->missed, (size_t)c->n_queues * sizeof *r->missed);
	for (int i = 0; i < c->n_queues; i++)
		charge(x->q->session, c->queues[i], r->missed[i], -1);
}

/* ---- the walk ---- */

static int list(struct job *const *jobs, const uint64_t *in, int n, struct job **out)
{
	int found = 0;

	for (int w = 0; w < bit_words(n); w++)
		for (uint64_t left = in[w]; left; left &= left - 1)
			out[found++] = jobs[w * 64 + __builtin_ctzll(left)];
	return found;
}

static void start_walk(struct rehearsing *x)
{
	struct rehearsal *r = x->r;
	int n = list(r->jobs, r->in_order, r->n_jobs, r->others);

	list(r->by_fill, r->in_fill, r->n_jobs, r->filled);
	replacement_walk_start_in_order(x->q->room.walk, r->filled, r->others, n);
}

/* Where the pod ends up; -1: nowhere. */
static int destination(const struct rehearsal *r, const struct role *role)
{
	int node = rehearsal_nodes_find(r->nodes, role->class, r->set, role->able);

	for (int g = role->ghost; g >= 0 && node >= 0; g = r->ghosts[g].next)
		if (r->ghosts[g].node == node)
			return role->node;
	return node;
}

/* All of the job's pods, or none. */
static bool place(struct rehearsal *r, const struct actor *a)
{
	const struct role *roles = &r->roles[a->first];
	int n = 0;

	for (; n < a->n && (r->placed[n] = destination(r, &roles[n])) >= 0; n++)
		rehearsal_nodes_put(r->nodes, roles[n].class, r->placed[n]);
	if (n == a->n)
		return true;
	while (n-- > 0)
		rehearsal_nodes_take_back(r->nodes, roles[n].class, r->placed[n]);
	return false;
}

static bool must_return(struct rehearsing *x, struct actor *a, struct job *j)
{
	if (a->duty == NOT_ASKED)
		a->duty = foresight_fate(x->q, x->f, j) == MUST_RETURN ? MUST : NEED_NOT_RETURN;
	return a->duty == MUST;
}

/* What these pods took of room that the rest needs, as foresight_placed counts it. False: too much. */
static bool take_spare(struct rehearsing *x, const struct actor *a, bool must)
{
	const struct foresight *f = x->f;
	const struct rehearsal_nodes *m = x->r->nodes;
	const struct role *roles = &x->r->roles[a->first];
	bool enough = true;

	for (int i = 0; i < a->n; i++) {
		int node = x->r->placed[i];

		if ((must && !roles[i].pipelined) || !bit_is_set(f->usable, node))
			continue;
		for (int k = 0; k < f->n_slots; k++) {
			double left = rehearsal_nodes_free(m, node, f->slots[k]);
			double takes = rehearsal_nodes_charge(m, roles[i].class, node, f->slots[k]);

			x->r->spare[k] -= positive(left + takes) - positive(left);
			enough &= x->r->spare[k] >= 0;
		}
	}
	return enough;
}

/* Its queue has its part. */
static void hold(struct rehearsing *x, const struct actor *a)
{
	charge(x->q->session, a->queue, a->amount, 1);
	for (int k = 0; k < 3; k++)
		x->r->still_missed[a->queue->index][k] -= a->amount[k];
}

/* False: the scenario fails. */
static bool act(struct rehearsing *x, struct job *j)
{
	struct actor *a = &x->r->actors[j->index];
	bool placed = place(x->r, a);

	if (placed)
		hold(x, a);
	if (j == x->r->preemptor)
		return placed;
	return placed ? take_spare(x, a, must_return(x, a, j)) : !must_return(x, a, j);
}

static bool walk(struct rehearsing *x)
{
	struct job *j;
	int left = 1 + x->r->n_losers;
	bool ok = true;

	memcpy(x->r->spare, x->f->spare, (size_t)x->f->n_slots * sizeof(double));
	while (ok && left > 0 && (j = replacement_walk_pop(x->q->room.walk))) {
		if (j != x->r->preemptor && !x->r->lost[j->index])
			continue;
		left--;
		ok = act(x, j);
	}
	return ok;
}

/* Queues hold what they held. */
static void tidy_up(struct rehearsing *x)
{
	const struct cluster *c = x->q->session->c;

	for (int i = 0; i < c->n_queues; i++)
		charge(x->q->session, c->queues[i], x->r->still_missed[i], 1);
}

enum { CAST_SHARE = 8 };

/* The cast costs about as much as simulations that evict an eighth of all pods: before that many were, it is not known to pay. Who wants few
 * victims to be simulated first (--victim-notes 0: none) is not kept waiting. */
static bool is_time(struct search *q, struct foresight *f, const struct proposal *p)
{
	if (CAST_SHARE * f->tried < q->session->c->n_tasks && f->tried < q->session->note_limit)
		return false;
	if (!f->rehearsal)
		f->rehearsal = rehearsal_new(q);
	if (f->rehearsal->preemptor != p->preemptor || f->rehearsal->disturbed != q->disturbed)
		rehearsal_cast(q, f, f->rehearsal, p->preemptor, p->pending);
	return f->rehearsal->possible;
}

bool rehearse(struct search *q, struct foresight *f, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct rehearsing x = {.q = q, .f = f};
	bool fails = false;

	if (!is_time(q, f, p))
		return false;
	x.r = f->rehearsal;
	if (lose_all(x.r, p)) {
		evict(&x, nodes);
		start_walk(&x);
		fails = !walk(&x) && !rehearsal_nodes_odd(x.r->nodes);
		tidy_up(&x);
	}
	forget(x.r);
	return fails;
}
