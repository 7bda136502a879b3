/* Tight classes: of the nodes of a class, those that may take its pods in a simulation of this
 * search.
 *
 * Claim. In a reversible simulation with these victims, a node that is not in the class refuses all
 *   pods of the class.
 * Why. The hook possible_nodes: inter-pod terms that keep a pod away do so as long as pods stay in
 *   the views of their nodes, and claims are as they are. Room for claims: storage_gap_holds.
 * Needs. No simulation ran since that was not reversible: bounds_begin starts anew after one.
 * Guard. That of all bounds (bounds.h); bounds_tight_holds for the victims.
 * Test. tests/unit/snap-replay/test_bounds.c; --exhaustive. */
#include "model/bits.h"
#include "session/place/scratch.h"
#include "session/storage/storage.h"
#include "shortcuts/bounds_private.h"

static struct pod_class *class_of(
	struct search *q, struct bounds *f, const struct task *t, int first)
{
	struct pod_class *k;

	for (int i = first; i < f->n_classes; i++)
		if (f->classes[i].pod->request_class == t->request_class)
			return &f->classes[i];
	k = bounds_new_class(q, f, t);
	k->tight = true;
	return k;
}

static void add_pod(struct search *q, struct bounds *f, struct pod_class *k, const struct task *t)
{
	struct session *s = q->session;
	size_t blocks = (size_t)bit_blocks(s->c->n_nodes);
	uint64_t *set = s->place->mask;

	k->pods++;
	memset(set, 0xff, blocks * sizeof *set);
	session_keep_static_nodes(s, t, set);
	session_possible_nodes(s, t, set);
	if (f->gap)
		storage_gap_keep(f->gap, t, set);
	for (size_t w = 0; w < blocks; w++)
		k->usable[w] |= set[w];
}

static bool fewer_nodes(
	const struct search *q, const struct pod_class *tight, const struct pod_class *all)
{
	return memcmp(tight->usable, all->usable,
		       (size_t)bit_blocks(q->session->c->n_nodes) * sizeof *all->usable) != 0;
}

void bounds_add_tight(struct search *q, struct bounds *f, struct task_list unit)
{
	int first = f->n_classes;

	f->any_tight = false;
	f->gap = NULL;
	if (q->session->storage)
		f->gap = storage_gap_new(q->session, &q->arena);
	for (int i = 0; i < unit.n; i++)
		add_pod(q, f, class_of(q, f, unit.items[i], first), unit.items[i]);
	/* both lists have their classes in the order of the unit */
	for (int i = 0; i < first; i++)
		f->any_tight |= fewer_nodes(q, &f->classes[first + i], &f->classes[i]);
	if (!f->any_tight)
		f->n_classes = first;
}

bool bounds_tight_holds(const struct bounds *f)
{
	return !f->gap || storage_gap_holds(f->gap, f->tasks, f->victims.summed.bits);
}
