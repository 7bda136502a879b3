/* Why pods stay pending: the one reason. It is that of the last attempt. What no eviction can mend
 * goes first; then why no room was made; then that there is none. */
#include <stdlib.h>

#include "common/actions.h"
#include "report/verdict.h"

/* ---- what keeps the pod group out of all walks ---- */

static void no_sub_group(struct session *s, const struct task *t, struct explain_verdict *v)
{
	v->reason = REASON_NO_SUB_GROUP;
	strbuf_addf(&v->b, "its sub-group " STR_FMT " does not exist", STR_ARG(t->subgroup));
	change_add(explain_at(s), v, CHANGE_SUB_GROUP, t->subgroup,
		"a sub-group " STR_FMT " in the pod group", STR_ARG(t->subgroup));
}

static void gated(struct session *s, const struct job *j, struct explain_verdict *v)
{
	int n = j->counts[POD_GATED];
	struct change *c;

	v->reason = REASON_GATED;
	strbuf_addf(&v->b, "scheduling gates hold back %d pod%s", n, plural_s(n));
	c = change_add(explain_at(s), v, CHANGE_UNGATE, j->key, "no scheduling gates on %d pod%s",
		n, plural_s(n));
	figure_add(&c->figures, "pods", n, "pods");
	figure_add(&v->figures, "gatedPods", n, "pods");
}

static void queue(struct session *s, const struct job *j, struct explain_verdict *v)
{
	struct str name = j->object->queue;

	if (j->queue) {
		v->reason = REASON_INNER_QUEUE;
		strbuf_addf(&v->b,
			"queue " STR_FMT " has queues below it, so it takes no pod groups",
			STR_ARG(j->queue->label));
		change_add(explain_at(s), v, CHANGE_LEAF, name,
			"a queue without queues below it, such as " STR_FMT,
			STR_ARG(j->queue->children[0]->label));
		return;
	}
	v->reason = REASON_NO_QUEUE;
	strbuf_addf(&v->b, "queue " STR_FMT " does not exist", STR_ARG(name));
	change_add(explain_at(s), v, CHANGE_QUEUE, name, "a queue " STR_FMT, STR_ARG(name));
}

static void not_ready(struct session *s, const struct job *j, struct explain_verdict *v)
{
	const char *between = "";

	v->reason = REASON_NOT_READY;
	for (int i = 0; i < j->n_pod_sets; i++) {
		const struct pod_set *p = j->pod_sets[i];
		int gates = p->counts[POD_GATED], there = counts_in(p->counts, SET_ALIVE) - gates,
		    short_of = p->min - there;
		struct change *c;

		if (short_of <= 0)
			continue;
		strbuf_addf(&v->b, "%s%s" STR_FMT "%sit has %d pod%s of its minimum of %d", between,
			j->n_pod_sets > 1 ? "sub-group " : "",
			STR_ARG(j->n_pod_sets > 1 ? p->name : STR("")),
			j->n_pod_sets > 1 ? ": " : "", there, plural_s(there), p->min);
		if (gates)
			strbuf_addf(&v->b, ", %d more %s gated", gates, gates == 1 ? "is" : "are");
		between = "; ";
		figure_add(&v->figures, "minimum", p->min, "pods");
		figure_add(&v->figures, "present", there, "pods");
		c = change_add(explain_at(s), v, gates >= short_of ? CHANGE_UNGATE : CHANGE_PODS,
			p->name,
			gates >= short_of ? "no scheduling gates on %d pod%s" : "%d more pod%s",
			short_of, plural_s(short_of));
		figure_add(&c->figures, "pods", short_of, "pods");
		c->also = v->n_changes > 1;
	}
}

static bool out_of_walks(struct session *s, const struct subject *u, struct explain_verdict *v)
{
	const struct job *j = u->of->job;

	if (u->task ? u->task->invalid_subgroup
		    : j->n_invalid && !j->counts[POD_PENDING] && !j->counts[POD_GATED])
		no_sub_group(s, u->task ? u->task : j->invalid[0], v);
	else if (u->task ? u->task->status == POD_GATED : !j->counts[POD_PENDING])
		gated(s, j, v);
	else if (!job_has_leaf(j))
		queue(s, j, v);
	else if (!job_ready(j))
		not_ready(s, j, v);
	else
		return false;
	return true;
}

/* ---- the last attempts ---- */

const struct visit *verdict_last_visit(const struct explained *e, enum action_id action)
{
	for (int i = e->n_chapters - 1; i >= 0; i--)
		if (!strcmp(e->chapters[i].action, action_names[action]) && e->chapters[i].n_visits)
			return e->chapters[i].visits[e->chapters[i].n_visits - 1];
	return NULL;
}

static const struct look *failed_look(const struct visit *v)
{
	for (int i = 0; v && v->failed && i < v->n_looks; i++)
		if (v->looks[i]->task == v->failed)
			return v->looks[i];
	return NULL;
}

/* Of allocate, else of the last action that looked at nodes. */
static const struct look *last_look(const struct explained *e, const struct visit **at)
{
	const struct visit *a = verdict_last_visit(e, ACTION_ALLOCATE);
	const struct look *l = failed_look(a);

	*at = a;
	for (int i = e->n_chapters - 1; i >= 0 && !a; i--)
		for (int k = e->chapters[i].n_visits - 1;
			k >= 0 && !l && !(*at && (*at)->n_confined); k--) {
			*at = e->chapters[i].visits[k];
			l = failed_look(*at);
		}
	return l;
}

