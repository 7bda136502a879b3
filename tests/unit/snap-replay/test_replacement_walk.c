/* The walk of simulations and that of dry runs against the plain walk that they stand for: random
 * clusters, and queues that take back what popped victims hold. What is compared is the sequence in
 * which jobs come out. */
#include "acts.h"
#include "cmd/snap-replay/shortcuts/ordered_walk.h"
#include "cmd/snap-replay/session/walk/queue_walk.h"
#include "cmd/snap-replay/shortcuts/replacement_walk.h"
#include "cmd/snap-replay/session/statement.h"

enum { TOPS = 3, LEAVES = 9, JOBS = 60, CLUSTERS = 12, ROUNDS = 20 };

/* Job 0 is the preemptor, every other of the rest runs. */
static void cluster_open(struct fixture *f)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[");
	for (int i = 0; i < TOPS; i++)
		strbuf_addf(&b,
			QUEUE_GPUS("t%d", "", "{'quota':%d,'limit':-1,'overQuotaWeight':1}") ",", i,
			under(40));
	for (int i = 0; i < LEAVES; i++)
		strbuf_addf(&b,
			"%s" QUEUE_GPUS(
				"q%d", "t%d", "{'quota':%d,'limit':-1,'overQuotaWeight':1}"),
			i ? "," : "", i, i % TOPS, under(20));
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "400") "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q%d", "%s", "%02d", "1"), i ? "," : "", i,
			under(24), under(LEAVES), under(3) ? "low" : "mid");
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < JOBS; i++)
		if (i % 2)
			strbuf_addf(&b, "," RUNNING("p%02d", "j%02d", "%d", "n0"), i, i, i,
				1 + under(4));
		else
			strbuf_addf(&b, "%s" PENDING("p%02d", "j%02d", "%d"), i ? "," : "", i, i, i,
				1 + under(4));
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

struct round {
	struct session *s;
	struct walk *plain; /* NULL: the other one is popped */
	struct replacement_walk *walk;
	struct ordered_walk *ordered;
	struct queue_ledger *ledger;
	bool lost[JOBS], back[JOBS]; /* by job index: it is a victim; it finds a place again */
	struct job *popped[3][JOBS + 1];
	struct job *told[JOBS + 1];
};
enum way { PLAIN_WALK, REPLACEMENT, ORDERED };

static bool walks(const struct round *r, const struct job *j)
{
	return j->counts[POD_PENDING] > 0 || r->lost[j->index];
}

static void take_back(struct session *s, const struct job *j)
{
	session_on_allocate(s, j->tasks[0]);
}

static void lose_again(struct session *s, const struct job *j)
{
	session_on_deallocate(s, j->tasks[0]);
}

static bool returns(const struct round *r, const struct job *j)
{
	return r->lost[j->index] && r->back[j->index];
}

static void pop_all(struct round *r, enum way way)
{
	struct job *j;
	int n = 0;

	while (n < JOBS && (j = r->plain ? walk_pop(r->plain) : replacement_walk_pop(r->walk))) {
		r->popped[way][n++] = j;
		if (returns(r, j))
			take_back(r->s, j);
	}
	for (int i = 0; i < n; i++)
		if (returns(r, r->popped[way][i]))
			lose_again(r->s, r->popped[way][i]);
}

static void pop_plain(struct round *r)
{
	r->plain = walk_new(r->s, &(struct walk_options){.depth = -1});
	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (walks(r, r->s->jobs_to_fill[i]))
			walk_fill_one(r->plain, r->s->jobs_to_fill[i]);
	pop_all(r, PLAIN_WALK);
	walk_free(r->plain);
	r->plain = NULL;
}

static void pop_replacement(struct round *r, struct job *preemptor)
{
	struct job *jobs[JOBS];
	int n = 0;

	jobs[n++] = preemptor;
	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (r->lost[i])
			jobs[n++] = r->s->c->jobs[i];
	replacement_walk_start(r->walk, jobs, n);
	pop_all(r, REPLACEMENT);
}

/* All walk from the start but the running ones, which are added and removed as they are lost; those
 * that wait are silent. */
