/* The verdict on pods that end otherwise than they began: bound, pipelined, moved, evicted. */
#include "common/actions.h"
#include "report/verdict.h"

enum { WAITED_SHOWN = 3 };

/* The last decision of the kind about a pod with that end. */
static const struct happening *last_decision(const struct events *ev, const struct subject *u,
	enum verdict_end end, enum decision_kind kind, const char **action)
{
	static const enum net_change changes[] = {[END_EVICTED] = NET_EVICTED,
		[END_WITHDRAWN] = NET_WITHDRAWN,
		[END_BOUND] = NET_BOUND,
		[END_PIPELINED] = NET_PIPELINED,
		[END_MOVED] = NET_MOVED};

	for (int i = u->of->n_chapters - 1; i >= 0; i--)
		for (int k = u->of->chapters[i].n_happenings - 1; k >= 0; k--) {
			const struct happening *h = &u->of->chapters[i].happenings[k];

			if (h->kind != kind || (u->task && h->task != u->task) ||
				net_change_of(&ev->net, h->task) != changes[end])
				continue;
			*action = u->of->chapters[i].action;
			return h;
		}
	return NULL;
}

/* "on gpu-1", "on gpu-1 and other nodes" */
static void nodes(struct strbuf *b, const struct ends *ends, enum verdict_end end, struct str first)
{
	strbuf_addf(b, " " STR_FMT "%s", STR_ARG(first),
		ends->nodes[end] > 1 ? " and other nodes" : "");
}

/* "its pod is", "2 of its 4 pods are", "it is" */
static void subject(struct strbuf *b, const struct subject *u, const struct ends *ends,
	enum verdict_end end, const char *one, const char *many)
{
	int n = ends->pods[end];

	if (u->task || (n == ends->n && n == 1))
		strbuf_addz(b, one);
	else if (n == ends->n)
		strbuf_addf(b, "all %d pods %s", n, many);
	else
		strbuf_addf(b, "%d of %d pods %s", n, ends->n, n == 1 ? one : many);
}

static const char *action_of_visit(const struct subject *u, const char *outcome)
{
	for (int i = u->of->n_chapters - 1; i >= 0; i--)
		for (int k = u->of->chapters[i].n_visits - 1; k >= 0; k--) {
			const struct visit *v = u->of->chapters[i].visits[k];

			if (v->outcome && !strcmp(v->outcome, outcome))
				return u->of->chapters[i].action;
		}
	return action_names[ACTION_ALLOCATE];
}

/* The pods that still hold the room, and the change that waits for them. */
static void waits_for(struct session *s, const struct happening *h, struct explain_verdict *v)
{
	struct explain *x = explain_at(s);
	struct strbuf pods = {0};
	struct change *c;

	if (!h || !h->n_pods)
		return;
	for (int i = 0; i < h->n_pods && i < WAITED_SHOWN; i++)
		strbuf_addf(&pods, "%s" STR_FMT, i ? ", " : "", STR_ARG(h->pods[i]));
	if (h->n_pods > WAITED_SHOWN)
		strbuf_addf(&pods, " and %d more", h->n_pods - WAITED_SHOWN);
	strbuf_addf(
		&v->b, "; that room is held until the end of " STR_FMT, STR_ARG(strbuf_str(&pods)));
	c = change_add(x, v, CHANGE_PODS_END, h->node, "the end of " STR_FMT " on " STR_FMT,
		STR_ARG(strbuf_str(&pods)), STR_ARG(h->node));
	figure_add(&c->figures, "pods", h->n_pods, "pods");
	figure_add(&v->figures, "releasingPods", h->n_pods, "pods");
	strbuf_free(&pods);
}

static void standing(struct session *s, struct explain_verdict *v, const struct standing *q,
	int slot, bool loses)
{
	struct strbuf *b = &v->b;
	double over = q->allocated - q->fair_share;

	strbuf_addf(b, "queue " STR_FMT " held ", STR_ARG(q->queue->label));
	verdict_amount(b, s, slot, q->allocated);
	strbuf_addz(b, ", ");
	if (q->fair_share == -1 || over == 0) {
		strbuf_addf(b, "%s", over == 0 ? "its fair share" : "its fair share is unlimited");
	} else {
		verdict_number(b, s, slot, over > 0 ? over : -over);
		strbuf_addf(b, " %s its fair share of ", over > 0 ? "over" : "under");
		verdict_number(b, s, slot, q->fair_share);
	}
	figure_slot(&v->figures, s, loses ? "victimAllocated" : "preemptorAllocated", slot,
		q->allocated);
	figure_slot(&v->figures, s, loses ? "victimFairShare" : "preemptorFairShare", slot,
		q->fair_share);
	figure_slot(&v->figures, s, loses ? "victimQuota" : "preemptorQuota", slot, q->quota);
}

static enum verdict_reason reason_of(const char *action, const struct happening *h)
{
	static const enum verdict_reason reasons[ACTION_COUNT] = {
		[ACTION_CONSOLIDATION] = REASON_CONSOLIDATION,
		[ACTION_RECLAIM] = REASON_RECLAIM,
		[ACTION_PREEMPT] = REASON_PREEMPT,
	};

