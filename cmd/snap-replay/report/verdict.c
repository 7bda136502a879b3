/* Where a pod group or pod ends. */
#include "report/verdict.h"

#include <stdlib.h>

struct ends { /* of the pods of a subject */
	int pods[VERDICT_END_COUNT], n;
	struct str nodes[VERDICT_END_COUNT]; /* of the first pod with that end */
	bool several[VERDICT_END_COUNT];     /* the pods with that end are on several nodes */
	const struct job *cause;             /* of the first pod that is evicted; NULL: none */
};

static enum verdict_end end_of(const struct events *ev, const struct task *t)
{
	static const enum verdict_end ends[NET_COUNT] = {
		[NET_BOUND] = END_BOUND,
		[NET_PIPELINED] = END_PIPELINED,
		[NET_EVICTED] = END_EVICTED,
		[NET_MOVED] = END_MOVED,
		[NET_WITHDRAWN] = END_WITHDRAWN,
	};
	enum net_change change = net_change_of(&ev->net, t);

	if (change != NET_NONE)
		return ends[change];
	if (task_waits(t))
		return END_PENDING;
	if (status_in(t->status, SET_ACTIVE_ALLOCATED))
		return END_UNCHANGED;
	return status_in(t->status, SET_ACTIVE_USED) ? END_TERMINATING : END_FINISHED;
}

static void count(struct ends *all, const struct events *ev, const struct task *t)
{
	enum verdict_end end = end_of(ev, t);
	struct str node = end == END_EVICTED ? ev->net.pods[t->index].node : t->node_name;

	if (!all->pods[end])
		all->nodes[end] = node;
	all->several[end] |= !str_eq(all->nodes[end], node);
	all->pods[end]++;
	all->n++;
	if (end == END_EVICTED && !all->cause)
		all->cause = ev->net.pods[t->index].cause;
}

static void count_all(struct ends *all, const struct events *ev, const struct subject *u)
{
	const struct job *j = u->of ? u->of->job : NULL;

	if (u->task) {
		count(all, ev, u->task);
		return;
	}
	for (int i = 0; i < j->n_tasks; i++)
		count(all, ev, j->tasks[i]);
	for (int i = 0; i < j->n_invalid; i++)
		count(all, ev, j->invalid[i]);
}

static void figure(struct explain_verdict *v, const char *name, double value, const char *unit)
{
	if (v->figures.n < FIGURES_MAX)
		v->figures.items[v->figures.n++] = (struct figure){name, unit, value};
}

void verdict_find(
	struct events *ev, struct session *s, const struct subject *u, struct explain_verdict *v)
{
	static const char *const words[] = {
		[END_EVICTED] = "loses its place",
		[END_WITHDRAWN] = "was given room that is being freed, and lost it again",
		[END_BOUND] = "is bound",
		[END_PIPELINED] = "is to run when room is free",
		[END_MOVED] = "is moved",
		[END_PENDING] = "stays pending",
		[END_UNCHANGED] = "keeps its place",
		[END_TERMINATING] = "is being deleted",
		[END_FINISHED] = "is finished",
		[END_EMPTY] = "has no pods",
	};
	struct ends ends = {.n = 0};
	struct explain *x = explain_at(s);

	*v = (struct explain_verdict){.end = END_OUTSIDE, .reason = "outside"};
	if (u->outside || !u->of) {
		v->text = u->outside
			? outside_words(s, u)
			: STR("a pod without pod group: the scheduler does not place it");
		return;
	}
	count_all(&ends, ev, u);
	v->end = END_EMPTY;
	for (int i = VERDICT_END_COUNT - 1; i >= 0; i--)
		if (ends.pods[i])
			v->end = (enum verdict_end)i;
	v->reason = "state";
	v->not_replayed = u->of->job->not_replayed;
	v->text = explain_text(x, "%s", words[v->end]);
	figure(v, "pods", ends.pods[v->end], "pods");
	figure(v, "of", ends.n, "pods");
}
