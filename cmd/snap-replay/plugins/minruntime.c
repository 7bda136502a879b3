/* minruntime: protects a victim that started a short time ago from preemption and reclaim (hooks
 * preempt_victim_filter and reclaim_victim_filter, reclaim_filter_by_queue). Of a protected elastic
 * job the pods above its minimum may still go, which the validators check (hooks preempt_validator
 * and reclaim_validator). Rules: rules/05 13. */
#include "session/clock.h"
#include "plugins/plugins.h"
#include "session/trace.h"
#include "session/plugin.h"

struct minruntime {
	struct session *session;
	int64_t preempt_default, reclaim_default; /* ns */
	int64_t reclaim_longest; /* ns: the longest of all queues, and the default */
	bool by_queue;           /* reclaimResolveMethod queue, else lca */
};

static const int64_t *preempt_value(const struct queue *q)
{
	return q->object && q->object->has_preempt_min_runtime ? &q->object->preempt_min_runtime
							       : NULL;
}

static const int64_t *reclaim_value(const struct queue *q)
{
	return q->object && q->object->has_reclaim_min_runtime ? &q->object->reclaim_min_runtime
							       : NULL;
}

/* The first value set from q upwards; 0s counts as set. */
static int64_t inherited(
	const struct queue *q, const int64_t *(*value)(const struct queue *), int64_t fall_back)
{
	for (; q; q = q->parent)
		if (value(q))
			return *value(q);
	return fall_back;
}

/* Where the walk upwards starts under lca: the victim's ancestor just below the last common one;
 * NULL: no common queue. */
static const struct queue *below_common(const struct queue *r, const struct queue *v)
{
	const struct queue *below = v;

	while (r->depth > v->depth)
		r = r->parent;
	while (v && v != r) {
		below = v;
		if (v->depth == r->depth)
			r = r->parent;
		v = v->parent;
		if (!r)
			return NULL;
	}
	return below;
}

static int64_t lca_value(const struct minruntime *m, const struct queue *r, const struct queue *v)
{
	const struct queue *start = below_common(r, v);

	if (start)
		return inherited(start, reclaim_value, m->reclaim_default);
	while (v->parent)
		v = v->parent;
	return reclaim_value(v) ? *reclaim_value(v) : m->reclaim_default;
}

/* The victim is in the queue of the pending job. */
static int64_t preempt_min_runtime(const struct minruntime *m, const struct job *victim)
{
	return inherited(victim->queue, preempt_value, m->preempt_default);
}

static int64_t reclaim_min_runtime(
	const struct minruntime *m, const struct job *pending, const struct job *victim)
{
	if (!pending->queue || !victim->queue) {
		session_error(m->session,
			"Failed to get reclaim min runtime for pending job " STR_FMT
			" and victim " STR_FMT ": %s is nil",
			STR_ARG(pending->key), STR_ARG(victim->key),
			victim->queue ? "preemptorQueue" : "preempteeQueue");
		return m->reclaim_default;
	}
	if (m->by_queue)
		return inherited(victim->queue, reclaim_value, m->reclaim_default);
	return lca_value(m, pending->queue, victim->queue);
}

/* *end: of the protection. */
static bool is_protected(const struct minruntime *m, const struct job *victim, int64_t min_runtime,
	struct instant *end)
{
	if (instant_is_zero(victim->last_start))
		return false;
	*end = instant_add(victim->last_start, min_runtime);
	return instant_cmp(m->session->c->now, *end) < 0;
}

static bool protects(const struct minruntime *m, const struct job *victim, int64_t min_runtime)
{
	struct instant end;

	if (!is_protected(m, victim, min_runtime, &end))
		return false;
	trace_protected(m->session, victim, end);
	if (!victim->session_job->started)
		clock_count_wait(m->session, victim, WAIT_RUNTIME);
	return true;
}

/* Returns ok, after a note for --explain if the victim is protected. */
static bool trace_refusal(const struct minruntime *m, const struct job *victim, bool ok)
{
	if (!ok)
		trace_why(m->session, "within the minimum runtime of queue " STR_FMT,
			STR_ARG(victim->queue ? victim->queue->label : victim->object->queue));
	return ok;
}

