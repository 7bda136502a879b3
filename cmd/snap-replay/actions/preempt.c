/* preempt: takes room for a pending job from jobs of lower priority in its own queue (rules/03 11).
 */
#include "actions/evicting.h"
#include "session/trace.h"
#include "session/units.h"

static void log_attempt(struct session *s, const struct job *j, const char *request)
{
	session_log(s, 3,
		"Attempting to preempt for job: <" STR_FMT ">, priority: <%d>, queue: <" STR_FMT
		">, resources: <%s>",
		STR_ARG(j->key), (int)j->priority, STR_ARG(j->queue->name), request);
}

static bool before_search(struct session *s, struct job *j)
{
	struct task_list unit = session_tasks_to_allocate(s, j, false);
	struct capacity_result r = session_non_preemptible_over_quota(s, j, unit.items, unit.n);

	if (!r.ok)
		trace_why(s, STR_FMT, STR_ARG(r.text));
	if (!r.ok) {
		log_over_capacity(s, j, r.text);
		session_log(s, 3,
			"Job <" STR_FMT "> would have placed the queue resources over quota",
			STR_ARG(j->key));
	}
	return r.ok;
}

static void why_no_victim(struct session *s, const struct job *preemptor, const struct job *j)
{
	if (!str_eq(j->object->queue, preemptor->object->queue))
		trace_why(s, "of another queue");
	else if (j == preemptor)
		trace_why(s, "the pod group itself");
	else if (!j->preemptible)
		trace_why(s, "not preemptible");
	else if (j->priority >= preemptor->priority)
		trace_why(s, "of the same or a higher priority");
	else
		trace_why(s, "without a pod on a known node");
}

static bool may_be_victim(const struct job *j, const struct job *preemptor)
{
	return j->preemptible && j->priority < preemptor->priority && j != preemptor &&
		str_eq(j->object->queue, preemptor->object->queue) && has_active_task(j);
}

static bool is_victim(struct search *q, struct job *j)
{
	struct session *s = q->session;
	bool ok;

	if (s->traits.stray_tasks) /* has_live_task logs stray pods of all jobs */
		ok = has_live_task(s, j) && may_be_victim(j, q->job);
	else
		ok = may_be_victim(j, q->job) && has_live_task(s, j);
	if (!ok) {
		if (tracing(s))
			why_no_victim(s, q->job, j);
		return false;
	}
	return session_preempt_victim_filter(s, q->job, j);
}

static bool validate(struct search *q, const struct scenario *sc)
{
	return session_preempt_validator(q->session, sc);
}

static struct str text(struct search *q, const struct task *victim)
{
	return session_text(q->session,
		"Pod " STR_FMT " was preempted by higher priority workload " STR_FMT,
		STR_ARG(victim->key), STR_ARG(q->job->key));
}

void action_preempt(struct session *s)
{
	static const struct evicting a = {
		.id = ACTION_PREEMPT,
		.title = "Preempt",
		.verb = "preempt",
		.noun = "preemption",
		.failed = "Didn't find a preemption strategy for job",
		.found = {"Successfully preempted for job", "preempted tasks:", ""},
		.log_attempt = log_attempt,
		.memory_per_queue = true,
		.before_search = before_search,
		.is_victim = is_victim,
		.own_queue = true,
		.victim_options = PREEMPTIBLE_VICTIMS,
		.validate = validate,
		.text = text,
	};

	evicting_run(s, &a);
}
