/* The walk of simulations, started in both ways, against the plain walk that it stands for: random clusters, and queues that take back what
 * popped victims hold. What is compared is the sequence in which jobs come out. */
#include <stdlib.h>

#include "acts.h"
#include "cmd/snap-replay/session/queue_walk.h"
#include "cmd/snap-replay/session/replacement_walk.h"
#include "cmd/snap-replay/session/statement.h"

enum { TOPS = 3, LEAVES = 9, JOBS = 60, CLUSTERS = 12, ROUNDS = 20 };

static uint32_t seed = 2463534242u;

static int under(int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (int)(seed % (uint32_t)n);
}

/* Job 0 is the preemptor, every other of the rest runs. */
static void cluster_open(struct fixture *f)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[");
	for (int i = 0; i < TOPS; i++)
		strbuf_addf(&b, QUEUE_GPUS("t%d", "", "{'quota':%d,'limit':-1,'overQuotaWeight':1}") ",", i, under(40));
	for (int i = 0; i < LEAVES; i++)
		strbuf_addf(&b, "%s" QUEUE_GPUS("q%d", "t%d", "{'quota':%d,'limit':-1,'overQuotaWeight':1}"), i ? "," : "", i, i % TOPS,
		            under(20));
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "400") "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q%d", "%s", "%02d", "1"), i ? "," : "", i, under(24), under(LEAVES),
		            under(3) ? "low" : "mid");
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < JOBS; i++)
		if (i % 2)
			strbuf_addf(&b, "," RUNNING("p%02d", "j%02d", "%d", "n0"), i, i, i, 1 + under(4));
		else
			strbuf_addf(&b, "%s" PENDING("p%02d", "j%02d", "%d"), i ? "," : "", i, i, i, 1 + under(4));
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

struct round {
	struct session *s;
	struct replacement_walk *walk;
	bool lost[JOBS], back[JOBS]; /* by job index: it is a victim; it finds a place again */
	struct job *popped[3][JOBS + 1];
};
enum way { PLAIN_WALK, STARTED, IN_ORDER };

static bool walks(const struct round *r, const struct job *j)
{
	return j->counts[POD_PENDING] > 0 || r->lost[j->index];
}

static void move_back(struct session *s, const struct job *j, double sign)
{
	s->queue_charge.items[0].fn(s->queue_charge.items[0].ctx, j->queue, j->tasks[0]->request, sign);
}

static void pop_all(struct round *r, enum way way, struct walk *plain)
{
	struct job *j;
	int n = 0;

	while (n < JOBS && (j = way == PLAIN_WALK ? walk_pop(plain) : replacement_walk_pop(r->walk))) {
		r->popped[way][n++] = j;
		if (r->lost[j->index] && r->back[j->index])
			move_back(r->s, j, 1);
	}
	for (int i = 0; i < n; i++)
		if (r->lost[r->popped[way][i]->index] && r->back[r->popped[way][i]->index])
			move_back(r->s, r->popped[way][i], -1);
}

static void pop_plain(struct round *r)
{
	struct walk *w = walk_new(r->s, &(struct walk_options){.depth = -1});

	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (walks(r, r->s->jobs_to_fill[i]))
			walk_fill_one(w, r->s->jobs_to_fill[i]);
	pop_all(r, PLAIN_WALK, w);
	walk_free(w);
}

static void pop_started(struct round *r, struct job *preemptor)
{
	struct job *jobs[JOBS];
	int n = 0;

	jobs[n++] = preemptor;
	for (int i = 0; i < r->s->c->n_jobs; i++)
		if (r->lost[i])
			jobs[n++] = r->s->c->jobs[i];
	replacement_walk_start(r->walk, jobs, n);
	pop_all(r, STARTED, NULL);
}

static struct session *sorted_for;

static int by_fill(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	return l->queue != r->queue ? l->queue->index - r->queue->index : l->fill_rank - r->fill_rank;
}

static int by_order(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	if (l->queue != r->queue)
		return l->queue->index - r->queue->index;
	return session_job_less(sorted_for, l, r) ? -1 : session_job_less(sorted_for, r, l);
}

static void pop_in_order(struct round *r, const struct job *preemptor)
{
	struct job *all[JOBS] = {0}, *filled[JOBS] = {0}, *others[JOBS];
	double requests[JOBS][3];
	int n = 0, k = 0;

	for (int i = 0; i < r->s->c->n_jobs; i++) {
		struct job *j = r->s->c->jobs[i];

		if (!walks(r, j))
			continue;
		session_request_vector(r->s, j, false);
		memcpy(requests[i], j->unit_sums, sizeof requests[i]);
		all[n++] = j;
		if (j == preemptor || r->lost[i])
			filled[k++] = j;
	}
	memcpy(others, filled, sizeof others);
	sorted_for = r->s;
	qsort(all, (size_t)n, sizeof *all, by_order);
	qsort(others, (size_t)k, sizeof *others, by_order);
	qsort(filled, (size_t)k, sizeof *filled, by_fill);
	replacement_walk_set_order(r->walk, all, n, (const double (*)[3])requests);
	replacement_walk_start_in_order(r->walk, filled, others, k);
	pop_all(r, IN_ORDER, NULL);
}

/* One scenario: some running jobs lose their pod. */
static void one_round(struct session *s, struct replacement_walk *walk, struct job *preemptor, int different[3])
{
	struct round *r = xcalloc(1, sizeof *r);
	struct statement st;

	r->s = s;
	r->walk = walk;
	statement_begin(&st, s);
	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->c->jobs[i];

		r->lost[i] = !j->counts[POD_PENDING] && under(3) > 0;
		r->back[i] = under(4) > 0;
		if (r->lost[i])
			statement_evict(&st, j->tasks[0], &(struct eviction){.action = "reclaim"});
	}
	pop_plain(r);
	pop_started(r, preemptor);
	pop_in_order(r, preemptor);
	for (int way = STARTED; way <= IN_ORDER; way++)
		different[way] += memcmp(r->popped[PLAIN_WALK], r->popped[way], sizeof r->popped[way]) != 0;
	different[PLAIN_WALK] += !r->popped[PLAIN_WALK][JOBS / 2 - 1]; /* fewer than those that wait: nothing was compared */
	statement_discard(&st);
	statement_free(&st);
	free(r);
}

int main(void)
{
	int different[3] = {0, 0, 0};

	for (int i = 0; i < CLUSTERS; i++) {
		struct fixture f;
		struct replacement_walk *walk;

		cluster_open(&f);
		walk = replacement_walk_new(&f.session, fixture_job(&f, "j00"));
		for (int k = 0; k < ROUNDS; k++)
			one_round(&f.session, walk, fixture_job(&f, "j00"), different);
		replacement_walk_free(walk);
		fixture_close(&f);
	}
	ok(different[PLAIN_WALK] == 0, "every plain walk pops at least the jobs that wait");
	ok(different[STARTED] == 0, "started with jobs: %d of %d differ", different[STARTED], CLUSTERS * ROUNDS);
	ok(different[IN_ORDER] == 0, "started in order: %d of %d differ", different[IN_ORDER], CLUSTERS * ROUNDS);
	return tap_end();
}
