/* Why no room was made for a pod group: its queue, the victims, its delay. */
#include "common/actions.h"
#include "report/verdict.h"
#include "session/trace.h"
#include "session/walk/queue_walk.h"

enum { REJECTED_SHOWN = 3 };

/* ---- queues ---- */

/* The first resource of which the queue would hold more than the cap, by scarcity; -1: none.
 * requested: only of resources that are requested. */
static int exceeding(
	const struct queue_level *l, const double *allocated, const double *cap, bool requested)
{
	static const int order[] = {SLOT_GPU, SLOT_MEMORY, SLOT_CPU};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (cap[order[i]] != -1 && (!requested || l->requested[order[i]] > 0) &&
			allocated[order[i]] + l->requested[order[i]] > cap[order[i]])
			return order[i];
	return -1;
}

static void level(struct session *s, struct explain_verdict *v, const struct queue_level *l,
	int slot, const char *cap_word, const char *cap_name, const double *cap, const double *held)
{
	bool np = held == l->allocated_np;

	strbuf_addf(&v->b, "queue " STR_FMT " holds ", STR_ARG(l->queue->label));
	verdict_amount(&v->b, s, slot, held[slot]);
	strbuf_addf(
		&v->b, "%s, its %s is ", np ? " for pods that are not preemptible" : "", cap_word);
	verdict_number(&v->b, s, slot, cap[slot]);
	strbuf_addz(&v->b,
		np ? ", and the pod group, which is not preemptible, asks for "
		   : ", and the pod group asks for ");
	verdict_number(&v->b, s, slot, l->requested[slot]);
	strbuf_addz(&v->b, " more");
	figure_slot(&v->figures, s, np ? "allocatedNonPreemptible" : "allocated", slot, held[slot]);
	figure_slot(&v->figures, s, cap_name, slot, cap[slot]);
	figure_slot(&v->figures, s, "requested", slot, l->requested[slot]);
}

/* False: no level of the tree has too little by these figures. */
static bool over_cap(
	struct session *s, struct explain_verdict *v, const struct visit *at, bool quota)
{
	for (int i = 0; i < at->n_levels; i++) {
		const struct queue_level *l = &at->levels[i];
		const double *cap = quota ? l->quota : l->limit,
			     *held = quota ? l->allocated_np : l->allocated;
		int slot = exceeding(l, held, cap, true);

		if (slot < 0)
			continue;
		v->reason = quota ? REASON_OVER_QUOTA : REASON_OVER_LIMIT;
		level(s, v, l, slot, quota ? "quota" : "limit", quota ? "quota" : "limit", cap,
			held);
		changes_of_levels(s, v, at);
		return true;
	}
	return false;
}

bool verdict_over_capacity(struct session *s, const struct visit *at, struct explain_verdict *v)
{
	return over_cap(s, v, at, !strcmp(at->over, "NonPreemptibleOverQuota"));
}

/* The pod group may not reclaim, or a test before the search refused it. */
static bool passed_over(struct session *s, const struct job *j, const struct visit *at,
	const char *action, struct explain_verdict *v)
{
	const struct queue_level *own = at->levels;
	int slot = -1;

	if (!at->passed || at->passed == PASSED_INVARIANT)
		return false;
	for (int requested = 1; requested >= 0 && slot < 0 && at->n_levels; requested--)
		slot = exceeding(own, own->allocated, own->fair_share, requested);
	if (at->passed == PASSED_INELIGIBLE && slot >= 0) {
		v->reason = REASON_OVER_FAIR_SHARE;
		level(s, v, own, slot, "fair share", "fairShare", own->fair_share, own->allocated);
		changes_of_levels(s, v, at);
		return true;
	}
	if (!j->preemptible && over_cap(s, v, at, true))
		return true;
	v->reason = REASON_NO_SCENARIO;
	strbuf_addf(&v->b, "%s does not try: " STR_FMT, action, STR_ARG(at->text));
	return at->text.n > 0;
}

/* ---- searches ---- */

