/* Reclaim against a second, slow writing of rules/05 12, on clusters by chance: who may reclaim,
 * from whom, and whether a scenario is fair. All amounts are small whole numbers, so that equal
 * ones are frequent. */
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "tests/unit/chance.h"
#include "tests/unit/snap-replay/share_tree.h"
#include "tests/unit/tap.h"

enum { QUEUES = 7, JOBS = 4, TASKS = 4, SETS = 2, SLOTS = 5, SLOT_MIG = 4, ROUNDS = 20000 };

struct world {
	struct share_tree t;
	struct job reclaimer, jobs[JOBS];
	struct pod_set sets[JOBS][SETS];
	struct task tasks[JOBS][TASKS], *lists[JOBS][TASKS];
	struct mig_request mig_requests[JOBS][TASKS];
	double requests[JOBS][TASKS][SLOTS];
	struct scenario_victims victims[JOBS];
	double request[SLOTS];
	int n_jobs;
};

static bool percent(int n)
{
	return under(100) < n;
}

static void make_queues(struct world *w)
{
	int n = 2 + under(QUEUES - 1);

	for (int i = 0; i < n; i++) {
		int parent = i > 0 && percent(60) ? under(i) : -1;
		struct queue_share *share = share_tree_add(&w->t, STR("q"), parent);

		for (int k = 0; k < TRIPLE; k++)
			share->r[k] = (struct share){.deserved = percent(15) ? UNLIMITED : under(4),
				.limit = percent(80) ? UNLIMITED : under(6),
				.fair_share = percent(10) ? UNLIMITED : under(7),
				.allocated = under(8),
				.allocated_np = under(3)};
	}
}

static void make_victims(struct world *w, int reclaimer)
{
	w->n_jobs = under(JOBS + 1);
	for (int v = 0; v < w->n_jobs; v++) {
		struct job *j = &w->jobs[v];
		int queue = under(w->t.p.n_queues);

		j->name = STR("v");
		j->queue = percent(95) && queue != reclaimer ? &w->t.queues[queue] : NULL;
		for (int i = 0; i < SETS; i++)
			w->sets[v][i].min = under(3);
		w->victims[v] = (struct scenario_victims){j, w->lists[v], 1 + under(TASKS)};
		for (int i = 0; i < w->victims[v].n; i++) {
			struct task *t = w->lists[v][i] = &w->tasks[v][i];
			struct mig_request *m = &w->mig_requests[v][i];

			t->job = j;
			t->pod_set = &w->sets[v][under(SETS)];
			t->status = percent(70) ? POD_RELEASING : POD_PIPELINED;
			t->request = w->requests[v][i];
			w->requests[v][i][SLOT_CPU] = under(3);
			w->requests[v][i][SLOT_MEMORY] = under(2);
			t->accepted_set = percent(95);
			if (percent(75)) {
				t->accepted =
					(struct gpu_request){.count = under(4), .fraction = 1};
				continue;
			}
			*m = (struct mig_request){.slot = percent(90) ? SLOT_MIG : -1,
				.quantity = 1 + under(2),
				.gpus = 2};
			if (m->slot >= 0)
				w->requests[v][i][m->slot] = (double)m->quantity;
			t->gpu.n_mig = t->accepted.n_mig = 1;
			t->type = REQUEST_MIG;
			t->gpu.mig = t->accepted.mig = m;
		}
	}
}

static void world_open(struct world *w)
{
	int reclaimer;

	*w = (struct world){0};
	share_tree_open(&w->t, SLOTS);
	w->t.mig[SLOT_MIG] = true;
	w->t.mig_gpus[SLOT_MIG] = 2;
	w->t.s.exhaustive = percent(50);
	w->t.params.allow_consolidating_reclaim = percent(50);
	make_queues(w);
	w->t.p.multiplier = percent(60) ? 1 : 1.5;
	reclaimer = under(w->t.p.n_queues);
	make_victims(w, reclaimer);
	w->request[SLOT_CPU] = under(3);
	w->request[SLOT_MEMORY] = under(2);
	w->request[SLOT_GPU] = under(4);
	w->reclaimer = (struct job){.queue = &w->t.queues[reclaimer],
		.preemptible = percent(70),
		.unit_request = w->request,
		.unit_request_cached = true};
	memcpy(w->reclaimer.unit_sums, w->request, sizeof w->reclaimer.unit_sums);
	w->reclaimer.unit_sums[SLOT_GPU] += percent(20) ? 2 : 0; /* of MIG */
	reclaimable_open(&w->t.p);
	reclaim_validator_open(&w->t.p);
}

