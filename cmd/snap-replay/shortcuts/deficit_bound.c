/* The deficit bound; see deficit_bound.h. */
#include <math.h>

#include "session/trace.h"
#include "session/bits.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/limit_bound.h"
#include "solvers/searches.h"
#include "session/units.h"

static bool is_recorded(const struct bounds *f, const struct task *t)
{
	return bit_is_set(f->recorded, t->index);
}

struct probe_sums {
	bool recorded; /* there are recorded victims */
	int scarce;    /* the deficit's resource, as an index of slots; n_slots: none */
	double most;   /* the sum of the candidates' positive contributions */
	bool refused;  /* limits_refuse */
	struct task_list unit;
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

/* What the victim gives up, less what it takes when it must return. */
static double contribution_in(struct search *q, struct bounds *f, const struct task *t, int slot)
{
	double sum = bit_is_set(f->usable, t->node->index)
		? bounds_charge(q->session, t, t->node->index, slot)
		: 0;

	return bounds_must_return(q, f, t) ? sum - bounds_least_charge(t, slot) : sum;
}

static void add_contribution(
	struct search *q, struct bounds *f, struct probe_sums *s, const struct task *t)
{
	f->contribution[t->index] = contribution_in(q, f, t, f->slots[s->scarce]);
	s->most += positive(f->contribution[t->index]);
}

/* Adds all pods of the job to the victims. False: a pod is not reversible. */
static bool add_candidate(struct bounds *f, const struct probe_sums *s, struct job *j)
{
	if (s->recorded && is_divided(f, j))
		f->exempt[j->index] |= EXEMPT_AGAIN;
	if (session_unit_is_stale(j))
		f->exempt[j->index] |= EXEMPT_CACHE;
	for (int i = 0; i < j->n_tasks; i++) {
		if (!status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			continue;
		if (!bounds_is_reversible(f, j->tasks[i]))
			return false;
		victims_add(f, j->tasks[i]); /* recorded tasks are in the set already */
	}
	return true;
}

static bool add_candidates(struct search *q, struct bounds *f, const struct probe_sums *s)
{
	f->candidates = q->victims(q);
	memset(f->exempt, 0, (size_t)q->session->c->n_jobs);
	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		if (j->preemptible && counts_in(j->counts, SET_ACTIVE_ALLOCATED) &&
			!add_candidate(f, s, j))
			return false;
	}
	return true;
}

static void find_contributions(struct search *q, struct bounds *f, struct probe_sums *s)
{
	s->most = 0;
	memset(f->contribution, 0, (size_t)q->session->c->n_tasks * sizeof *f->contribution);
	for (int i = 0; i < f->candidates.n && s->scarce < f->n_slots; i++) {
		struct job *j = f->candidates.items[i];

		for (int k = 0; j->preemptible && k < j->n_tasks; k++)
			if (status_in(j->tasks[k]->status, SET_ACTIVE_ALLOCATED))
				add_contribution(q, f, s, j->tasks[k]);
	}
}

/* Returns what the recorded victims contribute to every scenario; their own contributions become 0,
 * so that they count once. */
static double take_recorded(struct bounds *f, const struct batches *recorded)
{
	double sum = 0;

	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++) {
			double *of = &f->contribution[recorded->items[i].tasks[k]->index];

			sum += *of;
			*of = 0;
		}
	return sum;
}

static bool any_exempt(const struct search *q, const struct bounds *f)
{
	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (f->exempt[i])
			return true;
	return false;
}

/* Reads the nodes. Returns the first resource with a deficit, as an index of slots; n_slots: none.
 */
static int first_scarce(struct search *q, struct bounds *f)
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

/* True: no deficit, whatever the candidates are: the preemptor's usable nodes hold the unit, and
 * each kind of pod fits without a victim. The answer is false as long as some nodes are not usable:
 * the candidates may make them usable, which the bounds of this probe's scenarios depend on. */
static bool any_victim_helps(
	const struct search *q, const struct bounds *f, const struct probe_sums *s)
{
	if (s->scarce < f->n_slots)
		return false;
	for (int k = 0; k < f->n_classes; k++)
		if (bounds_pods_need_victims(f, &f->classes[k]))
			return false;
	for (int n = 0; n < q->session->c->n_nodes; n++)
		if (!bit_is_set(f->usable, n))
			return false;
	return true;
}

