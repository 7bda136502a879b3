/* Victims counted in and out from one scenario to the next, against sums over all of them
 * (shortcuts/bounds_victims.c): random sets. */
#include <stdlib.h>

#include "acts.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/session/units.h"
#include "common/mem.h"

enum { NODES = 5, JOBS = 30, MORE_JOBS = 70, ROUNDS = 200 };

/* By the job's name: every third one must return, every seventh must not even be moved. */
static enum victim_fate fate(struct search *q, struct job *preemptor, struct job *victim)
{
	int number = atoi(victim->name.p + 1);

	(void)q;
	(void)preemptor;
	return number % 7 == 0 ? UNTOUCHABLE : number % 3 == 0 ? MUST_RETURN : MAY_BE_LOST;
}

/* Job j00 waits, the others run. */
static void cluster_open(struct fixture *f, int jobs)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < NODES; i++)
		strbuf_addf(&b, "%s" GPU_NODE("n%d", "13"), i ? "," : "", i, i);
	strbuf_addz(&b, "],'podGroups':[");
	for (int i = 0; i < jobs; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q", "%s", "01", "1"), i ? "," : "", i,
			i ? "low" : "high");
	strbuf_addz(&b, "],'pods':[" PENDING("p00", "j00", "8"));
	for (int i = 1; i < jobs; i++)
		strbuf_addf(&b, "," RUNNING("p%02d", "j%02d", "%d", "n%d"), i, i, i, 1 + under(4),
			under(NODES));
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
	f->searches.diagnosed = f->searches.diagnostics_limit = 1000;
}

/* What the set comes to, worked out anew. */
struct sums {
	double must, gain[NODES];
	int on[NODES], n, untouchable;
};

static struct sums sums_of(struct search *q, const struct bounds *f, struct task *const *set, int n)
{
	struct sums s = {.n = n};

	for (int i = 0; i < n; i++) {
		enum victim_fate its = fate(q, NULL, set[i]->job);

		s.gain[set[i]->node->index] += set[i]->request[f->slots[f->n_slots - 1]];
		s.on[set[i]->node->index]++;
		s.untouchable += its == UNTOUCHABLE;
		s.must += its == MUST_RETURN ? set[i]->request[f->slots[f->n_slots - 1]] : 0;
	}
	return s;
}

static bool is_same(const struct bounds *f, const struct sums *s)
{
	const struct victims *v = &f->victims;
	int last = f->n_slots - 1;
	bool same = v->n == s->n && v->n_untouchable == s->untouchable && v->must[last] == s->must;

	for (int i = 0; i < NODES; i++)
		same &= v->gain[i * f->n_slots + last] == s->gain[i] && v->on[i] == s->on[i] &&
			bit_is_set(v->nodes, i) == (s->on[i] > 0);
	return same;
}

/* What nodes have beyond what is requested, node by node. */
static double spare_of(const struct bounds *f, const struct probe_nodes *nodes, int column)
{
	double spare = -f->need[column] - f->victims.must[column];

	for (int n = 0; n < NODES; n++) {
		int at = n * f->n_slots + column;
		double room = f->left[at] + f->victims.gain[at];

		if ((nodes->in[n] || f->victims.on[n]) && room > 0)
			spare += room;
	}
	return spare;
}

/* The bounds that sums over nodes find, against sums over all nodes. */
static bool same_bound(struct bounds *f, const struct sums *s, const struct probe_nodes *nodes)
{
	enum bound found = bounds_of_sums(f, nodes);

	if (s->untouchable)
		return found == INFEASIBLE_PROTECTED;
	if (bounds_pods_lack_room(f, nodes, &f->classes[0]))
		return found == INFEASIBLE_PACKING;
	for (int i = 0; i < f->n_slots; i++) {
		if (f->spare[i] != spare_of(f, nodes, i))
			return false;
		if (f->spare[i] < 0)
			return found == INFEASIBLE_CAPACITY;
	}
	return found == BOUND_NONE;
}

static struct bounds *begin(struct search *q)
{
	return bounds_begin(q, q->job, session_tasks_to_allocate(q->session, q->job, false));
}

