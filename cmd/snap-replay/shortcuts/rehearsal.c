#include "session/bits.h"
#include "shortcuts/rehearsal_private.h"

static struct rehearsal *rehearsal_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct rehearsal *r = ARENA_NEW(&q->arena, struct rehearsal);
	size_t jobs = (size_t)c->n_jobs + 2, tasks = (size_t)c->n_tasks + 1, words = jobs / 64 + 1;
	struct arena *a = &q->arena;

	r->nodes = rehearsal_nodes_new(q);
	r->actors = ARENA_ARRAY(a, jobs, struct actor);
	r->roles = ARENA_ARRAY(a, tasks, struct role);
	r->walk = ordered_walk_new(q->session, a);
	r->gone = ARENA_ARRAY(a, words, uint64_t);
	r->want = ARENA_ARRAY(a, words, uint64_t);
	r->left_behind = ARENA_ARRAY(a, (size_t)c->n_nodes + 1, int);
	r->place = ARENA_ARRAY(a, jobs, int);
	r->lost = ARENA_ARRAY(a, jobs, int);
	r->losers = ARENA_ARRAY(a, jobs, int);
	r->set = ARENA_ARRAY(a, (size_t)bit_words(c->n_nodes) + 1, uint64_t);
	r->spare = ARENA_ARRAY(a, (size_t)c->slots.count, double);
	r->words = (int)words;
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
		int place = r->place[one->job_index];

		if (place < 0)
			return false;
		if (!r->lost[place])
			r->losers[r->n_losers++] = place;
		r->lost[place] += one->n;
	}
	return true;
}

/* True: all victims are of actors that lose all their pods. */
static bool lose_all(struct rehearsal *r, const struct proposal *p)
{
	if (!lose(r, &p->recorded) || !lose(r, &p->potential))
		return false;
	for (int i = 0; i < r->n_losers; i++)
		if (r->lost[r->losers[i]] != r->actors[r->losers[i]].n)
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

static void go(struct rehearsal *r, int place)
{
	const struct actor *a = &r->actors[place];

	for (const struct role *role = &r->roles[a->first]; role < &r->roles[a->first + a->n];
		role++) {
		rehearsal_nodes_evict(r->nodes, role->class, role->node);
		r->left_behind[role->node]++;
	}
	r->books->kind->change(r->books, a->queue, a->amount, -1);
	ordered_walk_add(r->walk, place, false);
	bit_set(r->gone, place);
}

static void come_back(struct rehearsal *r, int place)
{
	const struct actor *a = &r->actors[place];

	for (const struct role *role = &r->roles[a->first]; role < &r->roles[a->first + a->n];
		role++) {
		rehearsal_nodes_return(r->nodes, role->class, role->node);
		r->left_behind[role->node]--;
	}
	r->books->kind->change(r->books, a->queue, a->amount, 1);
	ordered_walk_remove(r->walk, place);
	bit_clear(r->gone, place);
}

/* Those who are gone are those of want. */
static void change_victims(struct rehearsal *r)
{
	for (int w = 0; w < r->words; w++)
		for (uint64_t differ = r->want[w] ^ r->gone[w]; differ; differ &= differ - 1) {
			int place = w * 64 + __builtin_ctzll(differ);

			if (bit_is_set(r->want, place))
				go(r, place);
			else
				come_back(r, place);
		}
}

/* The victims leave their nodes and queues. */
static void evict(struct rehearsal *r, const struct probe_nodes *nodes)
{
	memset(r->want, 0, (size_t)r->words * sizeof *r->want);
	for (int i = 0; i < r->n_losers; i++)
		bit_set(r->want, r->losers[i]);
	change_victims(r);
	memcpy(r->set, nodes->bits, (size_t)bit_words(nodes->n) * sizeof *r->set);
	for (int i = 0; i < nodes->n; i++)
		if (r->left_behind[i])
			bit_set(r->set, i);
	rehearsal_nodes_reset(r->nodes, r->set);
	r->books->kind->reset(r->books);
}

/* ---- the walk ---- */

/* Where the pod ends up; -1: nowhere. */
static int destination(const struct rehearsal *r, const struct role *role)
{
	int node = rehearsal_nodes_find(r->nodes, role->class, role->able);

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

static bool must_return(struct rehearsing *x, struct actor *a)
{
	if (a->duty == NOT_ASKED)
		a->duty =
			foresight_fate(x->q, x->f, a->job) == MUST_RETURN ? MUST : NEED_NOT_RETURN;
	return a->duty == MUST;
}

/* What these pods took of room that the rest needs, as foresight_placed counts it. False: too much.
 */
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

/* False: the scenario fails. */
static bool act(struct rehearsing *x, int at)
{
	struct rehearsal *r = x->r;
	struct actor *a = &r->actors[at];
	bool placed = place(r, a);

	if (placed)
		r->books->kind->charge(r->books, a->queue, a->amount);
	if (at == r->preemptor_place)
		return placed;
	return placed ? take_spare(x, a, must_return(x, a)) : !must_return(x, a);
}

static bool walk(struct rehearsing *x)
{
	bool ok = true;

	memcpy(x->r->spare, x->f->spare, (size_t)x->f->n_slots * sizeof(double));
	ordered_walk_start(x->r->walk, x->r->books);
	for (int left = 1 + x->r->n_losers, at;
		ok && left > 0 && (at = ordered_walk_pop(x->r->walk)) >= 0; left--)
		ok = act(x, at);
	return ok;
}

enum { CAST_SHARE = 8 };

/* The cast costs about as much as simulations that evict an eighth of all pods: before that many
 * were, it is not known to pay. Who wants few victims to be simulated first (--victim-notes 0:
 * none) is not kept waiting. */
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

bool rehearse(struct search *q, struct foresight *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	struct rehearsing x = {.q = q, .f = f};
	bool fails = false, odd;

	if (!is_time(q, f, p))
		return false;
	x.r = f->rehearsal;
	if (lose_all(x.r, p)) {
		evict(x.r, nodes);
		fails = !walk(&x);
		odd = rehearsal_nodes_odd(x.r->nodes);
		q->rehearsed_well = !fails && !odd &&
			p->preemptor->preemptible; /* others have a quota that was not looked at */
		fails &= !odd;
	}
	forget(x.r);
	return fails;
}
