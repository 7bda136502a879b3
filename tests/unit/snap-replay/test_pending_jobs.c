/* Pending jobs that are kept, against a look at all jobs: random clusters whose pods are evicted
 * and placed, some of it undone, while one job after the other is left out. */
#include "acts.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/session/orders.h"
#include "cmd/snap-replay/session/statement.h"
#include "cmd/snap-replay/session/units.h"
#include "cmd/snap-replay/shortcuts/pending_jobs.h"

enum { LEAVES = 4, JOBS = 40, PODS = 3, CLUSTERS = 10, ROUNDS = 60 };

/* Queue t is above q0 and q1, so jobs there are in no walk. */
static void cluster_open(struct fixture *f)
{
	static const char *const queues[] = {"q0", "q1", "q2", "q3", "t", "none"};
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[" QUEUE("t"));
	for (int i = 0; i < LEAVES; i++)
		strbuf_addf(
			&b, "," QUEUE_GPUS("q%d", "%s", UNLIMITED_RESOURCE), i, i < 2 ? "t" : "");
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "400") "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "%s", "%s", "%02d", "%d"), i ? "," : "", i,
			under(24), queues[under(9) ? under(LEAVES) : LEAVES + under(2)],
			under(3) ? "low" : "mid", 1 + under(PODS));
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < JOBS * PODS; i++) {
		bool runs = i % (2 * PODS) >= PODS || !under(4);

		strbuf_addf(&b,
			"%s" POD_MORE(
				"p%03d", "j%02d", "", "", "%s", "'nvidia.com/gpu':'%d'", "%s"),
			i ? "," : "", i, i, i / PODS, runs ? "'nodeName':'n0'," : "", 1 + under(3),
			runs ? "Running" : "Pending");
	}
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

/* The leaf's jobs that are to be fixed, in order. */
static int look(struct session *s, const struct queue *leaf, const struct job *except, bool all,
	const uint64_t *without, struct job **out)
{
	int n = 0;

	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->c->jobs[i];

		if (j->queue == leaf && j != except && j->counts[POD_PENDING] &&
			!(without && bit_is_set(without, i)) &&
			(all || j->counts[POD_PENDING] == j->n_tasks))
			out[n++] = j;
	}
	session_sort_jobs(s, out, n);
	return n;
}

static bool has_partly(const struct job_list *partly, const struct job *j)
{
	int n = 0;

	for (int i = 0; i < partly->n; i++)
		n += partly->items[i] == j;
	return n == 1;
}

static bool partly_as_found(
	const struct session *s, const struct job *except, const struct job_list *partly)
{
	int n = 0;

	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (j == except || !job_has_leaf(j) || !j->counts[POD_PENDING] ||
			j->counts[POD_PENDING] == j->n_tasks)
			continue;
		n++;
		if (!has_partly(partly, j))
			return false;
	}
	return n == partly->n;
}

static bool leaf_as_found(struct session *s, const struct queue *leaf, const struct job *except,
	bool all, const uint64_t *without, const struct fixed_jobs *f)
{
	struct job *want[JOBS];
	const struct fixed_leaf *l = &f->leaves[leaf->index];
	int n = look(s, leaf, except, all, without, want), least = JOBS, records = 0;

	if (l->n != n)
		return false;
	for (int i = 0; i < n; i++) {
		const struct walk_job *j = &f->jobs[l->first + i];

		session_request_vector(s, want[i], false);
		if (j->job != want[i] || j->rank != want[i]->fill_rank ||
			memcmp(j->request, want[i]->unit_sums, sizeof want[i]->unit_sums) != 0 ||
			memcmp(j->request, f->classes.requests[j->request_class],
				sizeof want[i]->unit_sums) != 0)
			return false;
		if (j->rank < least && f->records[l->first + records++] != i)
			return false;
		least = j->rank < least ? j->rank : least;
	}
	return l->n_records == records && fixed_jobs_first_rank(f, leaf) == (n ? least : -1);
}

static bool as_found_without(struct session *s, const struct job *except, bool all,
	const uint64_t *without, const struct fixed_jobs *f)
{
	for (int i = 0; i < s->c->n_queues; i++)
		if (!s->c->queues[i]->n_children &&
			!leaf_as_found(s, s->c->queues[i], except, all, without, f))
			return false;
	return true;
}