/* ---- by batches that differ ---- */

enum { BATCHES = 150, MOST_TASKS = 3 };

/* A list of batches that grows, and a scenario of some of them. */
struct growing {
	struct search *q;
	struct task *running[MORE_JOBS], *tasks[2][BATCHES][MOST_TASKS], *recorded_tasks[2][2];
	struct batch items[2][BATCHES], recorded[2];
	struct batches lists[2]; /* as of two accumulators */
	bool again[2][BATCHES];
	uint64_t numbers[2][3]; /* by list */
	int n_running;
};

static bool is_in(const struct batch *b, const struct task *t)
{
	for (int i = 0; i < b->n; i++)
		if (b->tasks[i] == t)
			return true;
	return false;
}

/* Most batches have pods of their own. */
static void grow_list(struct growing *g, int l)
{
	struct batches *list = &g->lists[l];
	struct batch *new = &list->items[list->n];
	bool *again = &g->again[l][list->n];

	*new = (struct batch){.tasks = g->tasks[l][list->n]};
	*again = false;
	for (int left = 1 + under(MOST_TASKS); left > 0; left--) {
		struct task *t = g->running[under(g->n_running)];
		bool known =
			is_in(new, t) || is_in(&g->recorded[0], t) || is_in(&g->recorded[1], t);

		for (int i = 0; i < list->n; i++)
			known |= is_in(&list->items[i], t);
		if (known && under(60))
			continue;
		*again |= known;
		new->tasks[new->n++] = t;
	}
	list->n++;
}

static struct proposal draw(struct growing *g, int l)
{
	struct proposal p = {.among = &g->lists[l], .numbers = g->numbers[l], .distinct = true};

	for (int flips = under(4); flips > 0 && p.among->n; flips--) {
		int i = under(p.among->n);

		g->numbers[l][i / 64] ^= UINT64_C(1) << i % 64;
	}
	for (int i = 0; i < p.among->n; i++)
		p.distinct &= !(g->again[l][i] && bit_is_set(g->numbers[l], i));
	return p;
}

/* All its victims; -1: one stands twice. */
static int gather(const struct proposal *p, struct task **set)
{
	const struct batch *b = &p->recorded.items[0];
	int n = 0, at = 0;

	for (; b; b = next_potential(p, &at))
		for (int i = 0; i < b->n; i++) {
			for (int k = 0; k < n; k++)
				if (set[k] == b->tasks[i])
					return -1;
			set[n++] = b->tasks[i];
		}
	return n;
}

/* Makes the sums those of p. False: a victim stands twice. */
static bool sum_up(struct search *q, struct bounds *f, const struct proposal *p, int *followed)
{
	if (victims_follow(q, f, p)) {
		++*followed;
		return true;
	}
	return victims_sum_up(q, f, p);
}

/* What changes the sums in another way. */
static void disturb(struct growing *g, struct bounds *f)
{
	switch (under(40)) {
	case 0: shortcuts_of(g->q)->generation++; break;
	case 1:
		victims_clear(f);
		victims_add(f, g->running[under(g->n_running)]);
		victims_update(g->q, f);
		break;
	case 2:
		victims_exchange(g->q, f);
		victims_exchange(g->q, f);
		break;
	default: break;
	}
}

static struct task **draw_recorded(struct growing *g, int r)
{
	g->recorded_tasks[r][0] = g->running[2 * r];
	return g->recorded_tasks[r];
}

