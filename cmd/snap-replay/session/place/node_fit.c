/* Whether a task fits on one node, and what the node lacks for it (rules/06 3 and 6.4, rules/02
 * 13.3). */
#include "model/shared_gpus.h"
#include "session/place/placement.h"
#include "session/storage/storage.h"

bool node_fits_now(struct session *s, const struct node *n, const struct task *t)
{
	const struct known_fits *k = &s->known_fits;
	bool known = k->now && k->request_class == t->request_class && k->seen == s->c->n_changes &&
		!t->pod->spec->overhead.n && !gpus_may_be_shared(s->c, t);

	return (known ? k->now[n->index] : node_fits_idle(s->c, n, t)) &&
		(!t->storage || storage_on_idle(s, n, t, NULL));
}

static void log_refused(
	struct session *s, const struct task *t, const struct node *n, const struct verdict *v)
{
	struct strbuf b = {0};

	if (!v->bare)
		strbuf_addf(&b,
			"Pod " STR_FMT " cannot be scheduled on node " STR_FMT ". reasons: ",
			STR_ARG(t->key), STR_ARG(n->name));
	for (int i = 0; i < v->n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? ". " : "", STR_ARG(v->reasons[i]));
	session_log(s, 6, "Failed to run Predicate on task " STR_FMT, STR_ARG(t->pod->meta.name));
	session_log(s, 6,
		"Predicates failed for task <" STR_FMT "> on node <" STR_FMT ">: " STR_FMT,
		STR_ARG(t->key), STR_ARG(n->name), STR_ARG(strbuf_str(&b)));
	strbuf_free(&b);
}

