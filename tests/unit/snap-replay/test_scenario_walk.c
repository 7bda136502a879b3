/* The scenario walk against the plain walk that it stands for: random clusters, queues with random
 * priorities, quotas and limits of CPU, memory and GPUs, and victims' jobs that take back what they
 * held when they are popped. Compared is the sequence in which the preemptor and the victims' jobs
 * come: once by the session's own amounts, once by a queue ledger. */
#include "acts.h"
#include "cmd/snap-replay/session/walk/queue_walk.h"
#include "cmd/snap-replay/shortcuts/fixed_jobs.h"
#include "cmd/snap-replay/session/statement.h"
#include "cmd/snap-replay/shortcuts/scenario_walk_private.h"

enum { TOPS = 8 /* at most */, MIDDLES = 10, LEAVES = 40, QUEUES = 1 + TOPS + MIDDLES + LEAVES };
enum { JOBS = 200, CLUSTERS = 300, ROUNDS = 20 };

/* The order of queues is total: each is of another age, and they differ in GPUs only. */
static bool total;

/* A quota and a limit of up to `most`, each often -1: none. */
static void add_resource(struct strbuf *b, const char *name, int most)
{
	bool none = total && strcmp(name, "gpu") != 0;

	strbuf_addf(b, "'%s':{'quota':%d,'limit':%d,'overQuotaWeight':%d}", name,
		under(3) && !none ? under(most) : -1, under(4) || none ? -1 : under(most),
		under(3));
}

static void add_queue(struct strbuf *b, const char *name, int number, const char *parent)
{
	strbuf_addf(b,
		"%s{'metadata':{'name':'%s%d','creationTimestamp':'2024-01-01T00:00:%02dZ'},"
		"'spec':{'parentQueue':'%s','priority':%d,'resources':{",
		b->s[b->len - 1] == '[' ? "" : ",", name, number, total ? number : 0, parent,
		10 * under(2));
	add_resource(b, "cpu", 20000);
	strbuf_addz(b, ",");
	add_resource(b, "memory", 20000);
	strbuf_addz(b, ",");
	add_resource(b, "gpu", 20);
	strbuf_addz(b, "}}}");
}

static void add_child(struct strbuf *b, const char *name, int number, char above, int n_above)
{
	char parent[] = {above, (char)('0' + number % n_above), 0};

	add_queue(b, name, number, parent);
}

/* The one pod of a job, or two that request the same, of which the first runs. */
static void add_pods(struct strbuf *b, int i)
{
	bool partly = i % 14 == 3, runs = i % 2;
	int cpu = under(6), memory = under(6), gpus = under(6);

	strbuf_addf(b,
		"%s" POD_MORE("p%02d", "j%02d", "", "", "%s",
			"'cpu':'%d','memory':'%dG','nvidia.com/gpu':'%d'", "%s"),
		i ? "," : "", i, i, i, runs ? "'nodeName':'n0'," : "", cpu, memory, gpus,
		runs ? "Running" : "Pending");
	if (partly)
		strbuf_addf(b,
			"," POD_MORE("x%02d", "j%02d", "", "", "",
				"'cpu':'%d','memory':'%dG','nvidia.com/gpu':'%d'", "Pending"),
			i, i, i, cpu, memory, gpus);
}

/* Job 0 is the preemptor, every other of the rest runs, and some of these wait, too. rooted: the
 * top queues have one above them. */
static void cluster_open(struct fixture *f, bool rooted, int tops)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[");
	if (rooted)
		add_queue(&b, "root", 0, "");
	for (int i = 0; i < tops; i++)
		add_queue(&b, "t", i, rooted ? "root0" : "");
	for (int i = 0; i < MIDDLES; i++)
		add_child(&b, "m", i, 't', tops);
	for (int i = 0; i < LEAVES; i++)
		add_child(&b, "q", i, 'm', MIDDLES);
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "400") "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q%d", "%s", "%02d", "1"), i ? "," : "", i,
			under(24), under(LEAVES), under(3) ? "low" : "mid");
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < JOBS; i++)
		add_pods(&b, i);
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

