/* reclaim: take back from other queues what is beyond their fair share (rules/03 10; the
 * rules are proportion's). */
#include "actions/evicting.h"

static bool eligible(struct session *s, struct job *j)
{
	return s->can_reclaim.n && s->can_reclaim.items[0].fn(s->can_reclaim.items[0].ctx, j);
}

static bool before_search(struct session *s, struct job *j)
{
	for (int i = 0; i < s->job_solution_start.n; i++)
		s->job_solution_start.items[i].fn(s->job_solution_start.items[i].ctx, j);
	return true;
}

static bool is_victim(struct search *q, struct job *j)
{
	struct session *s = q->session;

	if (j->object && q->job->object && str_eq(j->object->queue, q->job->object->queue)) {
		if (s->explain)
			session_why(s, "of the same queue");
		return false;
	}
	for (int i = 0; i < s->reclaim_victim_filter.n; i++)
		if (!s->reclaim_victim_filter.items[i].fn(
			    s->reclaim_victim_filter.items[i].ctx, q->job, j))
			return false;
	return true;
}

static bool validate(struct search *q, const struct scenario *sc)
{
	struct session *s = q->session;

	for (int i = 0; i < s->reclaim_validator.n; i++)
		if (!s->reclaim_validator.items[i].fn(s->reclaim_validator.items[i].ctx, sc))
			return false;
	return true;
}

static enum victim_fate fate(struct search *q, struct job *preemptor, struct job *victim)
{
	struct session *s = q->session;

	for (int i = 0; i < s->reclaim_refuses_loss.n; i++)
		if (s->reclaim_refuses_loss.items[i].fn(
			    s->reclaim_refuses_loss.items[i].ctx, preemptor, victim))
			return s->params->allow_consolidating_reclaim ? MUST_RETURN : UNTOUCHABLE;
	return MAY_GO;
}

static struct str text(struct search *q, const struct task *victim)
{
	return reclaim_text(q, &((struct evicting_attempt *)q->ctx)->figures, victim);
}

void action_reclaim(struct session *s)
{
	static const struct evicting a = {
		.name = "reclaim",
		.title = "Reclaim",
		.verb = "reclaim",
		.failed_noun = "reclaim strategy",
		.memory_per_queue = true,
		.eligible = eligible,
		.before_search = before_search,
		.is_victim = is_victim,
		.victim_options = {.victim = true,
			.depth = -1,
			.preemptible_only = true,
			.active_only = true},
		.validate = validate,
		.fate = fate,
		.text = text,
	};

	evicting_run(s, &a);
}