/* ---- the rules once more ---- */

static bool at_most(const double *a, const double *b)
{
	for (int k = 0; k < TRIPLE; k++)
		if (b[k] != UNLIMITED && (a[k] == UNLIMITED || a[k] > b[k]))
			return false;
	return true;
}

struct figures {
	double deserved[TRIPLE], fair_share[TRIPLE], allocated[TRIPLE], allocatable[TRIPLE],
		with_request[TRIPLE], np_with_request[TRIPLE];
};

static struct figures figures_of(const struct world *w, int queue)
{
	struct figures f;

	for (int k = 0; k < TRIPLE; k++) {
		const struct share *r = &w->t.shares[queue].r[k];

		f.deserved[k] = r->deserved;
		f.fair_share[k] = r->fair_share;
		f.allocated[k] = r->allocated;
		f.with_request[k] = r->allocated + w->reclaimer.unit_sums[k];
		f.np_with_request[k] = r->allocated_np + w->reclaimer.unit_sums[k];
		f.allocatable[k] =
			r->deserved == UNLIMITED ? r->limit : fmax(r->deserved, r->fair_share);
		if (r->limit != UNLIMITED)
			f.allocatable[k] = fmin(f.allocatable[k], r->limit);
	}
	return f;
}

static int path(const struct world *w, int queue, int *out)
{
	const struct queue *up = w->t.queues[queue].parent;
	int n = up ? path(w, up->index, out) : 0;

	out[n] = queue;
	return n + 1;
}

/* The leveled pair of two queues. */
static void level(const struct world *w, int *r, int *e)
{
	int rs[QUEUES], es[QUEUES], rn = path(w, *r, rs), en = path(w, *e, es), i = 0;

	while (rs[i] == es[i] && i + 1 < rn && i + 1 < en)
		i++;
	*r = rs[i];
	*e = es[i];
}

static bool can_reclaim(const struct world *w)
{
	struct figures f = figures_of(w, w->reclaimer.queue->index);

	return at_most(f.with_request, f.fair_share) &&
		(w->reclaimer.preemptible || at_most(f.np_with_request, f.deserved));
}

static bool keeps(const struct world *w, int victim)
{
	int r = w->reclaimer.queue->index, e = victim;
	struct figures rf, ef;
	bool below = false;

	level(w, &r, &e);
	rf = figures_of(w, r);
	ef = figures_of(w, e);
	if (!at_most(rf.with_request, rf.deserved))
		return !at_most(ef.allocated, ef.allocatable);
	for (int k = 0; k < TRIPLE; k++) {
		if (w->reclaimer.unit_sums[k] <= 0 || ef.deserved[k] == UNLIMITED)
			continue;
		if (ef.allocated[k] > ef.deserved[k])
			return true;
		below |= ef.allocated[k] < ef.deserved[k];
	}
	return !below;
}

struct state {
	double left[QUEUES][TRIPLE];
	bool touched[QUEUES], involved[QUEUES][TRIPLE];
};

static bool allowed(const struct world *w, const struct state *st, int leaf)
{
	int r = w->reclaimer.queue->index, e = leaf;
	struct figures rf, ef;

	level(w, &r, &e);
	rf = figures_of(w, r);
	ef = figures_of(w, e);
	return !at_most(st->left[e], ef.allocatable) ||
		(at_most(rf.with_request, rf.deserved) && !at_most(st->left[e], ef.deserved));
}

static bool take(const struct world *w, struct state *st, int leaf, const double *all,
	const double *without_mig)
{
	if (!allowed(w, st, leaf))
		return false;
	for (const struct queue *q = &w->t.queues[leaf]; q; q = q->parent) {
		st->touched[q->index] = true;
		for (int k = 0; k < TRIPLE; k++) {
			st->left[q->index][k] -= all[k];
			st->involved[q->index][k] |= without_mig[k] > 0;
		}
	}
	return true;
}

static bool lost(const struct world *w, const struct task *t)
{
	return t->status == POD_RELEASING || !w->t.params.allow_consolidating_reclaim;
}

static void amounts(const struct task *t, double *all, double *without_mig)
{
	double mig = 0;

	if (!t->accepted_set)
		return;
	if (t->accepted.n_mig && t->accepted.mig->slot >= 0)
		mig = (double)(t->accepted.mig->quantity * t->accepted.mig->gpus);
	for (int k = 0; k < TRIPLE; k++) {
		double v = k == SLOT_GPU ? (double)t->accepted.count : t->request[k];

		without_mig[k] += v;
		all[k] += v + (k == SLOT_GPU ? mig : 0);
	}
}

