#include "shortcuts/pending_jobs.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/job.h"
#include "model/bits.h"
#include "session/units.h"

enum pending_kind { NOT_PENDING, WAITING, PARTLY_RUNNING };
struct view {
	struct fixed_jobs *fixed;
	bool all; /* partly running jobs are fixed ones, too */
	const struct job *except;
	uint64_t *without; /* by job index: neither are these; NULL: none */
	struct job_list partly;
	int *partly_at; /* by job index: its index in partly; -1: it is not there */
	uint64_t seen;  /* cluster.n_job_changes when all jobs were looked at */
};
struct pending_jobs {
	struct session *session;
	struct view waiting, all, rest;
	uint64_t versions; /* of their leaves */
};

/* ---- memory ---- */

static void view_open(struct view *v, struct session *s, bool all, uint64_t *versions)
{
	size_t jobs = (size_t)s->c->n_jobs;

	v->fixed = fixed_jobs_new(s, versions);
	v->all = all;
	v->partly.items = xcalloc(jobs, sizeof(struct job *));
	v->partly_at = xcalloc(jobs, sizeof *v->partly_at);
	for (int i = 0; i < s->c->n_jobs; i++)
		v->partly_at[i] = -1;
}

static void view_close(struct view *v)
{
	if (!v->fixed)
		return;
	fixed_jobs_free(v->fixed);
	free(v->partly.items);
	free(v->partly_at);
	free(v->without);
}

struct pending_jobs *pending_jobs_new(struct session *s)
{
	struct pending_jobs *p = xcalloc(1, sizeof *p);

	p->session = s;
	return p;
}

void pending_jobs_free(struct pending_jobs *p)
{
	view_close(&p->waiting);
	view_close(&p->all);
	view_close(&p->rest);
	free(p);
}

/* ---- a view ---- */

static enum pending_kind kind_of(const struct job *j)
{
	if (!j->counts[POD_PENDING] || !job_has_leaf(j))
		return NOT_PENDING;
	return j->counts[POD_PENDING] + j->counts[POD_GATED] < j->n_tasks ? PARTLY_RUNNING
									  : WAITING;
}

static void leave_partly(struct view *v, const struct job *j)
{
	int *at = &v->partly_at[j->index];
	struct job *last;

	if (*at < 0)
		return;
	last = v->partly.items[--v->partly.n];
	v->partly.items[*at] = last;
	v->partly_at[last->index] = *at;
	*at = -1;
}

static void look_at(struct view *v, struct job *j)
{
	bool left_out = j == v->except || (v->without && bit_is_set(v->without, j->index));
	enum pending_kind kind = left_out ? NOT_PENDING : kind_of(j);

	leave_partly(v, j);
	if (kind == PARTLY_RUNNING) {
		v->partly_at[j->index] = v->partly.n;
		v->partly.items[v->partly.n++] = j;
	}
	if (kind == WAITING || (kind == PARTLY_RUNNING && v->all))
		fixed_jobs_put(v->fixed, j);
	else
		fixed_jobs_drop(v->fixed, j);
}

/* Partly running jobs whose request is another one than it was. */
static void read_requests(struct view *v)
{
	for (int i = 0; i < v->partly.n; i++) {
		struct job *j = v->partly.items[i];

		session_request_vector(v->fixed->session, j, false);
		if (memcmp(j->unit_sums, v->fixed->requests[j->index], sizeof j->unit_sums) != 0)
			fixed_jobs_put(v->fixed, j);
	}
}

static struct job *in_session(const struct session *s, const struct job *j)
{
	return s->c->jobs[j->index];
}

/* Looks at the jobs that changed since, at first at all of them. */
static void look_at_changed(struct view *v, const struct cluster *c, bool first)
{
	for (int i = 0; i < c->n_jobs; i++)
		if (first || c->job_changed[i] > v->seen)
			look_at(v, c->jobs[i]);
	v->seen = c->n_job_changes;
}

static void update(struct pending_jobs *p, struct view *v, const struct job *except)
{
	const struct job *before = v->except;
	bool first = !v->fixed;

	if (first)
		view_open(v, p->session, v != &p->waiting, &p->versions);
	v->except = except;
	look_at_changed(v, p->session->c, first);
	if (before && before != except)
		look_at(v, in_session(p->session, before));
	if (except && before != except)
		look_at(v, in_session(p->session, except));
	if (v->all)
		read_requests(v);
	fixed_jobs_settle(v->fixed);
}

const struct fixed_jobs *pending_jobs_waiting(
	struct pending_jobs *p, const struct job *except, struct job_list *partly)
{
	update(p, &p->waiting, except);
	*partly = p->waiting.partly;
	return p->waiting.fixed;
}

const struct fixed_jobs *pending_jobs_all(struct pending_jobs *p, const struct job *except)
{
	update(p, &p->all, except);
	return p->all.fixed;
}

/* Makes v->without equal to `without`. */
static void leave_out(struct pending_jobs *p, struct view *v, const uint64_t *without)
{
	int n = p->session->c->n_jobs;

	if (!v->without)
		v->without = xcalloc((size_t)bit_blocks(n), sizeof *v->without);
	for (int w = 0; w < bit_blocks(n); w++) {
		uint64_t differ = v->without[w] ^ without[w];

		v->without[w] = without[w];
		for (; differ && v->fixed; differ &= differ - 1)
			look_at(v, p->session->c->jobs[w * 64 + __builtin_ctzll(differ)]);
	}
}

const struct fixed_jobs *pending_jobs_without(
	struct pending_jobs *p, const struct job *except, const uint64_t *without)
{
	leave_out(p, &p->rest, without);
	update(p, &p->rest, except);
	return p->rest.fixed;
}
