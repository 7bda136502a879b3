/* Jobs with Pending pods and active ones, called partly running, as victims' jobs of dry runs.
 *
 * Claim. Such a job may be a dry job though it is a fixed job of the walk: it loses all its active
 *   pods at once. It is *twinned* then: where it is a victim's, the walk passes over the fixed job,
 *   its *twin*.
 * Why. Most scenarios leave partly running jobs alone: there they are inert, as fixed jobs are. In
 *   one that has the job among its victims it comes where it belongs without its active pods:
 *   before its twin, maybe next to it. A leaf is asked for its next job only. While the heap is
 *   filled, that is the best of those filled in so far: job and twin have the same rank, so they
 *   come together, and the twin is never the best. Later on the walk passes over it, or pops it
 *   in a row with fixed jobs around it, which changes nothing. Where a bound on the requests of
 *   fixed jobs has the twin's, it is too high at most, and a row ends early.
 *   A cached unit is no matter if it is what would be read now: the simulation drops it, and it is
 *   cached again. It is that unless it has a pod that needs no place any more. For a change of a
 *   pod's status drops it; and when an eviction is committed, pods cease to need a place, but none
 *   begins to.
 * Needs. That of recorded jobs that are partly running (dry_run_recorded.c). Where a job comes is
 *   found while all other fixed jobs have their pods.
 * Guard. dry_run_note_twinned: all active pods are lost at once. dry_run_read_twinned: the job
 *   comes before its twin. dry_job_caches_old_unit. Bounds that take it that a dry job gets back
 *   all it loses are not asked: dry_scenario_is_whole.
 * Test. tests/unit/snap-replay/test_scenario_walk.c, tests/unit/snap-replay/test_dry_run.c;
 *   --exhaustive. */
#include "common/grow.h"
#include "model/job.h"
#include "session/orders.h"
#include "shortcuts/dry_run_private.h"

struct twinned_job {
	const struct job *job;
	struct task_list lost;
	int twin; /* walk_job.twin */
};

static struct task_list active_of(struct search *q, const struct job *j)
{
	struct task_list out = {ARENA_ARRAY(&q->arena, (size_t)j->n_tasks, struct task *), 0};

	for (int i = 0; i < j->n_tasks; i++)
		if (status_in(j->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			out.items[out.n++] = j->tasks[i];
	return out;
}

bool dry_run_note_twinned(struct search *q, struct bounds *f, struct dry_run *r, struct job *j)
{
	if (!j->counts[POD_PENDING] || !dry_run_may_serve(f, j) ||
		pod_set_active(j->pod_sets[0]) > j->pod_sets[0]->min)
		return false;
	ARENA_GROW(&q->arena, r->twinned, r->n_twinned, r->cap_twinned);
	r->twinned[r->n_twinned++] = (struct twinned_job){j, active_of(q, j),
		1 + scenario_walk_job(r->lane->walk, j, NULL, false).fixed_before};
	r->twinned_at[j->index] = r->n_twinned;
	return true;
}

void dry_run_forget_twinned(struct dry_run *r)
{
	while (r->n_twinned > 0)
		r->twinned_at[r->twinned[--r->n_twinned].job->index] = 0;
}

int dry_run_twin(const struct dry_run *r, const struct job *j)
{
	int at = r->twinned_at[j->index];

	return at ? r->twinned[at - 1].twin : 0;
}

/* The job, without its active pods, does not come behind the fixed job that follows its twin. */
static bool comes_before_next(struct search *q, const struct dry_run *r, const struct job *j)
{
	int n, next = dry_run_twin(r, j);
	const struct walk_job *fixed = scenario_walk_fixed(r->lane->walk, j->queue, &n);

	return next == n || !session_job_less(q->session, fixed[next].job, j);
}

bool dry_run_read_twinned(
	struct search *q, struct bounds *f, struct dry_run *r, struct job *j, struct dry_job *out)
{
	return comes_before_next(q, r, j) &&
		dry_run_read_lost(q, f, r, j, r->twinned[r->twinned_at[j->index] - 1].lost, out);
}
