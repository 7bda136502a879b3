/* The deficit bound; see deficit_bound.h. */
#include <math.h>

#include "session/trace.h"
#include "model/bits.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/limit_bound.h"
#include "solvers/searches.h"
#include "session/units.h"

static bool is_recorded(const struct bounds *f, const struct task *t)
{
	return bit_is_set(f->recorded, t->index);
}

struct probe_sums {
	int scarce;   /* the deficit's resource, as an index of slots; n_slots: none */
	double most;  /* the sum of the candidates' positive contributions */
	bool refused; /* limits_refuse */
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

/* ---- the candidates ---- */

/* Lists the job's active pods. False: a pod is not reversible. */
static bool list_pods(struct bounds *f, int job)
{
	struct candidates *c = &f->candidates;

	for (int i = f->first_task[job]; i < f->first_task[job + 1]; i++) {
		int task = f->tasks_of_jobs[i];
		const struct victim_info *b = bounds_info(f, task);

		if (!b->active)
			continue;
		if (b->kind == VICTIM_OTHER || b->may_lose)
			return false;
		c->tasks[c->n_tasks++] = (struct candidate){task, job};
	}
	return true;
}

/* Finds the index of the job from *at, that of the job before in the list, so that the job need not
 * be read: lists are in the order of the cluster's jobs. *at: n_jobs if one is not. */
static int index_behind(const struct cluster *c, const struct job *j, int *at)
{
	if (*at < c->n_jobs)
		(*at)++;
	while (*at < c->n_jobs && c->jobs[*at] != j)
		(*at)++;
	return *at < c->n_jobs ? *at : j->index;
}

static void list_candidates(struct search *q, struct bounds *f, struct job_list jobs)
{
	const struct cluster *all = q->session->c;
	struct candidates *c = &f->candidates;

	memcpy(c->jobs, jobs.items, (size_t)jobs.n * sizeof(struct job *));
	c->n_jobs = jobs.n;
	c->n_tasks = c->n_stale = 0;
	c->reversible = true;
	c->generation = shortcuts_of(q)->generation;
	for (int i = 0, at = -1; i < jobs.n && c->reversible; i++) {
		struct job *j = jobs.items[i];
		int first = c->n_tasks, index = index_behind(all, j, &at);

		if (!bit_is_set(f->preemptible, index))
			continue;
		c->reversible = list_pods(f, index);
		if (c->n_tasks > first && session_unit_at_is_stale(q->session, j, index))
			c->stale[c->n_stale++] = j;
	}
}

/* They are listed once for the probes of a search: its reversible scenarios change no pod, and make
 * no unit cache stale (rules/04 19.12), though they may drop one. */
static bool are_listed(const struct search *q, const struct candidates *c, struct job_list jobs)
{
	return c->generation == shortcuts_of(q)->generation && c->n_jobs == jobs.n &&
		memcmp(c->jobs, jobs.items, (size_t)jobs.n * sizeof(struct job *)) == 0;
}

static bool is_candidate(const struct candidates *c, const struct job *j)
{
	for (int i = 0; i < c->n_jobs; i++)
		if (c->jobs[i] == j)
			return true;
	return false;
}

static void find_exempt(struct search *q, struct bounds *f, const struct batches *recorded)
{
	const struct candidates *c = &f->candidates;

	memset(f->exempt, 0, (size_t)q->session->c->n_jobs);
	memset(f->exempt_by_cache, 0,
		(size_t)bit_blocks(q->session->c->n_jobs) * sizeof *f->exempt_by_cache);
	f->caches_exempt = c->n_stale > 0;
	for (int i = 0; i < c->n_stale; i++)
		if (session_unit_is_stale(c->stale[i])) {
			f->exempt[c->stale[i]->index] |= EXEMPT_CACHE;
			bit_set(f->exempt_by_cache, c->stale[i]->index);
		}
	for (int i = 0; i < recorded->n; i++)
		if (is_divided(f, recorded->items[i].job) &&
			is_candidate(c, recorded->items[i].job))
			f->exempt[recorded->items[i].job->index] |= EXEMPT_AGAIN;
}

/* Adds all pods of the candidates to the victims. False: a pod is not reversible. */
static bool add_candidates(struct search *q, struct bounds *f, const struct batches *recorded)
{
	struct candidates *c = &f->candidates;
	struct job_list jobs = q->victims(q);

	if (!are_listed(q, c, jobs))
		list_candidates(q, f, jobs);
	if (!c->reversible)
		return false;
	find_exempt(q, f, recorded);
	for (int i = 0; i < c->n_tasks; i++) {
		const struct candidate *one = &c->tasks[i];

		bounds_settle_fate(q, f, one);
		if (f->records && bounds_info(f, one->task)->noted)
			f->exempt[one->job] |= EXEMPT_NOTED;
		victims_add(f, &f->tasks[one->task]); /* a recorded one is in already */
	}
	return true;
}

static void add_contribution(struct bounds *f, struct probe_sums *s, int task)
{
	f->contribution[task] = bounds_contribution(f, task, s->scarce);
	s->most += positive(f->contribution[task]);
}

/* Consolidation draws candidates anew for each probe: a recorded victim may be none of them. */
static void add_recorded(struct bounds *f, struct probe_sums *s, const struct batches *recorded)
{
	for (int i = 0; i < recorded->n; i++)
		for (int k = 0; k < recorded->items[i].n; k++)
			if (f->contribution[recorded->items[i].tasks[k]->index] == 0)
				add_contribution(f, s, recorded->items[i].tasks[k]->index);
}

static void find_contributions(
	struct search *q, struct bounds *f, struct probe_sums *s, const struct batches *recorded)
{
	const struct candidates *c = &f->candidates;

