#include "report/explain_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/actions.h"
#include "common/mem.h"

void *explain_grow(void *items, int n, int *cap, size_t size)
{
	if (n < *cap)
		return items;
	*cap = *cap ? 2 * *cap : 4;
	return xrealloc_array(items, (size_t)*cap, size);
}

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

struct explain *explain_new(struct session *s, const char *const *names, int n, struct error *e)
{
	struct explain *x = xcalloc(1, sizeof *x);
	bool ok = true;

	x->session = s;
	x->jobs = xcalloc((size_t)s->c->n_jobs, sizeof(struct explained *));
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

struct explained *explain_of(const struct session *s, const struct job *j)
{
	return j ? explain_at(s)->jobs[j->index] : NULL;
}

struct chapter *explain_chapter(struct explain *x, struct explained *e)
{
	if (!e->n_chapters || e->chapters[e->n_chapters - 1].run != x->run) {
		e->chapters = explain_grow(
			e->chapters, e->n_chapters, &e->cap_chapters, sizeof *e->chapters);
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
	free(x->jobs);
	free(x->subjects);
	free(x->scored);
	free(x->parts);
	strbuf_free(&x->why);
	arena_free(&x->arena);
	free(x);
}

void explain_send(struct explain *x, struct events *ev)
{
	for (int i = 0; i < x->n_subjects; i++)
		if (events_as_text(ev))
			explain_subject_text(ev, x->session, &x->subjects[i]);
		else
			explain_subject_json(ev, x->session, &x->subjects[i]);
}

/* ---- decisions ---- */

static struct happening *happens(struct session *s, const struct task *t, const char *kind)
{
	struct explained *e = explain_of(s, t->job);
	struct chapter *c;

	if (!e)
		return NULL;
	c = explain_chapter(explain_at(s), e);
	c->happenings = explain_grow(
		c->happenings, c->n_happenings, &c->cap_happenings, sizeof *c->happenings);
	c->happenings[c->n_happenings] = (struct happening){.kind = kind, .task = t};
	return &c->happenings[c->n_happenings++];
}

static struct str rule_of(struct session *s, const struct task *t, const struct eviction *why)
{
	const struct job *j = t->job->session_job, *p = why->preemptor;
	struct explained *e = explain_of(s, j);

	if (!p)
		return STR("its gang is below its minimum, and the grace period is over");
	if (e->rule.n)
		return e->rule;
	if (!strcmp(s->action, action_names[ACTION_PREEMPT]))
		return explain_text(explain_at(s),
			"lower priority (%d) than that pod group (%d), in the same queue",
			(int)j->priority, (int)p->priority);
	if (!strcmp(s->action, action_names[ACTION_CONSOLIDATION]))
		return STR(
			"it was found another place, so that the room it leaves is in one piece");
	return (struct str){0};
}

void explain_evicted(
	struct session *s, const struct task *t, const struct node *n, const struct eviction *why)
{
	struct happening *h = happens(s, t, "evict");

	if (!h)
		return;
	h->node = n ? n->name : t->node_name;
	h->preemptor = why->preemptor;
	h->text = why->message;
	h->rule = rule_of(s, t, why);
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void explain_pipelined(struct session *s, const struct task *t, const struct node *n)
{
	struct happening *h = happens(s, t, "pipeline");

	if (!h)
		return;
	h->node = n->name;
	h->pods = ARENA_ARRAY(&explain_at(s)->arena, (size_t)n->n_entries, struct str);
	for (int i = 0; i < n->n_entries; i++)
		if (n->entries[i].task != t && n->entries[i].status == POD_RELEASING)
			h->pods[h->n_pods++] = n->entries[i].task->key;
	qsort(h->pods, (size_t)h->n_pods, sizeof *h->pods, by_text);
}
