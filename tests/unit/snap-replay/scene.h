/* A search for the pending job "a", without running it, and a scenario of it, for tests of what is
 * known before one is simulated. */
#ifndef SNAP_SCENE_H
#define SNAP_SCENE_H
#include "acts.h"
#include "cmd/snap-replay/shortcuts/bounds.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/session/units.h"

enum { NODES_MAX = 4, JOBS_MAX = 8, WORD_MAX = 32 };

/* Names of jobs are one letter long: `must` and `stay` list them. */
struct scene {
	struct fixture f;
	struct search q;
	const char *must, *stay;
	bool in[NODES_MAX];
	uint64_t bits; /* the same */
	struct probe_nodes nodes;
	struct proposal p;
	struct job *candidates[JOBS_MAX];
};

static inline bool lists(const char *letters, const struct job *j)
{
	return letters && j->name.n == 1 && strchr(letters, j->name.p[0]);
}

static inline enum victim_fate fate(struct search *q, struct job *preemptor, struct job *victim)
{
	const struct scene *s = q->ctx;

	(void)preemptor;
	return lists(s->must, victim)    ? MUST_RETURN
		: lists(s->stay, victim) ? UNTOUCHABLE
					 : MAY_BE_LOST;
}

static inline struct job_list candidates(struct search *q)
{
	struct scene *s = q->ctx;
	struct job_list list = {.items = s->candidates};

	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (q->session->c->jobs[i] != q->job)
			s->candidates[list.n++] = q->session->c->jobs[i];
	return list;
}

/* Candidates: the jobs with a running pod. */
static inline struct job_list running_jobs(struct search *q)
{
	struct scene *s = q->ctx;
	struct job_list list = {.items = s->candidates};

	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (q->session->c->jobs[i]->counts[POD_RUNNING])
			s->candidates[list.n++] = q->session->c->jobs[i];
	return list;
}

static inline void scene_open(struct scene *s, const char *raw)
{
	*s = (struct scene){0};
	fixture_open(&s->f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	s->f.searches.diagnosed = s->f.searches.diagnostics_limit = 1000;
	s->q = (struct search){.session = &s->f.session,
		.job = fixture_job(&s->f, "a"),
		.action = "reclaim",
		.fate = fate,
		.victims = candidates,
		.questions = &shortcuts,
		.memory = shortcuts.action_begins(&s->f.session),
		.ctx = s};
	s->nodes = (struct probe_nodes){s->in, &s->bits, s->f.cluster.n_nodes};
	for (int i = 0; i < s->f.cluster.n_nodes; i++)
		s->in[i] = true;
	s->bits = (UINT64_C(1) << s->f.cluster.n_nodes) - 1;
	s->p.pending = session_tasks_to_allocate(&s->f.session, s->q.job, false);
	s->p.preemptor = partial_job(&s->q, s->q.job, s->p.pending.items, s->p.pending.n);
}

/* Simulations with noted victims record, and so many victims were simulated. */
static inline void record_notes(struct scene *s, long simulated)
{
	s->f.searches.diagnosed = 0;
	s->f.searches.simulated = simulated;
}

static inline void scene_close(struct scene *s)
{
	shortcuts.search_ends(&s->q, true);
	search_free(&s->q);
	shortcuts.action_ends(s->q.memory);
	fixture_close(&s->f);
}

static inline struct task *pod(struct scene *s, const char *name)
{
	char key[WORD_MAX];

	snprintf(key, sizeof key, "n/%.16s", name);
	return fixture_task(&s->f, key);
}

/* names: "v1 v2", each a batch of its own. */
static inline void add_victims(struct scene *s, struct batches *b, const char *names)
{
	char name[WORD_MAX];
	int n;

	for (; sscanf(names, "%31s%n", name, &n) == 1; names += n) {
		struct task **one = ARENA_ARRAY(&s->q.arena, 1, struct task *);

		one[0] = pod(s, name);
		batches_add(&s->q, b,
			(struct batch){.job = one[0]->job,
				.tasks = one,
				.n = 1,
				.job_index = one[0]->job->index});
	}
}

static inline void has_bound_at(
	struct scene *s, enum bound want, const char *what, const char *file, int line)
{
	static const char *const names[BOUNDS] = {[BOUND_NONE] = "no bound",
		[INFEASIBLE_CAPACITY] = "capacity",
		[INFEASIBLE_PACKING] = "packing",
		[INFEASIBLE_PROTECTED] = "protected",
		[INFEASIBLE_UNITS] = "units",
		[INFEASIBLE_DRY_RUN] = "dry run",
		[INFEASIBLE_UNFAIR] = "unfair"};
	enum bound got = bounds_forecast(&s->q, &s->p, &s->nodes).bound;

	if (!tap_ok(got == want, file, line, "%s: %s", what, names[want]))
		printf("# got: %s\n", names[got]);
}
#define has_bound(s, want, what) has_bound_at((s), (want), (what), __FILE__, __LINE__)

/* So many simulations are counted that a dry run pays. */
static inline void enough_simulations(struct scene *s)
{
	bounds_forecast(&s->q, &s->p, &s->nodes);
	for (int i = 0; i < 8; i++)
		bounds_simulated(&s->q, &s->p);
}

static inline void nothing_before(struct scene *s)
{
	(void)s;
}

/* One scenario, opened, prepared and judged. */
#define judges(raw, victims, must_return, prepare, want, what) \
	do { \
		struct scene s_; \
		scene_open(&s_, raw); \
		s_.must = (must_return); \
		add_victims(&s_, &s_.p.potential, victims); \
		prepare(&s_); \
		has_bound(&s_, want, what); \
		scene_close(&s_); \
	} while (0)
#define bounded(raw, victims, must_return, want, what) \
	judges(raw, victims, must_return, nothing_before, want, what)

/* As session_tasks_to_allocate does. */
static inline void note_cached(struct scene *s, struct job *j)
{
	j->unit_cached = true;
	bit_set(s->f.cluster.may_cache_unit, j->index);
}

/* The job has its first pod as a cached unit, though that runs; job_drop_cache ends it. */
static inline struct job *stale_job(struct scene *s, const char *name)
{
	struct job *j = fixture_job(&s->f, name);

	j->unit = j->tasks;
	j->n_unit = 1;
	note_cached(s, j);
	return j;
}

static inline bool moved(struct scene *s, struct statement *st, const char *name, const char *node)
{
	const struct eviction why = {.action = "reclaim"};
	struct task *t = pod(s, name);

	return statement_evict(st, t, &why) &&
		statement_pipeline(st, t, fixture_node(&s->f, node), false) &&
		t->status == POD_PIPELINED && t->node == fixture_node(&s->f, node);
}

#endif