struct round {
	struct session *s;
	struct job *preemptor;
	struct scenario_walk *walk;
	struct fixed_jobs *fixed;
	struct queue_ledger *live, *ledger;
	bool lost[JOBS], back[JOBS]; /* by job index: it is a victim; it finds a place again */
	int twin[JOBS];              /* by job index: walk_job.twin */
	int few;    /* one of so many jobs is lost: there are bundles; 0: most are */
	int unseen; /* walks that popped the preemptor, and did not see its top queue's turn */
	int watched,
		other_turns; /* walks that saw it; walks with fixed jobs that did not see it so */
	int passed_over;     /* fixed jobs that are victims, too */
	struct job *popped[3][JOBS + 1];
	/* By queue: its fixed jobs; how many of them the plain walk had popped at the turn of the
	 * preemptor, and when the last victim's job before it was popped. */
	int fixed_of[QUEUES], at_turn[QUEUES], before_turn[QUEUES];
	const struct queue *last_lost; /* of that job; NULL: there was none */
	/* Of scenario_walk_passed: fewer, and more than those; exact ones. */
	int too_few, too_many, exact;
	/* Turns at which the own queue of the preemptor seems to have passed it, or to have had
	 * jobs before it too long; those at which it rightly seems so. */
	int own_wrong, hidden;
};
enum way { PLAIN_WALK, LIVE, LEDGER };

static bool waits(const struct job *j)
{
	return j->counts[POD_PENDING] > 0;
}

static bool is_involved(const struct round *r, const struct job *j)
{
	return j == r->preemptor || r->lost[j->index];
}

static void take_back(struct round *r, struct job *j, enum way way)
{
	if (!r->lost[j->index] || !r->back[j->index])
		return;
	if (way == LEDGER)
		r->ledger->ops->allocate(r->ledger, j->queue, j->tasks[0]->request);
	else
		session_on_allocate(r->s, j->tasks[0]);
}

static void lose_again(struct round *r, enum way way)
{
	for (int i = 0; way != LEDGER && r->popped[way][i]; i++)
		if (r->lost[r->popped[way][i]->index] && r->back[r->popped[way][i]->index])
			session_on_deallocate(r->s, r->popped[way][i]->tasks[0]);
}

/* The waiting jobs are fixed, but every fifth, which is an inert one of the scenario. */
static bool is_fixed(const struct round *r, const struct job *j)
{
	return waits(j) && j != r->preemptor && (r->few || j->index % 5);
}

/* The plain walk popped the job, before the turn of the preemptor or at it. */
static void count_popped(struct round *r, const struct job *j)
{
	if (r->lost[j->index]) {
		memcpy(r->before_turn, r->at_turn, sizeof r->before_turn);
		r->last_lost = j->queue;
	} else if (is_fixed(r, j)) {
		r->at_turn[j->queue->index]++;
	}
}

static void pop_plain(struct round *r)
{
	struct walk *w = walk_new(r->s, &(struct walk_options){.depth = -1});
	bool before = true;
	struct job *j;
	int n = 0;

	memset(r->fixed_of, 0, sizeof r->fixed_of);
	memset(r->at_turn, 0, sizeof r->at_turn);
	memset(r->before_turn, 0, sizeof r->before_turn);
	r->last_lost = NULL;
	for (int i = 0; i < r->s->c->n_jobs; i++)
		r->fixed_of[r->s->c->jobs[i]->queue->index] += is_fixed(r, r->s->c->jobs[i]);

	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (waits(r->s->jobs_to_fill[i]) || r->lost[r->s->jobs_to_fill[i]->index])
			walk_fill_one(w, r->s->jobs_to_fill[i]);
	while ((j = walk_pop(w))) {
		if (before)
			count_popped(r, j);
		before &= j != r->preemptor;
		if (is_involved(r, j)) {
			r->popped[PLAIN_WALK][n++] = j;
			take_back(r, j, PLAIN_WALK);
		}
	}
	walk_free(w);
	lose_again(r, PLAIN_WALK);
}

