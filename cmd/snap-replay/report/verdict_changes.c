/* What would change the end of a pod group: what the engine knows to be missing. */
#include <stdarg.h>

#include "model/selectors.h"
#include "plugins/predicates/checks.h"
#include "report/verdict.h"
#include "session/trace.h"

struct change *change_add(struct explain *x, struct explain_verdict *v, enum verdict_change kind,
	struct str object, const char *fmt, ...)
{
	struct change *c;
	va_list ap;

	if (v->n_changes == CHANGES_MAX)
		v->n_changes--;
	c = &v->changes[v->n_changes++];
	*c = (struct change){.kind = kind, .object = object};
	va_start(ap, fmt);
	c->text = arena_vtextf(&x->arena, fmt, ap);
	va_end(ap);
	return c;
}

/* ---- nodes ---- */

static void room(struct session *s, struct explain_verdict *v, const struct near_miss *m)
{
	bool any = m->n_lacks == 1 && m->lacks[0].free == 0 && m->lacking - m->small > 1;

	for (int i = 0; i < m->n_lacks; i++) {
		const struct lack *l = &m->lacks[i];
		struct strbuf more = {0};
		struct change *c;

		verdict_amount(&more, s, l->slot, l->needed - l->free);
		c = change_add(explain_at(s), v, CHANGE_FREE_ROOM, m->node->name,
			STR_FMT " more free on %s" STR_FMT, STR_ARG(strbuf_str(&more)),
			any ? "one node, such as " : "", STR_ARG(m->node->name));
		figure_slot(&c->figures, s, "missing", l->slot, l->needed - l->free);
		c->also = i > 0;
		strbuf_free(&more);
	}
}

static void shared_room(struct session *s, struct explain_verdict *v, const struct task *t)
{
	struct strbuf b = {0};
	struct change *c;

	verdict_sharing(&b, t);
	c = change_add(explain_at(s), v, CHANGE_FREE_ROOM, STR(""), STR_FMT " free on one node",
		STR_ARG(strbuf_str(&b)));
	figure_add(&c->figures, "gpus", (double)t->gpu.count, "GPUs");
	if (t->gpu.memory > 0)
		figure_add(&c->figures, "memoryOfEach", (double)t->gpu.memory, "MiB");
	else
		figure_add(&c->figures, "partOfEach", t->gpu.fraction, "GPUs");
	strbuf_free(&b);
}

static void rest_of_gang(struct session *s, struct explain_verdict *v, const struct visit *at)
{
	int rest = at->pods - at->placed - 1;
	struct change *c;

	if (rest <= 0)
		return;
	c = change_add(explain_at(s), v, CHANGE_FREE_ROOM, STR(""),
		"room for the other %d pod%s of the gang that %s not tried", rest, plural_s(rest),
		rest == 1 ? "was" : "were");
	figure_add(&c->figures, "pods", rest, "pods");
	c->also = true;
}

static void toleration(
	struct session *s, struct explain_verdict *v, const struct task *t, const struct node *n)
{
	const struct taint *taint = taints_untolerated(t->pod->spec, n->object);

	change_add(explain_at(s), v, CHANGE_TOLERATE, n->name,
		"a toleration of the taint " STR_FMT "%s" STR_FMT ":" STR_FMT " of " STR_FMT,
		STR_ARG(taint->key), taint->value.n ? "=" : "", STR_ARG(taint->value),
		STR_ARG(taint->effect), STR_ARG(n->name));
}

/* The labels of the node selector that the node lacks; none if required node affinity refuses it,
 * too, which may be met in several ways. */
static void labels(
	struct session *s, struct explain_verdict *v, const struct task *t, const struct node *n)
{
	const struct pod_spec *spec = t->pod->spec;
	const struct labels *have = &n->object->meta.labels;
	bool also = false;