static void follows(void)
{
	struct fixture f;
	struct search q = {.session = &f.session, .fate = fate, .questions = &shortcuts};
	struct growing *g = xcalloc(1, sizeof *g);
	int different = 0, followed = 0, twice = 0, wrong = 0;

	cluster_open(&f, MORE_JOBS);
	q.job = fixture_job(&f, "j00");
	q.memory = shortcuts.action_begins(&f.session);
	g->q = &q;
	for (int i = 0; i < f.cluster.n_tasks; i++)
		if (f.cluster.tasks[i].node)
			g->running[g->n_running++] = &f.cluster.tasks[i];
	for (int i = 0; i < 2; i++) {
		g->lists[i].items = g->items[i];
		g->recorded[i] = (struct batch){.tasks = draw_recorded(g, i), .n = 1};
	}
	for (int round = 0; round < 40 * ROUNDS; round++) {
		struct task *set[BATCHES * MOST_TASKS + 1];
		int l = round / 70 % 2, n, before = followed;
		struct bounds *b = begin(&q);
		struct proposal p;
		struct sums s;

		if (round % 800 == 0) { /* another search */
			g->lists[0].n = g->lists[1].n = 0;
			memset(g->numbers, 0, sizeof g->numbers);
			b->preemptor = NULL;
			b = begin(&q);
		}
		victims_of_pick(b, under(3));
		if (under(2) && g->lists[l].n < BATCHES)
			grow_list(g, l);
		p = draw(g, l);
		p.recorded = (struct batches){.items = &g->recorded[round / 30 % 2], .n = 1};
		n = gather(&p, set);
		if (sum_up(&q, b, &p, &followed) != (n >= 0))
			wrong++;
		twice += n < 0 && followed == before;
		if (n >= 0) {
			s = sums_of(&q, b, set, n);
			different += !is_same(b, &s);
		}
		disturb(g, b);
	}
	ok(followed > 5 * ROUNDS && twice > ROUNDS && !wrong,
		"%d scenarios by what differs; of %d it is known that a pod stands twice", followed,
		twice);
	ok(different == 0, "%d of them have other sums", different);
	free(g);
	shortcuts.search_ends(&q, true);
	search_free(&q);
	shortcuts.action_ends(q.memory);
	fixture_close(&f);
}

int main(void)
{
	struct fixture f;
	struct search q = {.session = &f.session, .fate = fate, .questions = &shortcuts};
	struct task *set[JOBS];
	struct bounds *g;
	bool in[NODES] = {false, true, true, false, true};
	const struct probe_nodes nodes = {.in = in, .n = NODES};
	int different = 0, refused = 0, found[BOUNDS] = {0};

	cluster_open(&f, JOBS);
	q.job = fixture_job(&f, "j00");
	q.memory = shortcuts.action_begins(&f.session);
	for (int round = 0; round < ROUNDS; round++) {
		int n = 0, some = under(100);
		struct sums s;

		g = begin(&q);
		victims_of_pick(g, under(6));
		victims_clear(g);
		if (!under(10)) { /* a simulation that left something behind */
			shortcuts_of(&q)->generation++;
			g = begin(&q);
			g->valid = false;
		}
		for (int i = 0; i < f.cluster.n_tasks; i++)
			if (f.cluster.tasks[i].node && under(100) < some &&
				(round % 4 == 0 ||
					fate(&q, NULL, f.cluster.tasks[i].job) != UNTOUCHABLE))
				set[n++] = &f.cluster.tasks[i];
		for (int i = n; i > 0; i--) /* the order does not matter */
			refused += !victims_add(g, set[i - 1]);
		refused += !victims_update(&q, g);
		s = sums_of(&q, g, set, n);
		different += !is_same(g, &s);
		if (!g->valid)
			bounds_read_nodes(&q, g, &nodes);
		different += !same_bound(g, &s, &nodes);
		found[bounds_of_sums(g, &nodes)]++;
	}
	ok(found[BOUND_NONE] && found[INFEASIBLE_CAPACITY] && found[INFEASIBLE_PROTECTED] &&
			found[INFEASIBLE_PACKING],
		"some have no bound, others have one");
	ok(different == 0, "sums of %d random sets, %d differ", ROUNDS, different);
	ok(refused == 0, "none of them has a pod twice, or one that is not reversible");
	g = begin(&q);
	ok(victims_add(g, set[0]) && !victims_add(g, set[0]), "a pod cannot be a victim twice");
	shortcuts.search_ends(&q, true);
	search_free(&q);
	shortcuts.action_ends(q.memory);
	fixture_close(&f);
	follows();
	return tap_end();
}