/* Walks over some of the jobs and over none, so that bundles are made. */
static void walk_often(
	struct round *r, const struct queue_ledger *l, const struct walk_job *jobs, int n)
{
	for (int i = 0; i < 12; i++) {
		scenario_walk_start(r->walk, l, jobs, i % 3 ? n / i : 0);
		while (scenario_walk_pop(r->walk) >= 0)
			;
	}
}

/* The ledger loses what the lost jobs held, behind a walk that has kept the keys from before. */
static void lose_in_ledger(struct round *r, const struct walk_job *jobs, int n)
{
	r->ledger->ops->reset(r->ledger);
	walk_often(r, r->ledger, jobs, n);
	for (int i = 0; i < r->s->c->n_jobs; i++) {
		const struct job *j = r->s->c->jobs[i];

		if (r->lost[i])
			r->ledger->ops->change_start(r->ledger, j->queue, j->tasks[0]->request, -1);
	}
}

/* The queue of the job that has nothing above it, or the root only. */
static const struct queue *top_of(const struct job *j)
{
	const struct queue *q = j->queue;

	while (q->name.p[0] != 't')
		q = q->parent;
	return q;
}

static bool is_another(const struct round *r, const struct job *j)
{
	return waits(j) && j != r->preemptor;
}

static bool is_none(const struct round *r, const struct job *j)
{
	(void)r;
	(void)j;
	return false;
}

static bool is_twin(const struct round *r, const struct job *j)
{
	return r->lost[j->index] && is_fixed(r, j);
}

static void set_lost(struct round *r, struct job *j, bool lost)
{
	job_set_status(r->s->c, j->tasks[0], lost ? POD_RELEASING : POD_RUNNING);
	j->tasks[0]->virtual_status = lost;
}

static void set_twins(struct round *r, bool lost)
{
	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (is_twin(r, r->s->c->jobs[i]))
			set_lost(r, r->s->c->jobs[i], lost);
}

static void fix(struct round *r)
{
	fixed_jobs_settle(r->fixed);
	scenario_walk_fix(r->walk, &r->s->arena, r->fixed, NULL);
}

/* A job that is fixed and a victim, too, stands among the fixed ones where it was before the loss.
 */
static void fix_twins(struct round *r)
{
	set_twins(r, false);
	fix(r);
	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		r->twin[i] = is_twin(r, j)
			? 1 + scenario_walk_job(r->walk, j, NULL, false).fixed_before
			: 0;
	}
	set_twins(r, true);
}

/* Fixes these jobs, and lists all others of a walk, sorted, and victims' jobs even if they are
 * fixed. Returns how many. */
static int divide(
	struct round *r, bool (*fixes)(const struct round *, const struct job *), struct job **jobs)
{
	int n = 0;

	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		fixed_jobs_drop(r->fixed, j);
		if (fixes(r, j))
			fixed_jobs_put(r->fixed, j);
		if (fixes(r, j) ? r->lost[i] && fixes == is_fixed : waits(j) || r->lost[i])
			jobs[n++] = j;
	}
	if (fixes == is_fixed)
		fix_twins(r);
	else
		fix(r);
	scenario_walk_sort(r->walk, jobs, n);
	return n;
}

static bool has_twin(const struct round *r, const struct queue *q)
{
	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (r->s->c->jobs[i]->queue == q && r->twin[i])
			return true;
	return false;
}

/* So many fixed jobs come before the preemptor, and the walk has passed so many. */
static void compare_own(struct round *r, int before, int passed)
{
	const struct queue *own = r->preemptor->queue;
	bool hidden = scenario_walk_popped(r->walk, own) < before;

	r->own_wrong += passed > before;
	r->own_wrong += hidden && r->before_turn[own->index] >= before && r->last_lost != own;
	r->hidden += hidden;
}