static void not_visited(struct session *s, const struct explained *e, struct explain_verdict *v)
{
	const struct chapter *c = e->n_chapters ? &e->chapters[0] : NULL;

	v->reason = REASON_NOT_VISITED;
	if (!c)
		strbuf_addz(&v->b,
			s->died ? "the cycle ended before its turn"
				: "the cycle runs no action that places pods");
	else
		strbuf_addf(&v->b, "%s did not come to it: %s", c->action,
			absence_words[c->absence == PRESENT ? ABSENT_ENDED : c->absence]);
}

/* ---- refusals that no eviction can mend ---- */

/* The resource of which the pod requests more than any node has, and how much the largest has;
 * -1: none. */
static int too_large(const struct session *s, const struct task *t, double *most)
{
	static const int order[] = {SLOT_GPU, SLOT_CPU, SLOT_MEMORY};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		*most = 0;
		for (int k = 0; k < s->c->n_nodes; k++)
			if (s->c->nodes[k].allocatable[order[i]] > *most)
				*most = s->c->nodes[k].allocatable[order[i]];
		if (t->request[order[i]] > *most)
			return order[i];
	}
	return -1;
}

/* The checks' sentences, without the first one, which names the pod. */
static void checks(struct strbuf *b, struct str text, char line_end)
{
	const char *line = str_find(text, line_end);
	const char *end = text.p + text.n;

	line = line ? line + 1 : text.p;
	for (bool first = true; line < end; first = false) {
		const char *next = memchr(line, line_end, (size_t)(end - line));
		size_t n = (size_t)((next ? next : end) - line);

		if (n)
			strbuf_addf(b, "%s" STR_FMT, first ? "" : " ",
				STR_ARG(((struct str){line, n})));
		line += n + 1;
	}
}

static void refused(
	struct session *s, const struct task *t, struct str text, struct explain_verdict *v)
{
	struct strbuf amount = {0};
	struct change *c;
	double most;
	int slot = too_large(s, t, &most);

	if (slot < 0) {
		v->reason = REASON_REFUSED;
		checks(&v->b, text, s->log.line_end);
		return;
	}
	v->reason = REASON_TOO_LARGE;
	verdict_amount(&amount, s, slot, t->request[slot]);
	strbuf_addf(&v->b, "pod " STR_FMT " needs " STR_FMT " on one node; the largest has ",
		STR_ARG(t->key), STR_ARG(strbuf_str(&amount)));
	verdict_number(&v->b, s, slot, most);
	figure_slot(&v->figures, s, "needed", slot, t->request[slot]);
	figure_slot(&v->figures, s, "largest", slot, most);
	c = change_add(explain_at(s), v, CHANGE_LARGER_NODE, STR(""), "a node with " STR_FMT,
		STR_ARG(strbuf_str(&amount)));
	figure_slot(&c->figures, s, "needed", slot, t->request[slot]);
	strbuf_free(&amount);
}

/* ---- all together ---- */

/* The scheduler's own sentence. */
static void other(struct session *s, const struct job *j, struct explain_verdict *v)
{
	struct pending_reason *reasons;
	int n = pending_reasons(s, j, &reasons);

	v->reason = REASON_OTHER;
	if (n)
		checks(&v->b, reasons[0].message, s->log.line_end);
	else
		strbuf_addz(&v->b, "no error was noted");
	free(reasons);
}

/* What the nodes lack, or those of the domain that was nearest. */
static void room_lacks(
	struct session *s, const struct visit *at, const struct look *l, struct explain_verdict *v)
{
	const struct domain_row *tried = verdict_tried_domain(s, at, v);
	struct visit there = *at;

	if (tried) {
		there.placed = tried->pods_before + tried->placed;
		l = tried->look;
	}
	verdict_room(s, v, &there, l);
}

/* l: NULL: no domain of a topology has room. */
static void no_room(struct session *s, const struct explained *e, const struct visit *at,
	const struct look *l, struct explain_verdict *v)
{
	struct strbuf before = v->b, made, room;
	bool queue_first;

	v->b = (struct strbuf){0};
	verdict_no_room_made(s, e, v);
	made = v->b;
	v->b = (struct strbuf){0};
	if (!made.len)
		v->reason = l ? REASON_NO_ROOM : REASON_NO_DOMAIN;
	if (l)
		room_lacks(s, at, l, v);
	else
		verdict_no_domain(s, at, v);
	room = v->b;
	v->b = before;
	queue_first = v->reason == REASON_OVER_FAIR_SHARE || v->reason == REASON_OVER_QUOTA;
	strbuf_addstr(&v->b, strbuf_str(queue_first ? &made : &room));
	if (made.len && room.len)
		strbuf_addz(&v->b, "; ");
	strbuf_addstr(&v->b, strbuf_str(queue_first ? &room : &made));
	strbuf_free(&made);
	strbuf_free(&room);
}

void verdict_pending(struct session *s, const struct subject *u, struct explain_verdict *v)
{
	const struct explained *e = u->of;
	const struct visit *at;
	const struct look *l = last_look(e, &at);

	if (out_of_walks(s, u, v))
		return;
	if (at && at->over && verdict_over_capacity(s, at, v))
		return;
	if (l && l->refused.n) {
		refused(s, l->task, l->refused, v);
	} else if (!l && at && verdict_never_fits(s, at, v)) {
		return;
	} else if (l && !l->miss.lacking && !l->fit) {
		v->reason = REASON_NODES_REFUSE;
		room_lacks(s, at, l, v);
	} else if (l || (at && at->n_confined && !at->failed)) {
		no_room(s, e, at, l, v);
	} else if (!verdict_no_room_made(s, e, v)) {
		if (at)
			other(s, e->job, v);
		else
			not_visited(s, e, v);
	}
}