	return h->preemptor ? reasons[action_of_name(str_of(action))] : REASON_STALE_GANG;
}

/* On whose behalf, and by which rule. */
static void for_whom(
	struct session *s, struct explain_verdict *v, const struct happening *h, const char *action)
{
	struct strbuf *b = &v->b;
	int plain = v->figures.n;

	v->reason = reason_of(action, h);
	if (!h->preemptor) {
		strbuf_addf(b, " in %s: " STR_FMT, action, STR_ARG(h->rule));
		return;
	}
	strbuf_addf(b, " in %s for " STR_FMT " (queue " STR_FMT ")", action,
		STR_ARG(h->preemptor->key), STR_ARG(job_queue_label(h->preemptor)));
	if (h->compared && h->from.queue != h->to.queue && v->end != END_MOVED) {
		strbuf_addz(b, ": ");
		standing(s, v, &h->from, h->slot, true);
		strbuf_addz(b, "; ");
		standing(s, v, &h->to, h->slot, false);
	}
	if (h->rule.n)
		strbuf_addf(b, "%s" STR_FMT, v->figures.n > plain ? "; rule: " : ": ",
			STR_ARG(h->rule));
	if (v->reason == REASON_PREEMPT) {
		figure_add(&v->figures, "priority", h->task->job->priority, "");
		figure_add(&v->figures, "preemptorPriority", h->preemptor->priority, "");
	}
}

static void evicted(struct events *ev, struct session *s, const struct subject *u,
	const struct ends *ends, struct explain_verdict *v)
{
	bool withdrawn = v->end == END_WITHDRAWN;
	const char *action;
	const struct happening *h = last_decision(ev, u, v->end, DECISION_EVICT, &action);

	subject(&v->b, u, ends, v->end,
		withdrawn ? "loses the room that was being freed for it" : "loses its place",
		withdrawn ? "lose the room that was being freed for them" : "lose their places");
	if (!withdrawn) {
		strbuf_addz(&v->b, " on");
		nodes(&v->b, ends, v->end, ev->net.pods[ends->first[v->end]->index].node);
	}
	if (h)
		for_whom(s, v, h, action);
}

static void moved(struct events *ev, struct session *s, const struct subject *u,
	const struct ends *ends, struct explain_verdict *v)
{
	const struct task *t = ends->first[END_MOVED];
	const char *action, *ignored;
	const struct happening *h = last_decision(ev, u, END_MOVED, DECISION_EVICT, &action),
			       *to = last_decision(ev, u, END_MOVED, DECISION_PIPELINE, &ignored);

	subject(&v->b, u, ends, END_MOVED, "moves", "move");
	strbuf_addf(&v->b, " from " STR_FMT " to", STR_ARG(ev->net.pods[t->index].node));
	nodes(&v->b, ends, END_MOVED, t->node_name);
	if (h)
		for_whom(s, v, h, action);
	waits_for(s, to, v);
}

/* The domains that the group was confined to, by the last attempt that placed it. */
static void taken_domains(
	struct session *s, const struct subject *u, const char *action, struct explain_verdict *v)
{
	for (int i = u->of->n_chapters - 1; i >= 0; i--) {
		const struct chapter *c = &u->of->chapters[i];

		for (int k = c->n_visits - 1; k >= 0 && !strcmp(c->action, action); k--)
			if (c->visits[k]->n_confined && taken_row(c->visits[k]->confined[0])) {
				verdict_taken_domain(s, c->visits[k], v);
				return;
			}
	}
}

static void placed(struct events *ev, struct session *s, const struct subject *u,
	const struct ends *ends, struct explain_verdict *v)
{
	bool bound = v->end == END_BOUND;
	const char *action = NULL;
	const struct happening *h =
		bound ? NULL : last_decision(ev, u, v->end, DECISION_PIPELINE, &action);

	v->reason = bound ? REASON_IDLE_ROOM : REASON_FREED_ROOM;
	if (bound) {
		subject(&v->b, u, ends, v->end, "is bound to", "are bound to");
		nodes(&v->b, ends, v->end, ends->first[v->end]->node_name);
		action = action_of_visit(u, "bound");
		strbuf_addf(&v->b, " by %s, on idle room", action);
		taken_domains(s, u, action, v);
		return;
	}
	subject(&v->b, u, ends, v->end, "is to run on", "are to run on");
	nodes(&v->b, ends, v->end, ends->first[v->end]->node_name);
	if (action)
		strbuf_addf(&v->b, " (%s)", action);
	if (action)
		taken_domains(s, u, action, v);
	waits_for(s, h, v);
}

void verdict_decided(struct events *ev, struct session *s, const struct subject *u,
	const struct ends *ends, struct explain_verdict *v)
{
	if (v->end == END_EVICTED || v->end == END_WITHDRAWN)
		evicted(ev, s, u, ends, v);
	else if (v->end == END_MOVED)
		moved(ev, s, u, ends, v);
	else
		placed(ev, s, u, ends, v);
}