/* The vectors of one victim job. */
static bool take_job(const struct world *w, struct state *st, const struct scenario_victims *v)
{
	double core[TRIPLE] = {0}, core_without_mig[TRIPLE] = {0};
	bool any = false;

	for (int first = 0; first < v->n; first++) {
		const struct pod_set *set = v->tasks[first]->pod_set;
		int seen = 0;
		bool done = false;

		for (int i = 0; i < first; i++)
			done |= v->tasks[i]->pod_set == set;
		for (int i = first; i < v->n && !done; i++) {
			double all[TRIPLE] = {0}, without_mig[TRIPLE] = {0};
			const struct task *t = v->tasks[i];

			if (t->pod_set != set)
				continue;
			if (++seen <= set->min) {
				if (lost(w, t))
					amounts(t, core, core_without_mig);
				any |= lost(w, t);
				continue;
			}
			amounts(t, all, without_mig);
			if (lost(w, t) && !take(w, st, v->job->queue->index, all, without_mig))
				return false;
		}
	}
	return !any || take(w, st, v->job->queue->index, core, core_without_mig);
}

static bool take_all(const struct world *w, struct state *st)
{
	bool done[QUEUES] = {false};

	for (int i = 0; i < w->n_jobs; i++) {
		const struct queue *q = w->victims[i].job->queue;
		bool loses = false;

		for (int k = 0; k < w->victims[i].n; k++)
			loses |= lost(w, w->victims[i].tasks[k]);
		if (!q || !loses || done[q->index])
			continue;
		done[q->index] = true;
		for (int k = i; k < w->n_jobs; k++)
			if (w->victims[k].job->queue == q && !take_job(w, st, &w->victims[k]))
				return false;
	}
	return true;
}

static double ratio(double x, double share)
{
	if (share == 0)
		return x > 0 ? INFINITY : 0;
	return share == UNLIMITED ? 0 : x / share;
}

static bool gains(const struct world *w, const struct state *st, int q, int sibling)
{
	struct figures mine = figures_of(w, q), theirs = figures_of(w, sibling);

	for (int k = 0; k < TRIPLE; k++) {
		double use = ratio(st->left[q][k] + w->reclaimer.unit_sums[k], mine.fair_share[k]);

		if ((st->involved[sibling][k] || w->request[k] > 0) &&
			!(mine.fair_share[k] == UNLIMITED && theirs.fair_share[k] == UNLIMITED) &&
			use > 1 && theirs.fair_share[k] > 0 &&
			use * w->t.p.multiplier >=
				ratio(st->left[sibling][k], theirs.fair_share[k]))
			return true;
	}
	return false;
}

static bool is_fair(const struct world *w)
{
	struct state st = {0};

	for (int i = 0; i < w->t.p.n_queues; i++)
		for (int k = 0; k < TRIPLE; k++)
			st.left[i][k] = w->t.shares[i].r[k].allocated;
	if (!take_all(w, &st))
		return false;
	for (const struct queue *q = w->reclaimer.queue; q; q = q->parent) {
		struct figures f = figures_of(w, q->index);

		if (!w->reclaimer.preemptible && !at_most(f.np_with_request, f.deserved))
			return false;
		for (int i = 0; i < w->t.p.n_queues; i++)
			if (i != q->index && w->t.queues[i].parent == q->parent && st.touched[i] &&
				gains(w, &st, q->index, i))
				return false;
	}
	return true;
}

/* What the queue, and those below it, lose of the slot; *most: through one job. */
static double loss_of(const struct world *w, const struct queue *e, int slot, double *most)
{
	double sum = 0;

	*most = 0;
	for (int i = 0; i < w->n_jobs; i++) {
		double all[TRIPLE] = {0}, without_mig[TRIPLE] = {0};
		const struct queue *q = w->victims[i].job->queue;

		while (q && q != e)
			q = q->parent;
		for (int k = 0; q && k < w->victims[i].n; k++)
			if (lost(w, w->victims[i].tasks[k]))
				amounts(w->victims[i].tasks[k], all, without_mig);
		sum += all[slot];
		*most = fmax(*most, all[slot]);
	}
	return sum;
}

/* ---- both, compared ---- */

