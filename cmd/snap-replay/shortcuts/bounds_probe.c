/* What the bounds know of a probe: its preemptor, and what nodes have left of the resources that it
 * requests. */
#include "model/bits.h"
#include "session/units.h"
#include "shortcuts/bounds_private.h"

struct pod_class *bounds_new_class(struct search *q, struct bounds *f, const struct task *t)
{
	const struct cluster *c = q->session->c;
	struct pod_class *k = &f->classes[f->n_classes++];

	*k = (struct pod_class){.pod = t};
	k->usable = ARENA_ARRAY(&q->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	if (f->domains)
		k->rooms = ARENA_ARRAY(&q->arena, (size_t)f->n_domains, double);
	return k;
}

static void add_pod(struct search *q, struct bounds *f, const struct task *t)
{
	int i;

	for (i = 0; i < f->n_classes && f->classes[i].pod->request_class != t->request_class; i++)
		;
	if (i == f->n_classes)
		bounds_new_class(q, f, t);
	f->classes[i].pods++;
	bounds_add_usable(q->session, t, f->classes[i].usable);
	bounds_add_usable(q->session, t, f->usable);
}

static void judge_preemptor(struct search *q, struct bounds *f, struct task_list unit)
{
	f->reversible_preemptor =
		f->reversibility == REVERSIBLE || reversible_preemptor(q, f->preemptor, f->unit);
	for (int i = 0; i < unit.n; i++)
		f->reversible_preemptor &= reversible_pod(q->session, unit.items[i]);
}

static void read_left_of(struct bounds *f, const struct node *n)
{
	for (int i = 0; i < f->n_slots; i++)
		f->left[n->index * f->n_slots + i] =
			n->idle[f->slots[i]] + n->releasing[f->slots[i]];
}

static bool slots_changed(const struct bounds *f)
{
	return f->n_slots != f->n_read_slots ||
		memcmp(f->slots, f->read_slots, (size_t)f->n_slots * sizeof *f->slots) != 0;
}

/* What is kept of nodes by column. */
static void read_slots(const struct session *s, struct bounds *f)
{
	for (int n = 0; n < s->c->n_nodes; n++) {
		read_left_of(f, &s->c->nodes[n]);
		for (int i = 0; i < f->n_slots; i++)
			f->gives[n * f->n_slots + i] =
				node_books(s->c, &s->c->nodes[n], f->slots[i]);
	}
	f->left_seen = s->c->n_changes;
	memcpy(f->read_slots, f->slots, (size_t)f->n_slots * sizeof *f->slots);
	f->n_read_slots = f->n_slots;
}

static bool is_endless(const struct bounds *f, const struct pod_class *k)
{
	for (int i = 0; i < f->n_slots; i++)
		if (k->pod->request[f->slots[i]] > 0)
			return false;
	return true;
}

void bounds_start_probe(
	struct search *q, struct bounds *f, struct job *preemptor, struct task_list unit_tasks)
{
	const struct slots *slots = &q->session->c->slots;
	double *unit = f->unit;

	memset(unit, 0, (size_t)slots->count * sizeof *unit);
	f->preemptor = preemptor;
	f->valid = false;
	f->n_slots = f->n_classes = 0;
	f->domains = session_unit_domains(q->session, preemptor, &f->n_domains);
	if (f->domains)
		f->more = ARENA_ARRAY(&q->arena, (size_t)f->n_domains, double);
	f->classes = ARENA_ARRAY(&q->arena, 2 * (size_t)unit_tasks.n, struct pod_class);
	victims_forget(q, f);
	for (int i = 0; i < unit_tasks.n; i++) {
		const struct task *t = unit_tasks.items[i];

		for (int k = 0; k < slots->count; k++)
			unit[k] += t->request[k];
		add_pod(q, f, t);
	}
	bounds_add_tight(q, f, unit_tasks);
	for (int k = 0; k < slots->count; k++)
		if (unit[k] > 0) {
			f->need[f->n_slots] = unit[k];
			f->slots[f->n_slots++] = k;
		}
	if (slots_changed(f))
		read_slots(q->session, f);
	for (int k = 0; k < f->n_classes; k++)
		f->classes[k].endless = is_endless(f, &f->classes[k]);
	f->all_usable = bounds_all_usable(f);
	judge_preemptor(q, f, unit_tasks);
}

/* What nodes have left is kept as long as their books and the slots are the same. */
void bounds_read_left(struct bounds *f, const struct cluster *c)
{
	uint64_t seen = f->left_seen;

	if (c->n_changes - seen <= CHANGE_RING)
		for (uint64_t i = seen; i < c->n_changes; i++)
			read_left_of(f, &c->nodes[c->changes[i % CHANGE_RING]]);
	else
		for (int n = 0; n < c->n_nodes; n++)
			if (c->nodes[n].changed >= seen)
				read_left_of(f, &c->nodes[n]);
	f->left_seen = c->n_changes;
}