static bool preempt_filter(void *ctx, struct job *pending, struct job *victim)
{
	const struct minruntime *m = ctx;

	(void)pending;
	return trace_refusal(m, victim,
		job_elastic(victim) || !protects(m, victim, preempt_min_runtime(m, victim)));
}

static bool reclaim_filter(void *ctx, struct job *pending, struct job *victim)
{
	const struct minruntime *m = ctx;

	return trace_refusal(m, victim,
		job_elastic(victim) ||
			!protects(m, victim, reclaim_min_runtime(m, pending, victim)));
}

/* Nobody's victim filter refuses it. */
static bool filter_by_queue(void *ctx, const struct job *victim)
{
	const struct minruntime *m = ctx;
	struct instant end;

	return victim->queue &&
		(job_elastic(victim) || !is_protected(m, victim, m->reclaim_longest, &end));
}

/* Every sub-group that loses pods keeps its minimum; pods that are already terminating count as
 * used. */
static bool keeps_minimum(const struct scenario_victims *v)
{
	for (int i = 0; i < v->job->n_pod_sets; i++) {
		const struct pod_set *set = v->job->pod_sets[i];
		int evicted = 0;

		for (int k = 0; k < v->n; k++)
			evicted += v->tasks[k]->pod_set == set;
		if (evicted && set->min > pod_set_used(set) - evicted)
			return false;
	}
	return true;
}

static bool preempt_validator(void *ctx, const struct scenario *s)
{
	const struct minruntime *m = ctx;

	for (int i = 0; i < s->n_victims; i++) {
		const struct scenario_victims *v = &s->victims[i];

		if (job_elastic(v->job) && protects(m, v->job, preempt_min_runtime(m, v->job)) &&
			!keeps_minimum(v))
			return trace_refusal(m, v->job, false);
	}
	return true;
}

static bool reclaim_validator(void *ctx, const struct scenario *s)
{
	const struct minruntime *m = ctx;

	for (int i = 0; i < s->n_victims; i++) {
		const struct scenario_victims *v = &s->victims[i];

		if (job_elastic(v->job) &&
			protects(m, v->job, reclaim_min_runtime(m, s->preemptor, v->job)) &&
			!keeps_minimum(v))
			return trace_refusal(m, v->job, false);
	}
	return true;
}

static int64_t duration_arg(struct session *s, const struct plugin_option *option, const char *key)
{
	struct str text = plugin_arg(option, key);
	int64_t ns = 0;

	if (!text.p)
		return 0;
	if (!duration_parse_days(text, &ns) || ns < 0) {
		warn_input(s->warnings, STR("minruntime"),
			"%s is not a duration of 0 or more, using 0s", key);
		return 0;
	}
	return ns;
}

static int64_t longest_reclaim(const struct minruntime *m)
{
	const struct cluster *c = m->session->c;
	int64_t longest = m->reclaim_default;

	for (int i = 0; i < c->n_queues; i++) {
		const int64_t *value = reclaim_value(c->queues[i]);

		if (value && *value > longest)
			longest = *value;
	}
	return longest;
}

void minruntime_open(struct session *s, const struct plugin_option *option)
{
	struct minruntime *m = ARENA_NEW(&s->arena, struct minruntime);
	struct str method = plugin_arg(option, "reclaimResolveMethod");

	m->session = s;
	m->preempt_default = duration_arg(s, option, "defaultPreemptMinRuntime");
	m->reclaim_default = duration_arg(s, option, "defaultReclaimMinRuntime");
	m->by_queue = str_eq(method, STR("queue"));
	if (method.n && !m->by_queue && !str_eq(method, STR("lca")))
		warn_input(
			s->warnings, STR("minruntime"), "invalid reclaimResolveMethod, using lca");
	m->reclaim_longest = longest_reclaim(m);
	hook_add_reclaim_victim_filter(s, reclaim_filter, m, "minruntime");
	hook_add_reclaim_filter_by_queue(s, filter_by_queue, m, "minruntime");
	hook_add_preempt_victim_filter(s, preempt_filter, m, "minruntime");
	hook_add_reclaim_validator(s, reclaim_validator, m, "minruntime");
	hook_add_preempt_validator(s, preempt_validator, m, "minruntime");
}