static void pop_ordered(struct round *r, const struct job *preemptor)
{
	struct job *all[JOBS], *const *jobs;
	int n = 0;

	for (int i = 0; i < r->s->c->n_jobs; i++)
		all[n++] = r->s->c->jobs[i];
	jobs = ordered_walk_set(r->ordered, all, n);
	for (int i = 0; i < n; i++) {
		session_request_vector(r->s, jobs[i], false);
		ordered_walk_ask(r->ordered, i, jobs[i]->unit_sums);
		ordered_walk_add(
			r->ordered, i, jobs[i] != preemptor && jobs[i]->counts[POD_PENDING] > 0);
		if (!walks(r, jobs[i]))
			ordered_walk_remove(r->ordered, i);
	}
	r->ledger->ops->reset(r->ledger);
	ordered_walk_start(r->ordered, r->ledger);
	n = 0;
	for (int at; n < JOBS && (at = ordered_walk_pop(r->ordered)) >= 0; n++) {
		r->popped[ORDERED][n] = jobs[at];
		if (returns(r, jobs[at]))
			r->ledger->ops->allocate(
				r->ledger, jobs[at]->queue, jobs[at]->tasks[0]->request);
	}
}

/* Those of the plain walk whom an ordered one tells. */
static void leave_out_silent(struct round *r, const struct job *preemptor)
{
	int n = 0;

	for (int i = 0; i < JOBS && r->popped[PLAIN_WALK][i]; i++)
		if (r->popped[PLAIN_WALK][i] == preemptor ||
			r->lost[r->popped[PLAIN_WALK][i]->index])
			r->told[n++] = r->popped[PLAIN_WALK][i];
}

/* Some running jobs lose their pod. */
static void lose_some(struct round *r, struct statement *st)
{
	r->ledger->ops->load(r->ledger);
	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		r->lost[i] = !j->counts[POD_PENDING] && under(3) > 0;
		r->back[i] = under(4) > 0;
		if (!r->lost[i])
			continue;
		statement_evict(st, j->tasks[0], &(struct eviction){.action = "reclaim"});
		r->ledger->ops->change_start(r->ledger, j->queue, j->tasks[0]->request, -1);
	}
}

/* One scenario. What differs is counted by way; of the plain one, that it popped fewer than those
 * that wait: nothing was compared. */
static void one_round(struct round *r, struct job *preemptor, int different[3])
{
	struct statement st;

	memset(r->popped, 0, sizeof r->popped);
	memset(r->told, 0, sizeof r->told);
	statement_begin(&st, r->s);
	lose_some(r, &st);
	pop_plain(r);
	pop_replacement(r, preemptor);
	pop_ordered(r, preemptor);
	leave_out_silent(r, preemptor);
	different[REPLACEMENT] += memcmp(r->popped[PLAIN_WALK], r->popped[REPLACEMENT],
					  sizeof r->popped[REPLACEMENT]) != 0;
	different[ORDERED] += memcmp(r->told, r->popped[ORDERED], sizeof r->told) != 0;
	different[PLAIN_WALK] += !r->popped[PLAIN_WALK][JOBS / 2 - 1];
	statement_discard(&st);
	statement_free(&st);
}

int main(void)
{
	int different[3] = {0, 0, 0};

	for (int i = 0; i < CLUSTERS; i++) {
		struct fixture f;
		struct session *s = &f.session;
		struct round r = {.s = s};

		cluster_open(&f);
		r.walk = replacement_walk_new(s, fixture_job(&f, "j00"));
		r.ordered = ordered_walk_new(s, &s->arena);
		r.ledger = session_queue_ledger(s, &s->arena);
		for (int k = 0; k < ROUNDS; k++)
			one_round(&r, fixture_job(&f, "j00"), different);
		replacement_walk_free(r.walk);
		fixture_close(&f);
	}
	ok(different[PLAIN_WALK] == 0, "every plain walk pops at least the jobs that wait");
	ok(different[REPLACEMENT] == 0, "replacement walks: %d of %d differ",
		different[REPLACEMENT], CLUSTERS * ROUNDS);
	ok(different[ORDERED] == 0, "ordered walks: %d of %d differ", different[ORDERED],
		CLUSTERS * ROUNDS);
	return tap_end();
}