static int n_fair, n_unfair, n_wrong, n_tight, n_gains;

static void compare(bool engine, bool rules, const char *what, int round)
{
	if (engine != rules && n_wrong++ < 5)
		ok(false, "round %d: %s: %d, by the rules %d", round, what, engine, rules);
}

static void compare_victim(struct world *w, int queue, int round)
{
	struct job victim = {.name = STR("v"), .queue = &w->t.queues[queue]};
	struct state st = {0};

	for (int i = 0; i < w->t.p.n_queues; i++)
		for (int k = 0; k < TRIPLE; k++)
			st.left[i][k] = w->t.shares[i].r[k].allocated;
	compare(session_reclaim_victim_filter(&w->t.s, &w->reclaimer, &victim), keeps(w, queue),
		"the victim is looked at", round);
	compare(session_reclaim_refuses_loss(&w->t.s, &w->reclaimer, &victim),
		!allowed(w, &st, queue), "a loss is refused", round);
}

/* The scenario is fair, and no queue loses more than it holds. */
static void compare_loss(struct world *w, int queue, int round)
{
	struct job victim = {.name = STR("v"), .queue = &w->t.queues[queue]};
	struct loss_room room;
	double sum, most;

	if (!session_reclaim_loss_room(&w->t.s, &w->reclaimer, &victim, &room))
		return;
	for (int k = 0; k < TRIPLE; k++)
		if (loss_of(w, room.queue, k, &most) >
			w->t.shares[room.queue->index].r[k].allocated)
			return;
	sum = loss_of(w, room.queue, room.slot, &most);
	compare(sum - most >= room.amount, false, "beyond the loss room", round);
	n_tight += sum >= room.amount;
}

/* The scenario is fair, so no loss in it lets a queue gain on another one. */
static void compare_gain(struct world *w, const struct scenario_victims *v, int round)
{
	double all[TRIPLE] = {0}, without_mig[TRIPLE] = {0}, below[TRIPLE], most;
	static const double nothing[TRIPLE];
	struct gain_losses losses = {all, below};
	int r = w->reclaimer.queue->index, e;
	bool any = false;

	if (!v->job->queue)
		return;
	e = v->job->queue->index;
	for (int i = 0; i < v->n; i++) {
		any |= lost(w, v->tasks[i]);
		if (lost(w, v->tasks[i]))
			amounts(v->tasks[i], all, without_mig);
	}
	if (!any)
		return;
	level(w, &r, &e);
	for (int k = 0; k < TRIPLE; k++)
		below[k] = loss_of(w, &w->t.queues[r], k, &most);
	compare(session_reclaim_refuses_gain(&w->t.s, &w->reclaimer, v->job, &losses), false,
		"a gain is refused", round);
	losses.below = nothing;
	n_gains += session_reclaim_refuses_gain(&w->t.s, &w->reclaimer, v->job, &losses);
}

int main(void)
{
	struct world *w = xmalloc(sizeof *w);

	for (int round = 0; round < ROUNDS; round++) {
		struct scenario scenario;
		bool fair;

		world_open(w);
		scenario = (struct scenario){&w->reclaimer, w->victims, w->n_jobs};
		compare(session_can_reclaim(&w->t.s, &w->reclaimer), can_reclaim(w), "may reclaim",
			round);
		session_job_solution_start(&w->t.s, &w->reclaimer);
		for (int i = 0; i < w->t.p.n_queues; i++)
			compare_victim(w, i, round);
		fair = is_fair(w);
		compare(session_reclaim_validator(&w->t.s, &scenario), fair, "fair", round);
		*(fair && w->n_jobs ? &n_fair : &n_unfair) += 1;
		for (int i = 0; fair && i < w->t.p.n_queues; i++)
			compare_loss(w, i, round);
		for (int i = 0; fair && i < w->n_jobs; i++)
			compare_gain(w, &w->victims[i], round);
		session_close(&w->t.s);
	}
	ok(n_wrong == 0, "%d of %d answers differ from the rules", n_wrong, ROUNDS);
	ok(n_fair > ROUNDS / 20 && n_unfair > ROUNDS / 20, "fair: %d, unfair: %d", n_fair,
		n_unfair);
	ok(n_tight > ROUNDS / 400, "%d times all that a queue may lose is lost", n_tight);
	ok(n_gains > ROUNDS / 400,
		"%d losses are fair for what is lost below the reclaimer's queue", n_gains);
	free(w);
	return tap_end();
}