/* At the turn of the preemptor. */
static void compare_passed(struct round *r, int before)
{
	int passed[QUEUES] = {0};

	scenario_walk_passed(r->walk, passed);
	if (!has_twin(r, r->preemptor->queue))
		compare_own(r, before, passed[r->preemptor->queue->index]);
	for (int i = 0; i < r->s->c->n_queues; i++) {
		if (r->s->c->queues[i] == r->preemptor->queue || has_twin(r, r->s->c->queues[i]))
			continue;
		r->too_few += passed[i] < r->before_turn[i];
		r->too_many += passed[i] > r->at_turn[i] && passed[i] < r->fixed_of[i];
		r->exact += passed[i] >= r->before_turn[i] && passed[i] <= r->at_turn[i] &&
			passed[i] < r->fixed_of[i];
	}
}

/* Of these jobs of the scenario. Fixed jobs are compared as they were before the loss. */
static void make_walk_jobs(
	struct round *r, enum way way, struct job *const *jobs, int n, struct walk_job *out)
{
	set_twins(r, false);
	for (int i = 0; i < n; i++) {
		const double *request = way == LEDGER ? jobs[i]->tasks[0]->request : NULL;

		if (is_twin(r, jobs[i]))
			set_lost(r, jobs[i], true);
		out[i] = scenario_walk_job(r->walk, jobs[i], request, !is_involved(r, jobs[i]));
		out[i].twin = r->twin[jobs[i]->index];
		if (is_twin(r, jobs[i]))
			set_lost(r, jobs[i], false);
	}
	set_twins(r, true);
}

static void pop_scenario(struct round *r, enum way way)
{
	struct job *jobs[JOBS];
	struct walk_job walk_jobs[JOBS];
	struct watched_turn turn = {.top = under(2) ? top_of(r->preemptor) : NULL};
	int n, next;

	n = divide(r, is_fixed, jobs);
	make_walk_jobs(r, way, jobs, n, walk_jobs);
	if (way == LEDGER)
		lose_in_ledger(r, walk_jobs, n);
	else
		walk_often(r, r->live, walk_jobs, n);
	r->ledger->ops->reset(r->ledger);
	scenario_walk_watch(r->walk, &turn);
	scenario_walk_start(r->walk, way == LEDGER ? r->ledger : r->live, walk_jobs, n);
	for (n = 0; n < JOBS && (next = scenario_walk_pop(r->walk)) >= 0; n++) {
		r->popped[way][n] = walk_jobs[next].job;
		if (r->popped[way][n] == r->preemptor)
			compare_passed(r, walk_jobs[next].fixed_before);
		take_back(r, walk_jobs[next].job, way);
	}
	for (int i = 0; i < r->s->c->n_jobs; i++)
		r->passed_over += r->twin[i] &&
			scenario_walk_popped(r->walk, r->s->c->jobs[i]->queue) >= r->twin[i];
	r->unseen += turn.top && !turn.differs && !r->walk->reached;
	scenario_walk_watch(r->walk, NULL);
	lose_again(r, way);
}

/* Some running jobs lose their pod. */
static void lose_some(struct round *r, struct statement *st)
{
	r->ledger->ops->load(r->ledger);
	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		r->lost[i] = counts_in(j->counts, SET_ACTIVE_ALLOCATED) &&
			(r->few ? !under(r->few) : under(3) > 0);
		r->back[i] = under(4) > 0;
		if (!r->lost[i])
			continue;
		statement_evict(st, j->tasks[0], &(struct eviction){.action = "reclaim"});
	}
}

static int left_out; /* queues of walks that are followed, key by key */

static struct own_turn follow(struct round *r, const struct queue_ledger *l, struct job *own)
{
	struct walk_job job = scenario_walk_job(r->walk, own, own->tasks[0]->request, false);

