/* Failures of jobs that are not followed: a followed job may be passed over since one of its kind
 * failed before. */
#include "report/explain_private.h"

void explain_other(struct explain *x, struct job *j)
{
	struct searched *q = &x->other.search;

	x->other.job.job = j;
	x->other.visit = (struct visit){.number = x->pops};
	*q = (struct searched){.failures = q->failures,
		.cap_failures = q->cap_failures,
		.rejected = q->rejected,
		.cap_rejected = q->cap_rejected};
	x->visit = &x->other.visit;
}

bool visit_placed(const struct visit *v)
{
	static const char *const words[] = {"bound", "pipelined", "solved"};

	for (size_t i = 0; v->outcome && i < sizeof words / sizeof *words; i++)
		if (!strcmp(v->outcome, words[i]))
			return true;
	return false;
}

/* In the arena, with lists that have no free items. */
static struct visit *kept(struct explain *x)
{
	struct visit *v = ARENA_NEW(&x->arena, struct visit);
	const struct searched *q = x->visit->search;

	*v = *x->visit;
	if (!q)
		return v;
	v->search = ARENA_NEW(&x->arena, struct searched);
	*v->search = *q;
	v->search->failures = ARENA_ARRAY(&x->arena, (size_t)q->n_failures, struct search_failure);
	v->search->rejected = ARENA_ARRAY(&x->arena, (size_t)q->n_rejected, struct rejected);
	if (q->n_failures)
		memcpy(v->search->failures, q->failures,
			(size_t)q->n_failures * sizeof *q->failures);
	if (q->n_rejected)
		memcpy(v->search->rejected, q->rejected,
			(size_t)q->n_rejected * sizeof *q->rejected);
	return v;
}

void explain_keep_failure(struct explain *x)
{
	struct failed_visit *f = &x->failed[x->now->job->index];

	if (visit_placed(x->visit) || x->visit->like.job)
		return;
	if (!x->visit->search && !x->visit->text.n) /* allocate asks for no such failure */
		return;
	f->run = x->run;
	f->visit = x->follows ? x->visit : kept(x);
}

void explain_like(struct session *s, const struct job *j, const struct job *other)
{
	struct explain *x = explain_at(s);
	const struct failed_visit *f = &x->failed[other->session_job->index];

	if (!explain_runs(x, j))
		return;
	x->visit->like.job = other->session_job;
	x->visit->like.visit = f->run == x->run ? f->visit : NULL;
}