static bool as_found(
	struct session *s, const struct job *except, bool all, const struct fixed_jobs *f)
{
	return as_found_without(s, except, all, NULL, f);
}

/* Pods are evicted, or placed; a third of it is undone. */
static void change_some(struct session *s)
{
	struct statement st;

	statement_begin(&st, s);
	for (int i = under(12); i > 0; i--) {
		struct task *t = &s->c->tasks[under(s->c->n_tasks)];

		if (t->status == POD_PENDING)
			statement_pipeline(&st, t, &s->c->nodes[0], true);
		else
			statement_evict(&st, t, &(struct eviction){.action = "reclaim"});
	}
	if (under(3))
		statement_discard(&st);
	statement_free(&st);
}

/* What some jobs cache is made anew, maybe of Pending pods only. */
static void cache_some(struct session *s)
{
	for (int i = under(6); i > 0; i--) {
		struct job *j = s->c->jobs[under(s->c->n_jobs)];

		job_drop_cache(j);
		if (under(2))
			session_tasks_to_allocate(s, j, true);
	}
}

enum { VERSIONS = 1 << 16 };
static uint64_t known[VERSIONS]; /* by version: the leaf's jobs; 0: it was not seen yet */

static uint64_t hash_of(const struct fixed_jobs *f, const struct fixed_leaf *leaf)
{
	uint64_t hash = 1 + (uint64_t)(leaf - f->leaves);

	for (int i = leaf->first; i < leaf->first + leaf->n; i++)
		hash = hash * 1099511628211 + (uint64_t)f->jobs[i].job->index + 1;
	return hash;
}

/* Leaves of all views that have one version have the same jobs. */
static int count_mixed_up(const struct session *s, const struct fixed_jobs *f)
{
	int wrong = 0;

	for (int i = 0; i < s->c->n_queues; i++) {
		const struct fixed_leaf *leaf = &f->leaves[i];
		uint64_t *one = &known[leaf->version % VERSIONS], hash = hash_of(f, leaf);

		wrong += leaf->version ? *one && *one != hash : leaf->n > 0;
		*one = hash;
	}
	return wrong;
}

static const struct job *some_job(const struct session *s)
{
	return under(4) ? s->c->jobs[under(s->c->n_jobs)] : NULL;
}

/* Some jobs are left out, mostly those of the last time. *as: the rest is as found. */
static const struct fixed_jobs *find_rest(
	struct session *s, const struct job *except, struct pending_jobs *p, bool *as)
{
	static uint64_t without[(JOBS + 63) / 64];
	const struct fixed_jobs *f;

	for (int i = 0; i < JOBS; i++)
		if (!under(9)) {
			bit_clear(without, i);
			if (under(2))
				bit_set(without, i);
		}
	f = pending_jobs_without(p, except, without);
	*as = as_found_without(s, except, true, without, f);
	return f;
}

int main(void)
{
	int wrong_waiting = 0, wrong_partly = 0, wrong_all = 0, wrong_rest = 0, mixed_up = 0;

	for (int i = 0; i < CLUSTERS; i++) {
		struct fixture f;
		struct session *s = &f.session;
		struct pending_jobs *p;

		cluster_open(&f);
		p = pending_jobs_new(s);
		memset(known, 0, sizeof known);
		for (int k = 0; k < ROUNDS; k++) {
			const struct job *except = some_job(s);
			struct job_list partly;

			change_some(s);
			cache_some(s);
			if (under(2)) {
				const struct fixed_jobs *all = pending_jobs_all(p, except);

				wrong_all += !as_found(s, except, true, all);
				mixed_up += count_mixed_up(s, all);
			}
			if (under(2)) {
				bool as;

				mixed_up += count_mixed_up(s, find_rest(s, except, p, &as));
				wrong_rest += !as;
			}
			if (under(2))
				continue;
			wrong_waiting += !as_found(
				s, except, false, pending_jobs_waiting(p, except, &partly));
			wrong_partly += !partly_as_found(s, except, &partly);
		}
		pending_jobs_free(p);
		fixture_close(&f);
	}
	is_number(wrong_waiting, 0, "jobs that wait are those that a look at all jobs finds");
	is_number(wrong_partly, 0, "so are partly running ones");
	is_number(wrong_all, 0, "so are both together");
	is_number(wrong_rest, 0, "so are both together without some jobs");
	is_number(mixed_up, 0, "equal versions mean equal jobs");
	return tap_end();
}
