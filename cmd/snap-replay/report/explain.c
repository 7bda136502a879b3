#include "report/explain_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "report/verdict.h"

struct str explain_text(struct explain *x, const char *fmt, ...)
{
	va_list ap;
	struct str text;

	va_start(ap, fmt);
	text = arena_vtextf(&x->arena, fmt, ap);
	va_end(ap);
	return text;
}

#define TRACER_MEMBER(name, params, args) .name = explain_##name,
#define TRACER_MEMBER_ASK(type, name, params, args) .name = explain_##name,

static const struct tracer tracer = {SESSION_TRACE(TRACER_MEMBER, TRACER_MEMBER_ASK)};

struct explain *explain_new(struct session *s, const char *const *names, int n,
	enum explain_depth depth, struct error *e)
{
	struct explain *x = xcalloc(1, sizeof *x);
	bool ok = true;

	x->session = s;
	x->depth = depth;
	x->jobs = xcalloc((size_t)s->c->n_jobs, sizeof(struct explained *));
	explain_count_nodes(x);
	x->failed = xcalloc((size_t)s->c->n_jobs, sizeof *x->failed);
	for (int i = 0; i < n && ok; i++)
		ok = explain_resolve(x, names[i], e);
	if (!ok) {
		explain_free(x);
		return NULL;
	}
	trace_start(s, &tracer, x);
	return x;
}

struct explained *explain_follow(struct explain *x, struct job *j)
{
	struct explained *e = x->jobs[j->index];

	if (e)
		return e;
	e = ARENA_NEW(&x->arena, struct explained);
	e->job = j;
	if ((x->n_list & (x->n_list - 1)) == 0)
		x->list = xrealloc_array(
			x->list, x->n_list ? 2 * (size_t)x->n_list : 1, sizeof(struct explained *));
	return x->list[x->n_list++] = x->jobs[j->index] = e;
}

const bool *explain_followed(struct explain *x)
{
	int n = x->session->c->n_jobs;
	bool *followed = ARENA_ARRAY(&x->arena, (size_t)n, bool);

	for (int i = 0; i < n; i++)
		followed[i] = x->jobs[i] != NULL;
	return followed;
}

struct explained *explain_of(const struct session *s, const struct job *j)
{
	return j ? explain_at(s)->jobs[j->index] : NULL;
}

struct chapter *explain_chapter(struct explain *x, struct explained *e)
{
	if (!e->n_chapters || e->chapters[e->n_chapters - 1].run != x->run) {
		ARRAY_GROW(e->chapters, e->n_chapters, e->cap_chapters);
		e->chapters[e->n_chapters++] =
			(struct chapter){.action = x->session->action, .run = x->run};
	}
	return &e->chapters[e->n_chapters - 1];
}

void visit_free(struct visit *v)
{
	if (v->search) {
		free(v->search->failures);
		free(v->search->rejected);
	}
	free(v->looks);
}

void explain_free(struct explain *x)
{
	if (!x)
		return;
	for (int i = 0; i < x->n_list; i++) {
		for (int k = 0; k < x->list[i]->n_chapters; k++) {
			struct chapter *c = &x->list[i]->chapters[k];

			for (int v = 0; v < c->n_visits; v++)
				visit_free(c->visits[v]);
			free(c->visits);
			free(c->happenings);
		}
		free(x->list[i]->chapters);
	}
	free(x->list);
	free(x->other.search.failures);
	free(x->other.search.rejected);
	free(x->failed);
	free(x->jobs);
	free(x->subjects);
	free(x->scored);
	free(x->parts);
	free(x->figures);
	strbuf_free(&x->why);
	arena_free(&x->arena);
	free(x);
}

void explain_send(struct explain *x, struct events *ev)
{
	explain_end_action(x);
	for (int i = 0; i < x->n_subjects; i++) {
		const struct subject *u = &x->subjects[i];

		if (events_as_text(ev))
			verdict_text(ev, x->session, u);
		else
			verdict_json(ev, x->session, u);
		if (x->depth == EXPLAIN_VERDICT)
			continue;
		if (events_as_text(ev))
			explain_subject_text(ev, x->session, u);
		else
			explain_subject_json(ev, x->session, u);
	}
}