	scenario_walk_start(r->walk, l, &job, 1);
	for (int i = 0; i < r->s->c->n_queues; i++)
		left_out += r->walk->queues[i].left_out;
	return scenario_walk_follow(r->walk, top_of(own));
}

/* What is seen of the preemptor's turn with this greatest key. fixed: its fixed jobs are fixed;
 * else all are jobs of the scenario, so that each has a turn of its own. */
static struct watched_turn watch_all(
	struct round *r, const struct own_turn *own, bool fixed, bool *reached)
{
	struct job *jobs[JOBS];
	struct walk_job walk_jobs[JOBS];
	struct watched_turn turn = {.top = top_of(r->preemptor), .most = own->most};
	int n;

	memcpy(turn.request, own->request, sizeof turn.request);
	n = divide(r, fixed ? is_another : is_none, jobs);
	for (int i = 0; i < n; i++)
		walk_jobs[i] = scenario_walk_job(
			r->walk, jobs[i], jobs[i]->tasks[0]->request, jobs[i] != r->preemptor);
	if (fixed)
		walk_often(r, r->live, walk_jobs, n);
	scenario_walk_watch(r->walk, &turn);
	scenario_walk_start(r->walk, r->live, walk_jobs, n);
	scenario_walk_pop(r->walk);
	scenario_walk_watch(r->walk, NULL);
	*reached = r->walk->reached;
	return turn;
}

/* The preemptor's turn, below its top queue alone, then seen in both ways. */
static void compare_watched(struct round *r)
{
	struct own_turn own;
	struct watched_turn turns[2];
	bool reached[2];

	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		fixed_jobs_drop(r->fixed, j);
		if (waits(j) && j != r->preemptor)
			fixed_jobs_put(r->fixed, j);
	}
	fixed_jobs_settle(r->fixed);
	scenario_walk_fix(r->walk, &r->s->arena, r->fixed, top_of(r->preemptor));
	own = follow(r, r->live, r->preemptor);
	for (int i = 0; i < 2; i++)
		turns[i] = watch_all(r, &own, i, &reached[i]);
	r->watched += reached[1];
	r->other_turns += reached[0] != reached[1] || turns[0].differs != turns[1].differs;
}

/* Some queues hold less than when the bundles were made. */
static void change(struct round *r, struct job *const *jobs, int n)
{
	for (int i = 0; i < n && i < 3; i++)
		r->ledger->ops->change_start(
			r->ledger, jobs[under(n)]->queue, jobs[i]->tasks[0]->request, -3);
	r->ledger->ops->reset(r->ledger);
}

/* The way of each waiting job to its turn, with bundles and without. */
static int follow_all(struct round *r)
{
	int differ = 0;

	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *own = r->s->c->jobs[i], *fixed[JOBS];
		const struct queue_ledger *l = i % 4 < 2 ? r->live : r->ledger;
		struct own_turn plain, bundled;
		int n = 0;

		if (!waits(own))
			continue;
		r->ledger->ops->load(r->ledger);
		for (int k = 0; k < r->s->c->n_jobs; k++) {
			struct job *j = r->s->c->jobs[k];

			fixed_jobs_drop(r->fixed, j);
			if (!waits(j) || j == own)
				continue;
			fixed_jobs_put(r->fixed, j);
			if (top_of(j) == top_of(own))
				fixed[n++] = j;
		}
		fixed_jobs_settle(r->fixed);
		scenario_walk_fix(r->walk, &r->s->arena, r->fixed, top_of(own));
		r->ledger->ops->reset(r->ledger);
		walk_often(r, l, NULL, 0);
		if (i % 8 > 5)
			change(r, fixed, n);
		if (i % 16 > 7) /* bundles that are not valid any more are made anew */
			walk_often(r, l, NULL, 0);
		bundled = follow(r, l, own);
		scenario_walk_fix(r->walk, &r->s->arena, r->fixed, top_of(own));
		plain = follow(r, l, own);
		differ += plain.most_at != bundled.most_at || plain.next_at != bundled.next_at ||
			plain.leads != bundled.leads ||
			queue_sort_key_order(&plain.most, &bundled.most) ||
			memcmp(plain.request, bundled.request, sizeof plain.request) != 0;
	}
	return differ;
}

