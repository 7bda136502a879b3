/* Which jobs enter a walk (kai/03 section 3.3). */
#include "common/timefmt.h"
#include "queue_walk.h"

static const struct str delay_reason = {"PreemptionDelayNotElapsed", 25};

/* False: the job has no preemption delay. */
static bool delay_end(const struct job *j, struct instant *end)
{
	struct instant from = j->creation;

	if (!j->object->has_preemption_delay || j->object->preemption_delay <= 0)
		return false;
	if (!instant_is_zero(j->last_eviction) && instant_cmp(j->last_eviction, from) > 0)
		from = j->last_eviction;
	*end = instant_add(from, j->object->preemption_delay);
	return true;
}

static void note_delay(struct session *s, struct job *j, struct instant end)
{
	struct strbuf delay = {0}, until = {0};

	session_log(s, 3, "Job <" STR_FMT "> is within its preemption delay window, skipping as eviction trigger", STR_ARG(j->key));
	if (fit_job_has_reason(j, delay_reason))
		return;
	duration_format(&delay, j->object->preemption_delay);
	end.nsec = 0;
	rfc3339_format(&until, end);
	fit_record_job(s, j, delay_reason,
	               session_text(s, "Workload is within its preemption delay window (%s) and may not trigger evictions before %s",
	                            delay.s, until.s),
	               (struct str){0});
	strbuf_free(&delay);
	strbuf_free(&until);
}

static bool enters(struct session *s, const struct walk_options *o, struct job *j)
{
	struct instant end;

	if (o->ready_only && !job_ready(j))
		return false;
	if (o->pending_only && j->counts[POD_PENDING] == 0)
		return false;
	if (o->preemptible_only && !j->preemptible)
		return false;
	if (o->active_only && counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift <= 0)
		return false;
	if (!j->queue || j->queue->n_children)
		return false;
	if (o->delay && delay_end(j, &end) && instant_cmp(s->c->now, end) < 0) {
		note_delay(s, j, end);
		return false;
	}
	return true;
}

void walk_fill(struct walk *w, struct job *const *jobs, int n)
{
	for (int i = 0; i < n; i++)
		if (enters(walk_session(w), walk_options_of(w), jobs[i]))
			walk_push(w, jobs[i]);
}
