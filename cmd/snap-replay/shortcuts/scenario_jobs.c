#include "shortcuts/scenario_jobs.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/job.h"
#include "shortcuts/pending_jobs.h"
#include "shortcuts/scenario_walk.h"
#include "shortcuts/shortcuts.h"

struct scenario_jobs {
	struct arena arena;
	struct scenario_walk *walk;
	struct queue_ledger *ledger;    /* live */
	struct job_list partly_running; /* jobs with Pending pods and with pods in use */
	struct job **jobs;              /* scratch: of the present scenario */
	struct walk_job *walk_jobs;     /* the same in the order of the walk */
	bool begun;                     /* the fixed jobs are those of the present search */
};

static struct scenario_jobs *scenario_jobs_new(const struct search *q)
{
	struct session *s = q->session;
	size_t jobs = (size_t)s->c->n_jobs + 2;
	struct scenario_jobs *m = xcalloc(1, sizeof *m);

	m->walk = scenario_walk_new(s, &m->arena);
	scenario_walk_watch(m->walk, &shortcuts_of(q)->turn);
	m->ledger = session_queue_ledger(s, &m->arena, true);
	m->jobs = ARENA_ARRAY(&m->arena, jobs, struct job *);
	m->walk_jobs = ARENA_ARRAY(&m->arena, jobs, struct walk_job);
	return m;
}

void scenario_jobs_free(struct scenario_jobs *m)
{
	if (m)
		arena_free(&m->arena);
	free(m);
}

void scenario_jobs_search_ends(struct scenario_jobs *m)
{
	if (m)
		m->begun = false;
}

/* The fixed jobs are those whose pods no scenario can touch: a Pending pod, none in use, and not
 * the preemptor's original. */
static struct scenario_jobs *begin(struct search *q, const struct job *preemptor)
{
	struct shortcuts *all = shortcuts_of(q);
	struct scenario_jobs *m;

	if (!all->jobs)
		all->jobs = scenario_jobs_new(q);
	m = all->jobs;
	if (!m->begun)
		scenario_walk_fix(m->walk, &q->arena,
			pending_jobs_waiting(
				all->pending, preemptor->session_job, &m->partly_running),
			NULL);
	m->begun = true;
	return m;
}

/* The preemptor, the victims' jobs, and the partly running ones that the scenario leaves alone. */
static int list_jobs(struct search *q, const struct scenario *s, struct scenario_jobs *m)
{
	int n = 0;

	if (job_has_leaf(s->preemptor))
		m->jobs[n++] = s->preemptor;
	for (int i = 0; i < s->n_victims; i++)
		if (job_has_leaf(s->victims[i].job))
			m->jobs[n++] = s->victims[i].job;
	for (int i = 0; i < m->partly_running.n; i++)
		if (!simulation_involves(q, s, m->partly_running.items[i]))
			m->jobs[n++] = m->partly_running.items[i];
	return n;
}

bool scenario_jobs_begin(struct search *q, const struct scenario *s)
{
	const struct hooks *hooks = &q->session->hooks;
	struct scenario_jobs *m;
	int n;

	if (hooks->queue_order.n != 1 || !hooks->queue_ledger.fn)
		return false;
	m = begin(q, s->preemptor);
	n = list_jobs(q, s, m);
	scenario_walk_sort(m->walk, m->jobs, n);
	for (int i = 0; i < n; i++) {
		struct job *j = m->jobs[i];

		m->walk_jobs[i] =
			scenario_walk_job(m->walk, j, NULL, !simulation_involves(q, s, j));
	}
	scenario_walk_start(m->walk, m->ledger, m->walk_jobs, n);
	return true;
}

struct job *scenario_jobs_next(struct search *q)
{
	const struct scenario_jobs *m = shortcuts_of(q)->jobs;
	int next = scenario_walk_pop(m->walk);

	return next < 0 ? NULL : m->walk_jobs[next].job;
}
