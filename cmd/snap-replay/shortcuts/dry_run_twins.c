/* Partly running jobs, those with Pending pods and others, as victims of dry runs.
 *
 * Claim. Such a job may be a dry job though it is a fixed job of the walk: it loses all its active
 *   pods at once, and the walk passes over the fixed job, its *twin*, where the job is a victim.
 * Why. Most scenarios leave partly running jobs alone: there they are inert, as fixed jobs are. In
 *   one that has the job among its victims it stands where its own pods put it, which it has lost:
 *   before its twin, or with nothing between them. A leaf is asked for its next job only. While the
 *   heap is filled, that is the first of those that were filled in: both have the same rank, so
 *   they come together, and the twin is never the first of all. Later on the walk passes over it.
 *   A cached unit is no matter if it is what would be read now: the simulation drops it, and it is
 *   cached again. It is that unless it has a pod that needs no place any more. For a change of a
 *   pod's status drops it; and when an eviction is committed, pods cease to need a place, but none
 *   begins to.
 * Needs. That of recorded jobs that are partly running (dry_run_recorded.c). Where a job stands is
 *   found while the pods of all fixed jobs are as they were.
 * Guard. dry_run_note_twin: all active pods are lost at once. dry_run_read_twin: the job stands
 *   before its twin. dry_job_caches_old_unit. Bounds that take it that a dry job gets back all it
 *   loses are not asked: dry_scenario_is_whole.
 * Test. tests/unit/snap-replay/test_scenario_walk.c, tests/unit/snap-replay/test_dry_run.c;
 *   --exhaustive. */
#include "common/grow.h"
#include "model/job.h"
#include "shortcuts/dry_run_private.h"

struct dry_twin { /* a job that may take part */
	struct job *job;
	struct task_list lost;
	int number; /* walk_job.twin */
};

static struct task_list active_of(struct search *q, const struct job *j)
{
	struct task_list out = {ARENA_ARRAY(&q->arena, (size_t)j->n_tasks, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			out.items[out.n++] = j->tasks[i];
	return out;
}

bool dry_run_note_twin(struct search *q, struct bounds *f, struct dry_run *r, struct job *j)
{
	if (!j->counts[POD_PENDING] || !dry_run_may_serve(f, j) ||
		pod_set_active(j->pod_sets[0]) > j->pod_sets[0]->min)
		return false;
	ARENA_GROW(&q->arena, r->twins, r->n_twins, r->cap_twins);
	r->twins[r->n_twins++] = (struct dry_twin){j, active_of(q, j),
		1 + scenario_walk_job(r->lane->walk, j, NULL, false).fixed_before};
	return true;
}

static const struct dry_twin *twin_of(const struct dry_run *r, const struct job *j)
{
	for (int i = 0; j->counts[POD_PENDING] && i < r->n_twins; i++)
		if (r->twins[i].job == j)
			return &r->twins[i];
	return NULL;
}

int dry_run_twin(const struct dry_run *r, const struct job *j)
{
	const struct dry_twin *twin = twin_of(r, j);

	return twin ? twin->number : 0;
}

bool dry_run_read_twin(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out)
{
	const struct dry_twin *twin = twin_of(r, j);

	return scenario_walk_job(r->lane->walk, j, NULL, false).fixed_before < twin->number &&
		dry_run_read_lost(q, f, r, j, twin->lost, out);
}