	s->most = 0;
	memset(f->contribution, 0, (size_t)q->session->c->n_tasks * sizeof *f->contribution);
	if (s->scarce == f->n_slots)
		return;
	for (int i = 0; i < c->n_tasks; i++)
		add_contribution(f, s, c->tasks[i].task);
	add_recorded(f, s, recorded);
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
	find_contributions(q, f, s, recorded);
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

/* With the sums of all candidates in f->victims. */
static bool sum_candidates(struct search *q, struct bounds *f, struct probe_sums *s,
	const struct batches *recorded, bool *infeasible)
{
	victims_clear(f);
	return victims_add_all(f, recorded) && add_candidates(q, f, recorded) &&
		victims_update(q, f) && find_deficit(q, f, s, recorded, infeasible);
}

static bool compute_deficit(struct search *q, struct bounds *f, struct task_list unit,
	const struct batches *recorded, bool *infeasible)
{
	struct probe_sums s = {.unit = unit};
	bool found;

	memcpy(f->recorded, f->victims.scenario.bits,
		(size_t)f->victims.blocks * sizeof *f->recorded);
	s.scarce = first_scarce(q, f);
	s.refused = limits_refuse(f, unit);
	if (!s.refused && any_victim_helps(q, f, &s))
		return false;
	victims_exchange(q, f);
	found = sum_candidates(q, f, &s, recorded, infeasible);
	victims_exchange(q, f);
	return found;
}

/* All scenarios have noted victims. */
static bool all_must_be_simulated(const struct bounds *f, const struct batches *recorded)
{
	for (int i = 0; i < recorded->n && f->records; i++)
		if (searches_note(f->session->searches, recorded->items[i].job))
			return true;
	return false;
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
		all_must_be_simulated(f, recorded) || !victims_add_all(f, recorded))
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
	const struct task *first = q->session->c->tasks; /* saves reading the tasks */
	double sum = 0;

	for (int i = 0; d && i < n; i++)
		sum += d->contribution[tasks[i] - first];
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
