/* reclaim: takes room for a pending job from jobs of other queues (rules/03 10). Plugins decide
 * which queues may lose what: plugins/proportion/reclaim_validator.c. */
#include "actions/evicting.h"
#include "session/trace.h"

static bool eligible(struct session *s, struct job *j)
{
	return session_can_reclaim(s, j);
}

static void log_attempt(struct session *s, const struct job *j, const char *request)
{
	session_log(s, 3,
		"Attempting to reclaim for job: <" STR_FMT "> of queue <" STR_FMT
		">, resources: <%s>",
		STR_ARG(j->key), STR_ARG(j->queue->display_name), request);
}

static bool before_search(struct session *s, struct job *j)
{
	session_job_solution_start(s, j);
	return true;
}

static bool is_victim(struct search *q, struct job *j)
{
	struct session *s = q->session;

	if (str_eq(j->object->queue, q->job->object->queue)) {
		trace_why(s, "of the same queue");
		return false;
	}
	return session_reclaim_victim_filter(s, q->job, j);
}

static bool validate(struct search *q, const struct scenario *sc)
{
	return session_reclaim_validator(q->session, sc);
}

static enum victim_fate fate(struct search *q, struct job *preemptor, struct job *victim)
{
	struct session *s = q->session;

	if (!session_reclaim_refuses_loss(s, preemptor, victim))
		return MAY_BE_LOST;
	return s->params->allow_consolidating_reclaim ? MUST_RETURN : UNTOUCHABLE;
}

static bool loss_room(
	struct search *q, struct job *preemptor, struct job *victim, struct loss_room *room)
{
	return session_reclaim_loss_room(q->session, preemptor, victim, room);
}

/* Else pods that return count as lost, too. */
static bool refuses_gain(struct search *q, struct job *preemptor, struct job *victim,
	const struct gain_losses *losses)
{
	return q->session->params->allow_consolidating_reclaim &&
		session_reclaim_refuses_gain(q->session, preemptor, victim, losses);
}

static struct str text(struct search *q, const struct task *victim)
{
	return reclaim_text(q, &((struct evicting_attempt *)q->ctx)->figures, victim);
}

void action_reclaim(struct session *s)
{
	static const struct evicting a = {
		.id = ACTION_RECLAIM,
		.title = "Reclaim",
		.verb = "reclaim",
		.noun = "reclaim",
		.failed = "Didn't find a reclaim strategy for job",
		.found = {"Reclaimed resources for job", "evicting reclaimee tasks:", "."},
		.log_attempt = log_attempt,
		.memory_per_queue = true,
		.eligible = eligible,
		.before_search = before_search,
		.is_victim = is_victim,
		.by_queue = true,
		.victim_options = PREEMPTIBLE_VICTIMS,
		.validate = validate,
		.fate = fate,
		.fate_by_queue = true,
		.loss_room = loss_room,
		.refuses_gain = refuses_gain,
		.before_evictions = reclaim_root_messages,
		.text = text,
	};

	evicting_run(s, &a);
}
