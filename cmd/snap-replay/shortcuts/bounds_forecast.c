/* What is known of a scenario before its simulation, and what is left of it afterwards; see
 * bounds.h.
 */
#include "model/job.h"
#include "session/storage/storage.h"
#include "session/units.h"
#include "shortcuts/dry_run.h"
#include "shortcuts/repeated_victims.h"
#include "solvers/searches.h"

static struct forecast judge(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	struct forecast known = {.may_end_early = true};
	enum bound found = bounds_of_sums(f, nodes);

	if (found)
		return (struct forecast){.bound = found};
	if (dry_run_fails(q, f, p, nodes, &known.all_return))
		return (struct forecast){.bound = INFEASIBLE_DRY_RUN};
	return known;
}

/* Victims may lose claims. So it must be known that the simulation fails, and that none does until
 * then: only a dry run knows. */
static struct forecast judge_losing(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	bool fails = bounds_of_sums(f, nodes);

	return dry_run_loses_nothing(q, f, p, nodes, fails)
		? (struct forecast){.bound = INFEASIBLE_DRY_RUN}
		: (struct forecast){0};
}

struct bounds *bounds_begin(struct search *q, struct job *preemptor, struct task_list unit)
{
	struct bounds *f;

	if (q->session->searches->diagnosed < q->session->searches->diagnostics_limit)
		return NULL;
	f = shortcuts_of(q)->bounds ? shortcuts_of(q)->bounds : bounds_new(q);
	f->reversible = f->drifts = f->may_lose = false;
	if (f->reversibility == NEVER_REVERSIBLE)
		return NULL;
	if (f->generation != shortcuts_of(q)->generation)
		victims_read_anew(q, f);
	if (f->preemptor != preemptor || f->generation != shortcuts_of(q)->generation)
		bounds_start_probe(q, f, preemptor, unit);
	f->generation = shortcuts_of(q)->generation;
	victims_clear(f);
	return f;
}

struct forecast bounds_forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct bounds *f = bounds_begin(q, p->preemptor, p->pending);

	if (!f || !f->reversible_preemptor || !reversible_recorded(&p->recorded))
		return (struct forecast){0};
	victims_of_pick(f, p->pick);
	victims_clear(f);
	if (!victims_add_all(f, &p->recorded) || !victims_add_all(f, &p->potential)) {
		enum repeats leave = judge_repeats(q, f, p);

		f->reversible = leave != REPEATS_LEAVE_TRACES;
		f->drifts = leave == REPEATS_DRIFT;
		return (struct forecast){0};
	}
	if (!victims_update(q, f) || f->victims.n == 0)
		return (struct forecast){0};
	if (!f->valid)
		bounds_read_nodes(q, f, nodes);
	f->may_lose = f->victims.n_may_lose > 0;
	f->losses = storage_losses(q->session);
	f->reversible = !f->may_lose;
	return f->may_lose ? judge_losing(q, f, p, nodes) : judge(q, f, p, nodes);
}

/* ---- what is left of scenarios ---- */

/* The unit caches of the victims' jobs were dropped: none of them is stale any more. */
static void end_exemptions(struct bounds *f, const struct batches *b)
{
	for (int i = 0; i < b->n && f->caches_exempt; i++)
		f->exempt[b->items[i].job_index] &= (unsigned char)~EXEMPT_CACHE;
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

void bounds_simulated(struct search *q, const struct proposal *p)
{
	struct bounds *f = shortcuts_of(q)->bounds;

	if (f && f->may_lose)
		f->reversible = storage_losses(q->session) == f->losses;
	shortcuts_of(q)->generation += !bounds_reversible(q);
	shortcuts_of(q)->drifted |= bounds_drifts(q);
	/* candidates may be reversible no more, and more nodes possible */
	if (!bounds_reversible(q) && (q->session->hooks.owns_claims.n || (f && f->any_tight)))
		shortcuts_of(q)->deficit = NULL;
	if (!f || f->reversibility == NEVER_REVERSIBLE)
		return;
	end_exemptions(f, &p->potential);
	f->tried = f->reversible ? f->tried + count_tasks(&p->recorded) + count_tasks(&p->potential)
				 : 0;
	f->valid &= f->reversible;
}

/* What is kept besides of the jobs, how many active pods they have, a simulation undone leaves as
 * it was. */
static void drop_caches(struct search *q, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		job_drop_unit(q->session->c, b->items[i].job, b->items[i].job_index);
}

void bounds_drop_caches(struct search *q, const struct proposal *p)
{
	drop_caches(q, &p->recorded);
	drop_caches(q, &p->potential);
	end_exemptions(shortcuts_of(q)->bounds, &p->potential);
}

bool bounds_reversible(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->reversible;
}

bool bounds_drifts(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->drifts;
}