/* One scenario. different: by way; the plain walk counts as different if it popped next to nothing.
 */
static void one_round(struct round *r, int different[3])
{
	struct statement st;

	memset(r->popped, 0, sizeof r->popped);
	statement_begin(&st, r->s);
	lose_some(r, &st);
	pop_plain(r);
	for (enum way way = LIVE; way <= LEDGER; way++) {
		pop_scenario(r, way);
		different[way] +=
			memcmp(r->popped[PLAIN_WALK], r->popped[way], sizeof r->popped[way]) != 0;
	}
	different[PLAIN_WALK] += !r->few && !r->popped[PLAIN_WALK][JOBS / 8];
	compare_watched(r);
	statement_discard(&st);
	statement_free(&st);
}

int main(void)
{
	static const int tops[] = {1, 2, TOPS};
	int different[3] = {0, 0, 0}, ways = 0, unseen = 0, watched = 0, other_turns = 0;
	int too_few = 0, too_many = 0, exact = 0, own_wrong = 0, hidden = 0;
	int passed_over = 0;
	uint64_t versions = 0;

	for (int i = 0; i < CLUSTERS; i++) {
		struct fixture f;
		struct session *s = &f.session;
		struct round r = {.s = s};

		total = i % 8 < 4;
		cluster_open(&f, i % 2, tops[i / 8 % 3]);
		r.preemptor = fixture_job(&f, "j00");
		r.walk = scenario_walk_new(s, &s->arena);
		r.fixed = fixed_jobs_new(s, &versions);
		r.live = session_queue_ledger(s, &s->arena, true);
		r.ledger = session_queue_ledger(s, &s->arena, false);
		for (int k = 0; k < ROUNDS; k++) {
			r.few = k % 2 ? k % 4 * 12 : 0;
			one_round(&r, different);
		}
		ways += follow_all(&r);
		unseen += r.unseen;
		watched += r.watched;
		other_turns += r.other_turns;
		too_few += r.too_few;
		too_many += r.too_many;
		exact += r.exact;
		own_wrong += r.own_wrong;
		hidden += r.hidden;
		passed_over += r.passed_over;
		fixed_jobs_free(r.fixed);
		fixture_close(&f);
	}
	ok(different[PLAIN_WALK] == 0, "every plain walk pops victims' jobs");
	ok(different[LIVE] == 0, "by the session's amounts: %d of %d differ", different[LIVE],
		CLUSTERS * ROUNDS);
	ok(different[LEDGER] == 0, "by a queue ledger: %d of %d differ", different[LEDGER],
		CLUSTERS * ROUNDS);
	ok(ways == 0, "with bundles %d ways to a turn differ", ways);
	ok(left_out == 0, "in which %d queues were left out", left_out);
	ok(unseen == 0, "a watched queue's turn is not passed over: it was %d times", unseen);
	ok(other_turns == 0 && watched > CLUSTERS, "of %d turns %d are seen in another way",
		watched, other_turns);
	ok(too_few == 0 && too_many == 0 && exact > CLUSTERS,
		"of %d leaves that were passed in part, %d seem to have popped too few jobs, %d too many",
		exact, too_few, too_many);
	ok(own_wrong == 0 && hidden > CLUSTERS,
		"jobs are before the preemptor in %d turns, and %d times that is wrong", hidden,
		own_wrong);
	ok(passed_over > CLUSTERS, "%d fixed jobs are passed over, as they are victims",
		passed_over);
	return tap_end();
}
