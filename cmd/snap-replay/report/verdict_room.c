/* What no node gave a pod: room on the nearest one, and which nodes refuse it for other reasons. */
#include "report/verdict.h"

static const struct refusal *refusal_by_plugin(const struct look *l)
{
	for (int i = 0; i < l->n_refusals; i++)
		if (l->refusals[i].plugin && !l->refusals[i].devices.n)
			return &l->refusals[i];
	return NULL;
}

static void amounts(struct strbuf *b, const struct session *s, const struct near_miss *m, bool free)
{
	for (int i = 0; i < m->n_lacks; i++) {
		const struct lack *l = &m->lacks[i];

		strbuf_addz(b, i == 0 ? "" : i + 1 == m->n_lacks ? " and " : ", ");
		if (free && m->n_lacks == 1)
			verdict_number(b, s, l->slot, l->free);
		else
			verdict_amount(b, s, l->slot, free ? l->free : l->needed);
	}
}

void verdict_sharing(struct strbuf *b, const struct task *t)
{
	if (t->gpu.memory > 0)
		strbuf_addf(b, "%lld MiB of the memory", (long long)t->gpu.memory);
	else
		strbuf_addf(b, "%g", t->gpu.fraction);
	if (t->gpu.count == 1)
		strbuf_addz(b, " of a GPU");
	else
		strbuf_addf(b, " of each of %lld GPUs", (long long)t->gpu.count);
}

static void lacking(struct session *s, struct explain_verdict *v, const struct look *l)
{
	const struct near_miss *m = &l->miss;
	struct strbuf *b = &v->b;
	int able = m->lacking - m->small;

	if (!task_fractional(l->task) && !m->n_lacks) {
		strbuf_addf(b, "finds no room %s on ",
			l->task->storage ? "for its volumes"
					 : "that pods being deleted do not hold");
		strbuf_add_count(b, m->lacking, "node");
		strbuf_addz(b, " that would take it");
		figure_add(&v->figures, "lackingNodes", able, "nodes");
		return;
	}
	strbuf_addz(b, "needs ");
	if (task_fractional(l->task))
		verdict_sharing(b, l->task);
	else
		amounts(b, s, m, false);
	strbuf_addz(b, " on one node; ");
	if (task_fractional(l->task)) {
		strbuf_addz(b, "none of ");
		strbuf_add_count(b, m->lacking, "node");
		strbuf_addz(b, " has that left");
	} else if (!able) {
		strbuf_addz(b, "none of ");
		strbuf_add_count(b, m->lacking, "node");
		strbuf_addz(b, " that would take it is that large");
	} else if (able > 1 && m->n_lacks == 1 && m->lacks[0].free == 0) {
		strbuf_addz(b, "none of ");
		strbuf_add_count(b, able, "node");
		strbuf_addz(b, " has any free");
	} else {
		strbuf_addz(b, able == 1 ? "the one node that is that large" : "the best of ");
		if (able > 1)
			strbuf_add_count(b, able, "node");
		strbuf_addf(b, ", " STR_FMT ", has ", STR_ARG(m->node->name));
		amounts(b, s, m, true);
		strbuf_addz(b, " free");
	}
	for (int i = 0; i < m->n_lacks; i++) {
		figure_slot(&v->figures, s, i ? "alsoNeeded" : "needed", m->lacks[i].slot,
			m->lacks[i].needed);
		figure_slot(&v->figures, s, i ? "alsoFree" : "bestFree", m->lacks[i].slot,
			m->lacks[i].free);
	}
	figure_add(&v->figures, "lackingNodes", able, "nodes");
	if (m->small)
		figure_add(&v->figures, "smallNodes", m->small, "nodes");
}

static void first_of_both(struct strbuf *b, const struct near_miss *m)
{
	strbuf_addf(b, " (the first: " STR_FMT "%s" STR_FMT, STR_ARG(m->first_refusal),
		m->first_zones.n ? ": " : "", STR_ARG(m->first_zones));
	verdict_device_want(b, &m->first_devices, m->first);
	strbuf_addz(b, ")");
}

/* n nodes, of which the verdict says nothing yet. */
static void unwilling(struct explain_verdict *v, const struct look *l, int n, bool also)
{
	const struct near_miss *m = &l->miss;
	const struct refusal *r = refusal_by_plugin(l);

	if (n <= 0)
		return;
	strbuf_addz(&v->b, also ? "; " : "");
	strbuf_add_count(&v->b, n, "node");
	if (n == m->both)
		strbuf_addf(&v->b, " lack%s room for it, and refuse%s it for other reasons, too",
			n == 1 ? "s" : "", n == 1 ? "s" : "");
	else
		strbuf_addf(&v->b, " refuse%s it for other reasons than room", n == 1 ? "s" : "");
	if (m->unwilling && r)
		strbuf_addf(&v->b, " (%d: " STR_FMT "%s" STR_FMT ")", r->nodes, STR_ARG(r->reason),
			r->zones.n ? ": " : "", STR_ARG(r->zones));
	else if (m->first_refusal.n)
		first_of_both(&v->b, m);
	figure_add(&v->figures, "refusingNodes", n, "nodes");
}

/* What no node gave. */
void verdict_room(
	struct session *s, struct explain_verdict *v, const struct visit *at, const struct look *l)
{
	const struct near_miss *m = &l->miss;
	bool also = m->lacking || l->fit;
	int told;

	if (at->pods > 1) {
		if (at->placed)
			strbuf_addf(&v->b, "%d of %d pods found a node, the next one ", at->placed,
				at->pods);
		else
			strbuf_addf(&v->b, "the first of its %d pods ", at->pods);
		figure_add(&v->figures, "attemptPlaced", at->placed, "pods");
		figure_add(&v->figures, "attemptPods", at->pods, "pods");
	}
	if (m->lacking) {
		lacking(s, v, l);
	} else if (l->fit) {
		strbuf_addz(&v->b, "fits on ");
		strbuf_add_count(&v->b, l->fit, "node");
		strbuf_addz(&v->b, ", but no GPU there can be shared with it");
	}
	told = verdict_devices(s, v, l, also);
	unwilling(v, l, m->unwilling + m->both - told, also || told);
	changes_of_room(s, v, at, l);
}
