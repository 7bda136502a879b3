/* The explanations as "explain" events; man/snap-replay.1 lists their fields. */
#include "report/explain_json.h"

void explain_begin(struct events *ev, const struct session *s, const struct subject *u,
	const char *kind, const char *action)
{
	event_begin(ev, "explain");
	text(&ev->w, "about", subject_key(explain_at(s), u));
	text(&ev->w, "kind", str_of(kind));
	if (action)
		text(&ev->w, "action", str_of(action));
}

/* ---- nodes ---- */

static void parts(struct jsonw *w, const struct session *s, const double *values)
{
	jsonw_key(w, "parts");
	jsonw_begin(w, '{');
	for (int i = 0; values && i < s->hooks.node_order.n; i++)
		if (values[i] != 0)
			real(w, s->hooks.node_order.items[i].plugin, values[i]);
	jsonw_end(w, '}');
}

static void shortages(struct jsonw *w, const struct session *s, const struct refusal *r)
{
	jsonw_key(w, "lacking");
	jsonw_begin(w, '[');
	for (int i = 0; i < r->n_shortages; i++) {
		const struct shortage *one = &r->shortages[i];

		jsonw_begin(w, '{');
		text(w, "resource", s->c->slots.names[one->slot]);
		real(w, "freeMin", one->free_min);
		real(w, "freeMax", one->free_max);
		real(w, "capacityMin", one->capacity_min);
		real(w, "capacityMax", one->capacity_max);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void refusals(struct jsonw *w, const struct session *s, const struct look *l)
{
	jsonw_key(w, "refused");
	jsonw_begin(w, '[');
	for (int i = 0; i < l->n_refusals; i++) {
		const struct refusal *r = &l->refusals[i];

		jsonw_begin(w, '{');
		number(w, "nodes", r->nodes);
		text(w, "reason", r->reason);
		if (r->plugin)
			text(w, "plugin", str_of(r->plugin));
		if (r->n_shortages)
			shortages(w, s, r);
		text(w, "example", r->example->name);
		if (r->zones.n)
			text(w, "zones", r->zones);
		if (r->devices.n)
			devices_json(w, &r->devices);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void scores(struct jsonw *w, const struct session *s, const struct look *l)
{
	jsonw_key(w, "others");
	jsonw_begin(w, '[');
	for (int i = 0; i < l->n_best; i++) {
		jsonw_begin(w, '{');
		number(w, "nodes", l->best[i].nodes);
		real(w, "score", l->best[i].score);
		parts(w, s, l->best[i].parts);
		text(w, "example", l->best[i].example->name);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void unlooked(struct jsonw *w, const struct look *l)
{
	jsonw_key(w, "notLookedAt");
	jsonw_begin(w, '[');
	for (int i = 0; i < l->n_unlooked; i++) {
		jsonw_begin(w, '{');
		number(w, "nodes", l->unlooked[i].nodes);
		text(w, "reason", str_of(l->unlooked[i].why));
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void look(struct events *ev, const struct session *s, const struct subject *u,
	const char *action, const struct look *l)
{
	struct jsonw *w = &ev->w;

	explain_begin(ev, s, u, "nodes", action);
	text(w, "pod", l->task->key);
	unlooked(w, l);
	if (l->refused.n) {
		text(w, "message", l->refused);
		event_end(ev);
		return;
	}
	if (l->chosen) {
		text(w, "node", l->chosen->name);
		jsonw_key(w, "pipelined");
		jsonw_bool(w, l->pipelined);
		real(w, "score", l->chosen_score);
		parts(w, s, l->chosen_parts);
	}
	number(w, "nodes", l->nodes);
	number(w, "fit", l->fit);
	if (l->better)
		number(w, "withoutGpu", l->better);
	scores(w, s, l);
	refusals(w, s, l);
	event_end(ev);
}

/* ---- order and search ---- */

static void comparison(struct jsonw *w, const char *key, const struct comparison *c)
{
	if (!c->known)
		return;
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	text(w, "first", c->first->key);
	text(w, "second", c->second->key);
	if (c->first_queue) {
		text(w, "firstQueue", c->first_queue->name);
		text(w, "secondQueue", c->second_queue->name);
	}
	text(w, "by", str_of(c->why.step));
	text(w, "firstValue", c->why.l);
	text(w, "secondValue", c->why.r);
	jsonw_end(w, '}');
}

static void generators(struct jsonw *w, const struct searched *q)
{
	jsonw_key(w, "generators");
	jsonw_begin(w, '[');
	for (int i = 0; i < q->n_generators; i++) {
		jsonw_begin(w, '{');
		text(w, "generator", str_of(q->generators[i].name));
		search_counts_json(w, &q->generators[i].counts);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void search_members(struct jsonw *w, const struct searched *q)
{
	if (q->result)
		text(w, "result", str_of(q->result));
	number(w, "victimPodGroups", q->candidates);
	if (q->lots)
		number(w, "lots", q->lots);
	jsonw_key(w, "noVictims");
	jsonw_begin(w, '[');
	for (int i = 0; i < q->n_rejected; i++) {
		jsonw_begin(w, '{');
		text(w, "reason", q->rejected[i].text);
		number(w, "podGroups", q->rejected[i].jobs);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
	generators(w, q);
	jsonw_key(w, "failures");
	jsonw_begin(w, '[');
	for (int i = 0; i < q->n_failures; i++) {
		jsonw_begin(w, '{');
		text(w, "reason", q->failures[i].text);
		number(w, q->failures[i].probes ? "probes" : "scenarios", q->failures[i].scenarios);
		if (q->failures[i].of) {
			number(w, "placed", q->failures[i].most);
			number(w, "pods", q->failures[i].of);
		}
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void searched(struct events *ev, const struct session *s, const struct subject *u,
	const char *action, const struct searched *q)
{
	explain_begin(ev, s, u, "search", action);
	search_members(&ev->w, q);
	event_end(ev);
}

static void like(struct jsonw *w, const struct like *like)
{
	const struct visit *v = like->visit;

	jsonw_key(w, "like");
	jsonw_begin(w, '{');
	text(w, "podGroup", like->job->key);
	if (v && v->outcome)
		text(w, "outcome", str_of(v->outcome));
	if (v && v->text.n)
		text(w, "message", v->text);
	if (v && v->search) {
		jsonw_key(w, "search");
		jsonw_begin(w, '{');
		search_members(w, v->search);
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}

/* ---- chapters ---- */

static void visit(struct events *ev, const struct session *s, const struct subject *u,
	const struct chapter *c, const struct visit *v)
{
	struct jsonw *w = &ev->w;

	explain_begin(ev, s, u, "visit", c->action);
	number(w, "number", v->number);
	number(w, "waiting", c->waiting);
	if (v->outcome)
		text(w, "outcome", str_of(v->outcome));
	if (v->text.n)
		text(w, "message", v->text);
	if (v->like.job)
		like(w, &v->like);
	comparison(w, "before", &v->before);
	comparison(w, "after", &v->after);
	if (v->pods) {
		number(w, "pods", v->pods);
		number(w, "placed", v->placed);
	}
	if (v->failed)
		text(w, "failed", v->failed->key);
	event_end(ev);
	if (v->search)
		searched(ev, s, u, c->action, v->search);
	for (int i = 0; i < v->n_confined; i++)
		domains_json(ev, s, u, c->action, v->confined[i]);
	for (int i = 0; i < v->n_looks; i++)
		if (!u->task || v->looks[i]->task == u->task ||
			(v->failed && v->looks[i]->task == v->failed))
			look(ev, s, u, c->action, v->looks[i]);
}

static void standing(struct jsonw *w, const struct standing *q)
{
	jsonw_begin(w, '{');
	text(w, "queue", q->queue->name);
	real(w, "allocated", q->allocated);
	real(w, "fairShare", q->fair_share);
	real(w, "deserved", q->quota);
	jsonw_end(w, '}');
}

static void standings(struct jsonw *w, const struct session *s, const struct happening *h)
{
	text(w, "resource", s->c->slots.names[h->slot]);
	jsonw_key(w, "queues");
	jsonw_begin(w, '[');
	standing(w, &h->from);
	if (h->from.queue != h->to.queue)
		standing(w, &h->to);
	jsonw_end(w, ']');
}

static void happening(struct events *ev, const struct session *s, const struct subject *u,
	const struct chapter *c, const struct happening *h)
{
	struct jsonw *w = &ev->w;

	explain_begin(ev, s, u, decision_names[h->kind], c->action);
	text(w, "pod", h->task->key);
	text(w, "node", h->node);
	if (h->preemptor)
		text(w, "preemptor", h->preemptor->key);
	if (h->rule.n)
		text(w, "rule", h->rule);
	if (h->compared)
		standings(w, s, h);
	if (h->text.n)
		text(w, "message", h->text);
	if (h->kind == DECISION_PIPELINE) {
		jsonw_key(w, "waitsFor");
		jsonw_begin(w, '[');
		for (int i = 0; i < h->n_pods; i++)
			jsonw_str(w, h->pods[i]);
		jsonw_end(w, ']');
	}
	event_end(ev);
}

static void chapter(struct events *ev, const struct session *s, const struct subject *u,
	const struct chapter *c)
{
	if (c->absence != PRESENT) {
		explain_begin(ev, s, u, "absent", c->action);
		text(&ev->w, "message", str_of(absence_words[c->absence]));
		if (c->details.n)
			text(&ev->w, "details", c->details);
		event_end(ev);
	}
	for (int i = 0; i < c->n_visits; i++)
		visit(ev, s, u, c, c->visits[i]);
	for (int i = 0; i < c->n_happenings; i++)
		if (!u->task || c->happenings[i].task == u->task)
			happening(ev, s, u, c, &c->happenings[i]);
}

static void state(struct events *ev, const struct session *s, const struct subject *u)
{
	struct jsonw *w = &ev->w;
	const struct owner *owner;

	explain_begin(ev, s, u, "state", NULL);
	if (u->of)
		text(w, "podGroup", u->of->job->key);
	if (u->of && (owner = explain_owner(u->of->job->object))) {
		text(w, "ownerKind", owner->kind);
		text(w, "ownerName", owner->name);
	}
	if (u->task) {
		text(w, "status", str_of(pod_status_name(u->task->status)));
		text(w, "node", u->task->node_name);
	} else if (u->outside) {
		text(w, "message", outside_words(s, u));
	} else if (u->of) {
		jsonw_key(w, "pods");
		jsonw_begin(w, '{');
		for (int i = 0; i < POD_STATUSES; i++)
			if (u->of->job->counts[i])
				number(w, pod_status_name((enum pod_status)i),
					u->of->job->counts[i]);
		jsonw_end(w, '}');
	}
	event_end(ev);
}

void explain_subject_json(struct events *ev, struct session *s, const struct subject *u)
{
	for (int i = 0; u->of && i < u->of->n_chapters; i++)
		chapter(ev, s, u, &u->of->chapters[i]);
	state(ev, s, u);
}
