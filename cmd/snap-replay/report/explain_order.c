/* The place of a pod group in the walk of each action, and its comparison with the pod groups
 * popped before and after it. */
#include <stdlib.h>

#include "common/mem.h"
#include "report/explain_private.h"

void explain_action(struct session *s)
{
	struct explain *x = s->trace.state;

	explain_end_action(x);
	x->run++;
	x->pops = x->entered = 0;
	x->now = NULL;
	x->visit = NULL;
	x->ended_by = NULL;
	for (int i = 0; i < x->n_list; i++) {
		x->list[i]->waits = false;
		x->list[i]->before.known = false;
		x->list[i]->rule = (struct str){0};
	}
}

void explain_waits(struct session *s, const struct job *j)
{
	struct explain *x = s->trace.state;
	struct explained *e = explain_of(s, j);

	x->entered += x->pops == 0;
	if (e) {
		e->waits = true;
		explain_chapter(x, e);
	}
}

static struct comparison compare(struct walk *w, struct job *a, struct job *b)
{
	struct comparison c = {.known = true, .first = a};

	c.why = walk_reason(w, a, b, &c.first_queue, &c.second_queue, &c.second);
	return c;
}

void explain_pop(struct session *s, struct walk *w, struct job *j)
{
	struct explain *x = s->trace.state;
	struct explained *e = explain_of(s, j);

	for (int i = 0; i < x->n_list; i++)
		if (x->list[i]->waits && x->list[i] != e)
			x->list[i]->before = compare(w, j, x->list[i]->job);
}

void explain_popped(struct session *s, struct walk *w, struct job *j)
{
	struct explain *x = s->trace.state;
	struct explained *e = explain_of(s, j);
	struct chapter *c;
	struct job *next;

	x->pops++;
	strbuf_clear(&x->why);
	x->figures_kept = false;
	x->follows = e != NULL;
	x->now = e ? e : &x->other.job;
	if (!e) {
		explain_other(x, j);
		return;
	}
	e->waits = false;
	c = explain_chapter(x, e);
	c->waiting = x->entered;
	ARRAY_GROW(c->visits, c->n_visits, c->cap_visits);
	x->visit = c->visits[c->n_visits++] = ARENA_NEW(&x->arena, struct visit);
	x->visit->number = x->pops;
	if (x->pops > 1)
		x->visit->before = e->before;
	next = walk_peek(w);
	if (next)
		x->visit->after = compare(w, j, next);
}

struct str explain_last_reason(struct session *s)
{
	return strbuf_str(&explain_at(s)->why);
}

void explain_outcome(struct session *s, const struct job *j, const char *outcome, struct str text)
{
	struct explain *x = s->trace.state;

	if (!explain_runs(x, j))
		return;
	x->visit->outcome = outcome;
	if (text.n)
		x->visit->text = arena_str(&x->arena, text);
	if (!strcmp(outcome, "deadline") || !strcmp(outcome, "not-attempted"))
		x->ended_by = x->now->job;
	explain_keep_failure(x);
}
