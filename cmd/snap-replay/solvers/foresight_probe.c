/* What can be told of a whole probe before it begins, see foresight.h, "narrow probes". */
#include <math.h>

#include "../report/explain.h"
#include "../session/bits.h"
#include "foresight_private.h"

/* Its unit was remembered while an eviction was being tried, and was not forgotten when that was committed. */
static bool has_stale_cache(const struct job *j)
{
	for (int i = 0; j->unit_cached && i < j->n_unit; i++)
		if (!task_should_allocate(j->unit[i], false))
			return true;
	return false;
}

static bool is_recorded(const struct foresight *f, const struct task *t)
{
	return f->briefs[t->index].round == f->round;
}

/* Takes all pods of the job for victims. False: not plain. */
static bool add_candidate(struct search *q, struct foresight *f, struct job *j)
{
	bool some = false, all = true;

	for (int i = 0; i < j->n_tasks; i++) {
		if (!status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			continue;
		some |= is_recorded(f, j->tasks[i]);
		all &= is_recorded(f, j->tasks[i]);
	}
	if (some && !all)
		f->odd[j->index] |= ODD_AGAIN;
	if (has_stale_cache(j))
		f->odd[j->index] |= ODD_CACHE;
	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED) && !is_recorded(f, j->tasks[i]) && !foresight_add(q, f, j->tasks[i]))
			return false;
	return true;
}

static bool add_candidates(struct search *q, struct foresight *f)
{
	f->candidates = q->candidates(q);
	memset(f->odd, 0, (size_t)q->session->c->n_jobs + 1);
	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		if (j->preemptible && counts_in(j->counts, SET_ACTIVE_ALLOCATED) && !add_candidate(q, f, j))
			return false;
	}
	return true;
}

/* What the task as a victim gives, less what it must be given. */
static double net_of(struct search *q, struct foresight *f, const struct task *t, int slot)
{
	double net = bit_is_set(f->usable, t->node->index) ? foresight_charge(q->session, t, t->node->index, slot) : 0;

	return foresight_must_return(q, f, t) ? net - foresight_takes(t, slot) : net;
}

/* The nets of all candidates in one resource; returns the sum of the positive ones. */
static double weigh(struct search *q, struct foresight *f, int slot)
{
	double most = 0;

	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		for (int k = 0; j->preemptible && k < j->n_tasks; k++) {
			const struct task *t = j->tasks[k];

			f->net[t->index] = status_in(t->status, SET_ACTIVE_ALLOCATED) ? net_of(q, f, t, slot) : 0;
			most += positive(f->net[t->index]);
		}
	}
	return most;
}

/* Recorded victims are part of every scenario. */
static double weigh_recorded(struct foresight *f, const struct batches *recorded)
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

static bool any_odd(const struct search *q, const struct foresight *f)
{
	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (f->odd[i])
			return true;
	return false;
}

static bool pods_never_fit(const struct foresight *f)
{
	const struct probe_nodes everywhere = {.in = f->everywhere};

	for (int k = 0; k < f->n_classes; k++)
		if (foresight_pods_lack_room(f, &everywhere, &f->classes[k]))
			return true;
	return false;
}

/* False: any victim may help. */
static bool is_narrow(struct search *q, struct foresight *f, const struct batches *recorded, bool *hopeless)
{
	const struct probe_nodes everywhere = {.in = f->everywhere};
	double most;
	int slot = 0;

	foresight_read_nodes(q, f, &everywhere);
	f->fresh = false;
	*hopeless = pods_never_fit(f);
	f->narrow.balance = -INFINITY;
	if (*hopeless)
		return true;
	while (slot < f->n_slots && f->room[slot] >= f->need[slot])
		slot++;
	if (slot == f->n_slots)
		return false;
	most = weigh(q, f, f->slots[slot]);
	f->narrow.balance = f->room[slot] - f->need[slot] + weigh_recorded(f, recorded);
	*hopeless = f->room[slot] - f->need[slot] + most < 0;
	return true;
}

bool foresee_probe(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	struct foresight *f;
	bool hopeless;

	q->narrow = NULL;
	if (q->session->budget_mode != BUDGET_OFF)
		return false;
	f = foresight_look(q, preemptor, session_tasks_to_allocate(q->session, preemptor, false));
	if (!f || !f->plain_preemptor || !foresight_add_all(q, f, recorded) || !add_candidates(q, f) || !is_narrow(q, f, recorded, &hopeless))
		return false;
	q->narrow = &f->narrow;
	q->counts.foreseen[hopeless ? FORESEEN_HOPELESS : FORESEEN_NARROW]++;
	if (q->session->explain)
		explain_foreseen(q->session, hopeless ? FORESEEN_HOPELESS : FORESEEN_NARROW);
	return hopeless && !any_odd(q, f);
}

double narrow_net(const struct search *q, struct task *const *tasks, int n)
{
	double net = 0;

	for (int i = 0; q->narrow && i < n; i++)
		net += q->narrow->net[tasks[i]->index];
	return net;
}
