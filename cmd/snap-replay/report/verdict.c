/* Where a pod group or pod ends, and how many of its pods end in which way. */
#include "report/verdict.h"

#include "model/build/build.h"

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

static struct str node_of(const struct events *ev, const struct task *t, enum verdict_end end)
{
	return end == END_EVICTED ? ev->net.pods[t->index].node : t->node_name;
}

static void count(struct ends *all, const struct events *ev, const struct task *t)
{
	enum verdict_end end = end_of(ev, t);
	const struct task *first = all->first[end];

	if (!first) {
		all->first[end] = t;
		all->nodes[end] = 1;
	} else if (!str_eq(node_of(ev, t, end), node_of(ev, first, end))) {
		all->nodes[end] = 2;
	}
	all->pods[end]++;
	all->n++;
}

static void count_all(struct ends *all, const struct events *ev, const struct subject *u)
{
	const struct job *j = u->of->job;

	if (u->task) {
		count(all, ev, u->task);
		return;
	}
	for (int i = 0; i < j->n_tasks; i++)
		count(all, ev, j->tasks[i]);
	for (int i = 0; i < j->n_invalid; i++)
		count(all, ev, j->invalid[i]);
}

/* By the words of the ends: how many pods end so. */
static void figures_of_ends(struct explain_verdict *v, const struct ends *ends)
{
#define END_FIGURE(NAME, word) #word "Pods",
	static const char *const names[] = {VERDICT_ENDS(END_FIGURE)};
#undef END_FIGURE

	figure_add(&v->figures, "pods", ends->n, "pods");
	for (int i = 0; i < VERDICT_END_COUNT; i++)
		if (ends->pods[i])
			figure_add(&v->figures, names[i], ends->pods[i], "pods");
}

static void outside(struct session *s, const struct subject *u, struct explain_verdict *v)
{
	const struct params *p = s->params;

	v->end = END_OUTSIDE;
	v->reason = REASON_NO_POD_GROUP;
	if (u->task) {
		strbuf_addf(&v->b,
			"a pod without pod group, %s%s" STR_FMT ": the scheduler does not place it",
			pod_status_name(u->task->status), u->task->node_name.n ? " on " : "",
			STR_ARG(u->task->node_name));
		return;
	}
	strbuf_addstr(&v->b, outside_words(s, u));
	v->reason = REASON_MARKED;
	if (in_shard(p, &u->outside->meta.labels))
		return;
	v->reason = REASON_OTHER_POOL;
	if (p->pool_label_value.n)
		change_add(explain_at(s), v, CHANGE_POOL, p->pool_label_value,
			"the label " STR_FMT "=" STR_FMT, STR_ARG(p->pool_label_key),
			STR_ARG(p->pool_label_value));
	else
		change_add(explain_at(s), v, CHANGE_POOL, p->pool_label_key, "no label " STR_FMT,
			STR_ARG(p->pool_label_key));
}

static void unchanged(const struct ends *ends, struct explain_verdict *v)
{
	static const struct {
		const char *words;
		enum verdict_reason reason;
	} states[VERDICT_END_COUNT] = {
		[END_UNCHANGED] = {"keeps its place", REASON_RUNS},
		[END_TERMINATING] = {"was being deleted before", REASON_TERMINATES},
		[END_FINISHED] = {"ended before", REASON_ENDED},
		[END_EMPTY] = {"has no pods", REASON_NO_PODS},
	};
	int n = ends->pods[v->end];

	v->reason = states[v->end].reason;
	strbuf_addz(&v->b, states[v->end].words);
	if (v->end == END_EMPTY)
		return;
	strbuf_addf(&v->b, ": %d pod%s", n, plural_s(n));
	if (v->end == END_UNCHANGED)
		strbuf_addf(&v->b, " on " STR_FMT "%s", STR_ARG(ends->first[v->end]->node_name),
			ends->nodes[v->end] > 1 ? " and other nodes" : "");
}

/* Pods that wait: the whole subject, or the rest beside what was decided. */
static void waiting(struct session *s, const struct subject *u, const struct ends *ends,
	struct explain_verdict *v)
{
	enum verdict_reason decided = v->reason;
	int n = ends->pods[END_PENDING];

	if (v->end != END_PENDING)
		strbuf_addf(
			&v->b, "; %d of %d pods stay%s pending: ", n, ends->n, n == 1 ? "s" : "");
	else if (n < ends->n)
		strbuf_addf(&v->b, "%d of %d pods stay%s pending: ", n, ends->n, n == 1 ? "s" : "");
	else
		strbuf_addz(&v->b, "stays pending: ");
	verdict_pending(s, u, v);
	if (v->end != END_PENDING)
		v->reason = decided;
}

static void find(
	struct events *ev, struct session *s, const struct subject *u, struct explain_verdict *v)
{
	struct ends ends = {.n = 0};

	if (u->outside || !u->of) {
		outside(s, u, v);
		return;
	}
	v->not_replayed = u->of->job->not_replayed;
	count_all(&ends, ev, u);
	v->end = END_EMPTY;
	for (int i = VERDICT_END_COUNT - 1; i >= 0; i--)
		if (ends.pods[i])
			v->end = (enum verdict_end)i;
	figures_of_ends(v, &ends);
	if (v->end < END_PENDING)
		verdict_decided(ev, s, u, &ends, v);
	else if (v->end > END_PENDING)
		unchanged(&ends, v);
	if (ends.pods[END_PENDING])
		waiting(s, u, &ends, v);
}

void verdict_find(
	struct events *ev, struct session *s, const struct subject *u, struct explain_verdict *v)
{
	*v = (struct explain_verdict){.n_changes = 0};
	find(ev, s, u, v);
	v->text = arena_str(&explain_at(s)->arena, strbuf_str(&v->b));
	strbuf_free(&v->b);
}
