/* What can be told of a whole probe before it begins, see bounds.h, "narrow probes". */
#include <math.h>

#include "session/trace.h"
#include "session/bits.h"
#include "shortcuts/bounds_private.h"
#include "solvers/searches.h"

static bool is_recorded(const struct bounds *f, const struct task *t)
{
	return bit_is_set(f->recorded, t->index);
}

struct survey {
	bool recorded; /* there are recorded victims */
	int lacking;   /* a resource, as a place in slots; n_slots: none */
	double most;   /* the sum of the candidates' positive nets in it */
};

/* Some of the job's pods are recorded, some not. */
static bool is_divided(const struct bounds *f, const struct job *j)
{
	bool some = false, all = true;

	for (int i = 0; i < j->n_tasks; i++) {
		if (!status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			continue;
		some |= is_recorded(f, j->tasks[i]);
		all &= is_recorded(f, j->tasks[i]);
	}
	return some && !all;
}

/* What the task as a victim gives, less what it must be given. */
static double net_of(struct search *q, struct bounds *f, const struct task *t, int slot)
{
	double net = bit_is_set(f->usable, t->node->index)
		? bounds_charge(q->session, t, t->node->index, slot)
		: 0;

	return bounds_must_return(q, f, t) ? net - bounds_takes(t, slot) : net;
}

static void weigh(struct search *q, struct bounds *f, struct survey *s, const struct task *t)
{
	f->net[t->index] = net_of(q, f, t, f->slots[s->lacking]);
	s->most += positive(f->net[t->index]);
}

/* Takes all pods of the job for victims. False: not plain. */
static bool add_candidate(struct bounds *f, const struct survey *s, struct job *j)
{
	if (s->recorded && is_divided(f, j))
		f->odd[j->index] |= ODD_AGAIN;
	if (session_unit_is_stale(j))
		f->odd[j->index] |= ODD_CACHE;
	for (int i = 0; i < j->n_tasks; i++) {
		if (!status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			continue;
		if (!bounds_is_reversible(f, j->tasks[i]))
			return false;
		victims_want(f, j->tasks[i]); /* recorded ones are wanted already */
	}
	return true;
}

static bool add_candidates(struct search *q, struct bounds *f, const struct survey *s)
{
	f->candidates = q->victims(q);
	memset(f->odd, 0, (size_t)q->session->c->n_jobs + 1);
	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		if (j->preemptible && counts_in(j->counts, SET_ACTIVE_ALLOCATED) &&
			!add_candidate(f, s, j))
			return false;
	}
	return true;
}

static void weigh_all(struct search *q, struct bounds *f, struct survey *s)
{
	s->most = 0;
	memset(f->net, 0, ((size_t)q->session->c->n_tasks + 1) * sizeof *f->net);
	for (int i = 0; i < f->candidates.n && s->lacking < f->n_slots; i++) {
		struct job *j = f->candidates.items[i];

		for (int k = 0; j->preemptible && k < j->n_tasks; k++)
			if (status_in(j->tasks[k]->status, SET_ACTIVE_ALLOCATED))
				weigh(q, f, s, j->tasks[k]);
	}
}

/* Recorded victims are part of every scenario. */
static double weigh_recorded(struct bounds *f, const struct batches *recorded)
{
	double net = 0;

	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++) {
			double *of = &f->net[recorded->items[i].tasks[k]->index];

			net += *of;
			*of = 0;
		}
	return net;
}

static bool any_odd(const struct search *q, const struct bounds *f)
{
	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (f->odd[i])
			return true;
	return false;
}

/* The nodes as they are: returns the first resource that is lacking, as a place in slots; n_slots:
 * none. */
static int first_lacking(struct search *q, struct bounds *f)
{
	const struct probe_nodes everywhere = {.in = f->everywhere};
	int slot = 0;

	bounds_read_nodes(q, f, &everywhere);
	while (slot < f->n_slots && f->room[slot] >= f->need[slot])
		slot++;
	return slot;
}

static bool pods_never_fit(const struct bounds *f)
{
	const struct probe_nodes everywhere = {.in = f->everywhere};

	for (int k = 0; k < f->n_classes; k++)
		if (bounds_pods_lack_room(f, &everywhere, &f->classes[k]))
			return true;
	return false;
}

/* Any victim may help, whatever the candidates are: nothing is lacking, even on the nodes of the
 * preemptor alone, and each kind of pod fits without a victim. While not all nodes are usable the
 * candidates are looked at nevertheless: they may add some, which decides how sharp bounds is
 * about this probe's scenarios. */
static bool is_wide(const struct search *q, const struct bounds *f, const struct survey *s)
{
	if (s->lacking < f->n_slots)
		return false;
	for (int k = 0; k < f->n_classes; k++)
		if (f->classes[k].room < f->classes[k].pods)
			return false;
	for (int n = 0; n < q->session->c->n_nodes; n++)
		if (!bit_is_set(f->usable, n))
			return false;
	return true;
}

/* All candidates are victims. False: any victim may help. */
static bool is_narrow(struct search *q, struct bounds *f, struct survey *s,
	const struct batches *recorded, bool *hopeless)
{
	double balance;

	if (!f->valid) /* more nodes came to be usable */
		s->lacking = first_lacking(q, f);
	weigh_all(q, f, s);
	*hopeless = pods_never_fit(f);
	f->narrow.balance = -INFINITY;
	if (*hopeless)
		return true;
	if (s->lacking == f->n_slots)
		return false;
	balance = f->room[s->lacking] - f->need[s->lacking];
	f->narrow.balance = balance + weigh_recorded(f, recorded);
	*hopeless = balance + s->most < 0;
	return true;
}

static bool survey(
	struct search *q, struct bounds *f, const struct batches *recorded, bool *hopeless)
{
	struct survey s = {.recorded = recorded->n > 0};

	memcpy(f->recorded, f->victims.want, (size_t)f->victims.words * sizeof *f->recorded);
	s.lacking = first_lacking(q, f);
	return !is_wide(q, f, &s) && add_candidates(q, f, &s) && victims_settle(q, f) &&
		is_narrow(q, f, &s, recorded, hopeless);
}

bool bounds_of_probe(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	struct bounds *f;
	bool hopeless, narrow;

	shortcuts_of(q)->narrow = NULL;
	if (q->session->searches->budget.mode != BUDGET_OFF)
		return false;
	f = bounds_look(q, preemptor, session_tasks_to_allocate(q->session, preemptor, false));
	if (!f || !f->reversible_preemptor || !victims_want_all(f, recorded))
		return false;
	narrow = survey(q, f, recorded, &hopeless);
	f->valid = false; /* what was read is about all nodes */
	if (!narrow)
		return false;
	shortcuts_of(q)->narrow = &f->narrow;
	q->counts.bounds[hopeless ? INFEASIBLE_PROBE : DEFICIT_PROBE]++;
	trace_bound(q->session, hopeless ? INFEASIBLE_PROBE : DEFICIT_PROBE);
	return hopeless && !any_odd(q, f);
}

double narrow_net(const struct search *q, struct task *const *tasks, int n)
{
	double net = 0;

	for (int i = 0; shortcuts_of(q)->narrow && i < n; i++)
		net += shortcuts_of(q)->narrow->net[tasks[i]->index];
	return net;
}