	if (spec->node_affinity.present && !node_terms_match(&spec->node_affinity, have, n->name))
		return;
	for (int i = 0; i < spec->node_selector.n; i++) {
		const struct label *l = &spec->node_selector.items[i];
		const struct str *value = labels_get(have, l->key);

		if (value && str_eq(*value, l->value))
			continue;
		change_add(explain_at(s), v, CHANGE_LABEL, n->name,
			"the label " STR_FMT "=" STR_FMT " on " STR_FMT, STR_ARG(l->key),
			STR_ARG(l->value), STR_ARG(n->name))
			->also = also;
		also = true;
	}
}

void changes_of_room(
	struct session *s, struct explain_verdict *v, const struct visit *at, const struct look *l)
{
	const struct near_miss *m = &l->miss;

	if (m->lacking && task_fractional(l->task)) {
		shared_room(s, v, l->task);
		rest_of_gang(s, v, at);
	} else if (m->lacking > m->small && m->n_lacks) {
		room(s, v, m);
		rest_of_gang(s, v, at);
	}
	if (m->tainted && (m->has_room || !m->lacking))
		toleration(s, v, l->task, m->tainted);
	if (m->unlabelled && (m->has_room || !m->lacking))
		labels(s, v, l->task, m->unlabelled);
}

/* ---- queues ---- */

/* Of each level that has too little of a resource. False: none has. */
static bool caps(struct session *s, struct explain_verdict *v, const struct visit *at,
	enum verdict_change kind)
{
	bool also = false, quota = kind == CHANGE_QUOTA;

	for (int i = 0; i < at->n_levels; i++)
		for (int slot = 0; slot < 3; slot++) {
			const struct queue_level *l = &at->levels[i];
			double cap = quota ? l->quota[slot] : l->limit[slot],
			       after = l->requested[slot] +
				(quota ? l->allocated_np[slot] : l->allocated[slot]);
			struct strbuf b = {0};
			struct change *c;

			if (cap == -1 || l->requested[slot] == 0 || cap >= after)
				continue;
			verdict_amount(&b, s, slot, after);
			c = change_add(explain_at(s), v, kind, l->queue->name,
				"a %s of " STR_FMT " for queue " STR_FMT, quota ? "quota" : "limit",
				STR_ARG(strbuf_str(&b)), STR_ARG(l->queue->label));
			figure_slot(&c->figures, s, "atLeast", slot, after);
			figure_slot(&c->figures, s, "now", slot, cap);
			figure_slot(&c->figures, s, "missing", slot, after - cap);
			c->also = also;
			also = true;
			strbuf_free(&b);
		}
	return also;
}

static void fair_share(struct session *s, struct explain_verdict *v, const struct queue_level *l)
{
	bool also = false;

	for (int slot = 2; slot >= 0; slot--) {
		double after = l->allocated[slot] + l->requested[slot];
		struct strbuf b = {0};
		struct change *c;

		if (l->fair_share[slot] == -1 || after <= l->fair_share[slot])
			continue;
		verdict_amount(&b, s, slot, after);
		c = change_add(explain_at(s), v, CHANGE_FAIR_SHARE, l->queue->name,
			"a fair share of " STR_FMT " for queue " STR_FMT
			", by its quota or weight and those above it",
			STR_ARG(strbuf_str(&b)), STR_ARG(l->queue->label));
		figure_slot(&c->figures, s, "atLeast", slot, after);
		figure_slot(&c->figures, s, "now", slot, l->fair_share[slot]);
		figure_slot(&c->figures, s, "missing", slot, after - l->fair_share[slot]);
		c->also = also;
		also = true;
		strbuf_free(&b);
	}
}

void changes_of_levels(struct session *s, struct explain_verdict *v, const struct visit *at)
{
	if (v->reason == REASON_OVER_FAIR_SHARE)
		fair_share(s, v, at->levels);
	else if (v->reason == REASON_OVER_LIMIT)
		caps(s, v, at, CHANGE_LIMIT);
	else if (caps(s, v, at, CHANGE_QUOTA))
		change_add(explain_at(s), v, CHANGE_PREEMPTIBLE, STR(""),
			"a pod group that is preemptible");
}