bool predicates_fit(struct session *s, struct task *t, struct node *n, bool write)
{
	bool logged = s->log.placing && session_logs(s, 6);
	struct verdict v;

	v.n = 0;
	v.bare = false;
	session_log_placing(s, 6, "Running predicates for task <" STR_FMT "> on node <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(n->name));
	if (session_predicate(s, t, n, write || logged ? &v : NULL))
		return true;
	if (logged)
		log_refused(s, t, n, &v);
	if (write)
		fit_record_verdict(s, t, &v, 1);
	return false;
}

/* ORDER node_fits: report/explain_nodes.c explains the check that refuses first. */
bool node_fits(struct session *s, struct task *t, struct node *n, bool write)
{
	struct verdict v;

	v.n = 0;
	session_log_placing(s, 6,
		"Checking if task <" STR_FMT "> is allocatable on node <" STR_FMT
		">: <%s> vs. <%s>",
		STR_ARG(t->key), STR_ARG(n->name), vector_text(s, t->request),
		vector_text(s, n->idle));
	if (!node_fits_releasing_or_idle(s->c, n, t) ||
		(t->storage && !storage_on_releasing(s, n, t))) {
		session_log_placing(s, 6,
			"Not enough resources for task: <" STR_FMT
			">, init requested: <%s>. Node <" STR_FMT
			"> with limited resources, releasing: <%s>, idle: <%s>",
			STR_ARG(t->key), vector_text(s, t->request), STR_ARG(n->name),
			vector_text(s, n->releasing), vector_text(s, n->idle));
		if (write && fitting_error(s, t, n, &v))
			fit_record_verdict(s, t, &v, 1);
		return false;
	}
	return predicates_fit(s, t, n, write);
}

/* ---- what is lacking ---- */

struct fitting_draft { /* one fitting error in the making */
	struct session *s;
	const struct task *t;
	const struct node *n;
	struct verdict *v;
	struct str suffix; /* absent: none */
};

static double available(const struct fitting_draft *l, int slot)
{
	double used = l->n->used[slot] + (slot == SLOT_GPU ? node_device_groups_in_use(l->n) : 0);

	return l->n->allocatable[slot] - used;
}

/* Overhead is mostly of CPU and memory: there the suffix says more than the resource's figures, so
 * the verdict carries the text alone. Other resources keep their slot. */
static void add(struct fitting_draft *l, struct str reason, int slot)
{
	if (l->suffix.n) {
		reason = session_text(
			l->s, STR_FMT ". " STR_FMT, STR_ARG(reason), STR_ARG(l->suffix));
		slot = slot < SLOT_PODS ? SLOT_NONE : slot;
	}
	verdict_add(l->v, reason, slot);
}

static void lacks_mig(struct fitting_draft *l)
{
	for (int i = 0; i < l->t->gpu.n_mig; i++) {
		const struct mig_request *m = &l->t->gpu.mig[i];

		if (m->slot >= 0 && go_int64(available(l, m->slot)) < m->quantity)
			add(l, l->s->c->slots.lack_texts[m->slot], m->slot);
		else if (m->slot < 0 && m->quantity > 0)
			add(l,
				session_text(l->s,
					"node(s) didn't have enough of mig profile: " STR_FMT,
					STR_ARG(m->name)),
				SLOT_NONE);
	}
}

static void lacks_gpus(struct fitting_draft *l)
{
	const struct gpu_request *g = &l->t->gpu;

	if (gpu_round(node_fraction(l->n, g), g->count) > available(l, SLOT_GPU))
		add(l, STR("node(s) didn't have enough resources: GPUs"), SLOT_GPU);
	if (g->memory > l->n->gpu_memory)
		add(l, STR("node(s) didn't have enough resources: GPU memory"), SLOT_NONE);
}

static void lacks_others(struct fitting_draft *l)
{
	const struct slots *slots = &l->s->c->slots;

	if (go_int64(l->t->request[SLOT_CPU]) > go_int64(available(l, SLOT_CPU)))
		add(l, STR("node(s) didn't have enough resources: CPU cores"), SLOT_CPU);
	if (l->t->request[SLOT_MEMORY] > available(l, SLOT_MEMORY))
		add(l, STR("node(s) didn't have enough resources: memory"), SLOT_MEMORY);
	for (int i = SLOT_PODS; i < slots->count; i++) {
		int64_t request = go_int64(l->t->request[i]);

		if (!slots->mig[i] && request > 0 && go_int64(available(l, i)) < request)
			add(l, slots->lack_texts[i], i);
	}
}

/* Its request would fit on what is idle if the pod had no overhead. Of a resource that requests
 * count in thousandths the original adds the overhead in units: 1 where the request has 1000. */
static bool overhead_matters(const struct fitting_draft *l)
{
	const struct amounts *o = &l->t->pod->spec->overhead;
	struct slots *slots = &l->s->c->slots;

	if (!o->n)
		return false;
	for (int i = 0; i < slots->count; i++) {
		double room = l->n->idle[i];

		if (i == SLOT_GPU)
			room += shared_gpus(l->s->c, l->n, l->t);

		for (int k = 0; k < o->n; k++)
			if (slots_find(slots, o->items[k].name) == i)
				room += i == SLOT_CPU
					? (double)quantity_milli(o->items[k].quantity)
					: (double)quantity_value(o->items[k].quantity);
		if (!(l->t->request[i] <= room))
			return false;
	}
	return true;
}

static struct str overhead_suffix(struct fitting_draft *l)
{
	const struct amounts *o = &l->t->pod->spec->overhead;
	struct strbuf b = {0};
	struct str made;

	strbuf_addz(&b,
		"Not enough resources due to pod overhead resources. The overhead resources are ");
	for (int i = 0; i < o->n; i++)
		strbuf_addf(&b, " " STR_FMT ": " STR_FMT, STR_ARG(o->items[i].name),
			STR_ARG(o->items[i].text));
	made = session_text(l->s, "%s", b.s);
	strbuf_free(&b);
	return made;
}

bool fitting_error(struct session *s, const struct task *t, const struct node *n, struct verdict *v)
{
	struct fitting_draft l = {.s = s, .t = t, .n = n, .v = v};
	struct str text;
	bool valid;

	if (node_fits_now(s, n, t))
		return false; /* idle room is there; only releasing went below zero */
	valid = fraction_is_valid(node_fraction(n, &t->gpu));
	if (!valid || !node_covers_idle(s->c, n, t)) {
		if (valid && overhead_matters(&l))
			l.suffix = overhead_suffix(&l);
		if (t->type == REQUEST_MIG)
			lacks_mig(&l);
		else
			lacks_gpus(&l);
		lacks_others(&l);
		return true;
	}
	if (t->storage && !storage_on_idle(s, n, t, &text)) {
		add(&l, text, SLOT_NONE);
		return true;
	}
	return false;
}