/* The candidates are settled as victims. False: the probe has no deficit. */
static bool find_deficit(struct search *q, struct bounds *f, struct probe_sums *s,
	const struct batches *recorded, bool *infeasible)
{
	double deficit;

	if (!f->valid) /* the candidates made more nodes usable */
		s->scarce = first_scarce(q, f);
	find_contributions(q, f, s);
	*infeasible = (s->refused && limits_refuse_for_good(f, s->unit)) || pods_never_fit(f);
	f->deficit.amount = INFINITY;
	if (*infeasible)
		return true;
	if (s->scarce == f->n_slots)
		return false;
	deficit = f->need[s->scarce] - f->room[s->scarce];
	f->deficit.amount = deficit - take_recorded(f, recorded);
	*infeasible = s->most < deficit;
	return true;
}

static bool compute_deficit(struct search *q, struct bounds *f, struct task_list unit,
	const struct batches *recorded, bool *infeasible)
{
	struct probe_sums s = {.recorded = recorded->n > 0, .unit = unit};

	memcpy(f->recorded, f->victims.scenario, (size_t)f->victims.blocks * sizeof *f->recorded);
	s.scarce = first_scarce(q, f);
	s.refused = limits_refuse(f, unit);
	return (s.refused || !any_victim_helps(q, f, &s)) && add_candidates(q, f, &s) &&
		victims_update(q, f) && find_deficit(q, f, &s, recorded, infeasible);
}

bool deficit_of_probe(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	struct task_list unit = session_tasks_to_allocate(q->session, preemptor, false);
	struct bounds *f;
	bool infeasible, found;

	shortcuts_of(q)->deficit = NULL;
	if (q->session->searches->budget.mode != BUDGET_OFF)
		return false;
	f = bounds_begin(q, preemptor, unit);
	if (!f || !f->reversible_preemptor || !reversible_recorded(recorded) ||
		!victims_add_all(f, recorded))
		return false;
	found = compute_deficit(q, f, unit, recorded, &infeasible);
	f->valid = false; /* room is that of all nodes, not of the probe's */
	if (!found)
		return false;
	shortcuts_of(q)->deficit = &f->deficit;
	q->counts.bounds[infeasible ? INFEASIBLE_PROBE : DEFICIT_PROBE]++;
	trace_bound(q->session, infeasible ? INFEASIBLE_PROBE : DEFICIT_PROBE);
	return infeasible && !any_exempt(q, f);
}

double contribution_of(const struct search *q, struct task *const *tasks, int n)
{
	const struct deficit *d = shortcuts_of(q)->deficit;
	double sum = 0;

	for (int i = 0; d && i < n; i++)
		sum += d->contribution[tasks[i]->index];
	return sum;
}

bool is_exempt(const struct search *q, int job_index)
{
	const struct deficit *d = shortcuts_of(q)->deficit;

	return d && d->exempt[job_index];
}

bool may_cover_deficit(const struct search *q, double contribution, bool exempt)
{
	const struct deficit *d = shortcuts_of(q)->deficit;

	return !d || exempt || contribution >= d->amount;
}

bool deficit_state_fails(struct search *q, const struct proposal *state)
{
	struct shortcuts *m = shortcuts_of(q);
	const struct batches *b = &state->potential;

	for (; m->deficit && m->sum.n < b->n; m->sum.n++) {
		const struct batch *one = &b->items[m->sum.n];
		double contribution = contribution_of(q, one->tasks, one->n);

		m->sum.most += positive(contribution);
		m->sum.exempt |= is_exempt(q, one->job_index);
	}
	return !may_cover_deficit(q, m->sum.most, m->sum.exempt);
}

bool deficit_choice_fails(struct search *q, const struct proposal *p)
{
	double sum = 0;
	bool exempt = false;

	for (int i = 0; shortcuts_of(q)->deficit && i < p->potential.n; i++) {
		const struct batch *one = &p->potential.items[i];

		sum += contribution_of(q, one->tasks, one->n);
		exempt |= is_exempt(q, one->job_index);
	}
	return !may_cover_deficit(q, sum, exempt);
}