static bool searched(const struct visit *at, const char *action, struct explain_verdict *v)
{
	const struct searched *q = at->search;

	if (!q)
		return false;
	if (at->outcome &&
		(!strcmp(at->outcome, "deadline") || !strcmp(at->outcome, "not-attempted"))) {
		v->reason = REASON_SEARCH_ENDED;
		strbuf_addf(&v->b, "the time for the search of %s ended", action);
	} else if (q->candidates) {
		const struct search_failure *f = q->n_failures ? q->failures : NULL;

		v->reason = REASON_NO_SCENARIO;
		strbuf_addf(&v->b, "%s of ", action);
		strbuf_add_count(&v->b, q->candidates, "pod group");
		strbuf_addz(&v->b, " makes no room");
		if (f)
			strbuf_addf(&v->b, ": " STR_FMT, STR_ARG(f->text));
		figure_add(&v->figures, "victimPodGroups", q->candidates, "pod groups");
	} else {
		v->reason = REASON_NO_VICTIMS;
		strbuf_addf(&v->b, "%s finds no victims", action);
		for (int i = 0; i < q->n_rejected && i < REJECTED_SHOWN; i++) {
			strbuf_addz(&v->b, i ? "; " : " (");
			strbuf_add_number(&v->b, q->rejected[i].jobs);
			strbuf_addf(&v->b, ": " STR_FMT, STR_ARG(q->rejected[i].text));
		}
		strbuf_addz(&v->b, q->n_rejected ? ")" : "");
		figure_add(&v->figures, "victimPodGroups", 0, "pod groups");
	}
	return true;
}

static void protected_until(struct session *s, const struct visit *at, struct explain_verdict *v)
{
	const struct searched *q = at->search;
	struct strbuf until = {0};
	struct change *c;

	if (!q || !q->protected)
		return;
	verdict_until(&until, s, q->protected_until);
	c = change_add(explain_at(s), v, CHANGE_WAIT, q->protected_job->key,
		"the end of the minimum runtime of " STR_FMT " " STR_FMT,
		STR_ARG(q->protected_job->key), STR_ARG(strbuf_str(&until)));
	figure_add(&c->figures, "seconds",
		(double)instant_diff(q->protected_until, s->c->now) / 1e9, "seconds");
	strbuf_free(&until);
}

static bool delayed(struct session *s, const struct job *j, struct explain_verdict *v)
{
	struct strbuf until = {0};
	struct instant end;
	struct change *c;

	if (!walk_delay_end(j, &end) || instant_cmp(s->c->now, end) >= 0)
		return false;
	verdict_until(&until, s, end);
	v->reason = REASON_DELAY;
	strbuf_addf(&v->b, "it may evict nobody before its preemption delay ends, " STR_FMT,
		STR_ARG(strbuf_str(&until)));
	c = change_add(explain_at(s), v, CHANGE_WAIT, j->key,
		"the end of the preemption delay " STR_FMT, STR_ARG(strbuf_str(&until)));
	figure_add(&c->figures, "seconds", (double)instant_diff(end, s->c->now) / 1e9, "seconds");
	figure_add(
		&v->figures, "delaySeconds", (double)instant_diff(end, s->c->now) / 1e9, "seconds");
	strbuf_free(&until);
	return true;
}

/* What one visit says; that of another pod group of the same kind may stand for it. */
static bool visit_says(struct session *s, const struct explained *e, const struct visit *at,
	const char *action, struct explain_verdict *v)
{
	const struct like *like = &at->like;
	size_t before = v->b.len;

	if (!like->job) {
		if (!passed_over(s, e->job, at, action, v) && !searched(at, action, v))
			return false;
		protected_until(s, at, v);
		return true;
	}
	strbuf_addf(&v->b, "as for " STR_FMT ", of the same kind: ", STR_ARG(like->job->key));
	if (like->visit && !like->visit->like.job && visit_says(s, e, like->visit, action, v))
		return true;
	strbuf_cut(&v->b, before);
	return false;
}

/* Why no room was made: what the first of these actions says. False: none was tried. */
bool verdict_no_room_made(struct session *s, const struct explained *e, struct explain_verdict *v)
{
	static const enum action_id order[] = {
		ACTION_RECLAIM, ACTION_PREEMPT, ACTION_CONSOLIDATION};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		const struct visit *at = verdict_last_visit(e, order[i]);

		if (at && visit_says(s, e, at, action_names[order[i]], v))
			return true;
	}
	return delayed(s, e->job, v);
}
