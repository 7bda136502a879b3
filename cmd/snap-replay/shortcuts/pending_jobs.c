#include "shortcuts/pending_jobs.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/job.h"
#include "session/bits.h"
#include "session/units.h"

enum pending_kind { NOT_PENDING, WAITING, PARTLY_RUNNING };
struct view {
	struct fixed_jobs *fixed;
	bool all; /* partly running jobs are fixed ones, too */
	const struct job *except;
	struct job_list partly;
	int *partly_at; /* by job index: its index in partly; -1: it is not there */
	/* Jobs to look at, each once. */
	struct job **touched;
	uint64_t *is_touched; /* by job index */
	int n_touched;
};
struct pending_jobs {
	struct session *session;
	struct view waiting, all;
};

/* ---- memory ---- */

static void view_open(struct view *v, struct session *s, bool all)
{
	size_t jobs = (size_t)s->c->n_jobs, blocks = (size_t)bit_blocks(s->c->n_jobs);

	v->fixed = fixed_jobs_new(s);
	v->all = all;
	v->partly.items = xcalloc(jobs, sizeof(struct job *));
	v->partly_at = xcalloc(jobs, sizeof *v->partly_at);
	v->touched = xcalloc(jobs, sizeof(struct job *));
	v->is_touched = xcalloc(blocks, sizeof *v->is_touched);
	for (int i = 0; i < s->c->n_jobs; i++) {
		v->partly_at[i] = -1;
		v->touched[v->n_touched++] = s->c->jobs[i];
		bit_set(v->is_touched, i);
	}
}

static void view_close(struct view *v)
{
	if (!v->fixed)
		return;
	fixed_jobs_free(v->fixed);
	free(v->partly.items);
	free(v->partly_at);
	free(v->touched);
	free(v->is_touched);
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

static bool is_in(const struct view *v, const struct job *j)
{
	return v->partly_at[j->index] >= 0 || bit_is_set(v->fixed->in, j->index);
}

static void look_later(struct view *v, struct job *j)
{
	if (!v->fixed || bit_is_set(v->is_touched, j->index))
		return;
	bit_set(v->is_touched, j->index);
	v->touched[v->n_touched++] = j;
}

/* A job that is in no view and belongs into none need not be looked at before it changes again. */
static void take_touched(struct pending_jobs *p)
{
	struct cluster *c = p->session->c;

	for (int i = 0; i < c->n_touched; i++) {
		struct job *j = c->touched[i];
		bool pending = kind_of(j) != NOT_PENDING;

		j->touched = false;
		if (p->waiting.fixed && (pending || is_in(&p->waiting, j)))
			look_later(&p->waiting, j);
		if (p->all.fixed && (pending || is_in(&p->all, j)))
			look_later(&p->all, j);
	}
	c->n_touched = 0;
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
	enum pending_kind kind = j == v->except ? NOT_PENDING : kind_of(j);

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

static void update(struct pending_jobs *p, struct view *v, const struct job *except)
{
	const struct job *before = v->except;

	if (!v->fixed)
		view_open(v, p->session, v == &p->all);
	take_touched(p);
	v->except = except;
	if (before && before != except)
		look_later(v, in_session(p->session, before));
	if (except && before != except)
		look_later(v, in_session(p->session, except));
	for (int i = 0; i < v->n_touched; i++) {
		bit_clear(v->is_touched, v->touched[i]->index);
		look_at(v, v->touched[i]);
	}
	v->n_touched = 0;
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
