/* What is known of a scenario before its simulation, and what is left of it afterwards; see
 * bounds.h.
 */
#include "model/bits.h"
#include "model/job.h"
#include "session/storage/storage.h"
#include "session/units.h"
#include "shortcuts/batches_by_job.h"
#include "shortcuts/dry_ahead.h"
#include "shortcuts/dry_run.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/repeated_victims.h"
#include "solvers/searches.h"

static struct forecast judge(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	enum bound found = bounds_of_sums(f, nodes);

	return found ? (struct forecast){.bound = found} : dry_run_forecast(q, f, p, nodes);
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

/* Of the victims that are summed up. False: one is not reversible; nothing can be foreseen. */
static bool use_sums(struct search *q, struct bounds *f, const struct probe_nodes *nodes)
{
	if (f->victims.n_other || f->victims.n == 0)
		return false;
	if (!f->valid)
		bounds_read_nodes(q, f, nodes);
	f->may_lose = f->victims.n_may_lose > 0;
	f->losses = storage_losses(q->session);
	f->reversible = !f->may_lose;
	return true;
}

/* Some victims that are summed up are noted: the simulation must record. */
static bool must_record(const struct bounds *f)
{
	return f->records && f->victims.n_noted > 0;
}

/* A pod of p stands twice. It gives room once (repeated_victims.h). */
static struct forecast judge_repeated(struct search *q, struct bounds *f, const struct proposal *p,
	const struct probe_nodes *nodes)
{
	enum repeats leave;

	prefix_picks_list(shortcuts_of(q)->picks, p);
	leave = judge_repeats(q, f, p);
	f->reversible = leave != REPEATS_LEAVE_TRACES;
	f->drifts = leave == REPEATS_DRIFT;
	if (leave != REPEATS_REVERSIBLE)
		return (struct forecast){0};
	victims_sum_up_once(q, f, p);
	return (struct forecast){.bound = use_sums(q, f, nodes) && !must_record(f)
			? bounds_of_room(f, nodes)
			: BOUND_NONE};
}

/* Small clusters are done before bounds pay. */
enum { FEW_VICTIMS = 256 };

bool bounds_may_begin(const struct session *s)
{
	const struct searches *all = s->searches;
	bool pay = all->simulated >= FEW_VICTIMS || all->always_ahead;

	return !searches_record(all) || (pay && !all->all_noted);
}

struct bounds *bounds_begin(struct search *q, struct job *preemptor, struct task_list unit)
{
	struct bounds *f;

	if (!bounds_may_begin(q->session))
		return NULL;
	f = shortcuts_of(q)->bounds ? shortcuts_of(q)->bounds : bounds_new(q);
	f->reversible = f->drifts = f->may_lose = false;
	f->records = searches_record(q->session->searches);
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
	if (!victims_sum_up(q, f, p))
		return judge_repeated(q, f, p, nodes);
	if (!use_sums(q, f, nodes) || must_record(f))
		return (struct forecast){0};
	return f->may_lose ? judge_losing(q, f, p, nodes) : judge(q, f, p, nodes);
}

/* ---- assumed scenarios ---- */

static bool has_job_of(const struct proposal *p, const uint64_t *jobs)
{
	struct batch_cursor at = {0};

	for (int i = 0; i < p->recorded.n; i++)
		if (bit_is_set(jobs, p->recorded.items[i].job_index))
			return true;
	return next_batch_in(p, jobs, &at) != NULL;
}

bool bounds_leave_traces(const struct search *q, const struct proposal *p)
{
	const struct bounds *f = shortcuts_of(q)->bounds;

	return has_job_of(p, q->session->c->may_cache_unit) ||
		(f->caches_exempt && has_job_of(p, f->exempt_by_cache));
}

static void exchange_usable(struct bounds *f, uint64_t *usable)
{
	f->usable = usable;
	f->valid = false;
	f->all_usable = bounds_all_usable(f);
}

void bounds_restate(struct search *q, const struct assumed *one, const struct probe_nodes *nodes)
{
	const struct proposal *p = &one->proposal;
	struct bounds *f = bounds_begin(q, p->preemptor, p->pending);
	size_t bytes = (size_t)bit_blocks(nodes->n) * sizeof *f->usable;

	f->usable_now = f->usable;
	if (memcmp(f->usable, one->usable, bytes) != 0)
		exchange_usable(f, one->usable);
	victims_of_pick(f, p->pick);
	victims_sum_up(q, f, p);
	use_sums(q, f, nodes);
	bounds_of_sums(f, nodes);
}

void bounds_restated(struct search *q)
{
	struct bounds *f = shortcuts_of(q)->bounds;

	if (f->usable != f->usable_now)
		exchange_usable(f, f->usable_now);
}

/* ---- what is left of scenarios ---- */

/* The unit caches of the victims' jobs were dropped: none of them is stale any more. */
static void end_exemptions(struct bounds *f, const struct proposal *p)
{
	struct batch_cursor at = {0};
	const struct batch *b;

	while (f->caches_exempt && (b = next_batch_in(p, f->exempt_by_cache, &at))) {
		f->exempt[b->job_index] &= (unsigned char)~EXEMPT_CACHE;
		bit_clear(f->exempt_by_cache, b->job_index);
	}
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
	end_exemptions(f, p);
	f->tried = f->reversible ? f->tried + p->recorded.n_tasks + p->potential.n_tasks : 0;
	f->valid &= f->reversible;
}

/* What is kept besides of the jobs, how many active pods they have, a simulation undone leaves as
 * it was. */
static void drop_cache(struct search *q, const struct batch *b)
{
	job_drop_unit(q->session->c, b->job, b->job_index);
}

void bounds_drop_caches(struct search *q, const struct proposal *p)
{
	struct batch_cursor at = {0};
	const struct batch *b;

	for (int i = 0; i < p->recorded.n; i++)
		drop_cache(q, &p->recorded.items[i]);
	while ((b = next_batch_in(p, q->session->c->may_cache_unit, &at)))
		drop_cache(q, b);
	end_exemptions(shortcuts_of(q)->bounds, p);
}

bool bounds_reversible(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->reversible;
}

bool bounds_drifts(const struct search *q)
{
	return shortcuts_of(q)->bounds && shortcuts_of(q)->bounds->drifts;
}
