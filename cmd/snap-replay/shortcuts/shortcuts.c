#include "shortcuts/shortcuts.h"

#include <stdlib.h>

#include "common/mem.h"
#include "session/trace.h"
#include "shortcuts/alike_victims.h"
#include "shortcuts/victim_sequence.h"
#include "shortcuts/bounds_kept.h"
#include "shortcuts/choices.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/dry_ahead.h"
#include "shortcuts/known_failures.h"
#include "shortcuts/node_contributions.h"
#include "shortcuts/pending_jobs.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/queue_jobs.h"
#include "shortcuts/repeated_searches.h"
#include "shortcuts/scenario_jobs.h"

static void *action_begins(struct session *s)
{
	struct shortcuts *m = xcalloc(1, sizeof *m);

	m->victims = victim_sequence_new(s);
	m->pending = pending_jobs_new(s);
	m->dry_ahead = dry_ahead_new();
	m->failures = known_failures_new(s);
	m->repeated = repeated_searches_new(s, &m->turn, m->pending, m->failures);
	return m;
}

static void search_begins(struct search *q)
{
	repeated_searches_begin(shortcuts_of(q)->repeated, q);
}

/* Nothing but dropped caches is left of what was simulated in this search. */
static bool left_nothing(const struct shortcuts *m)
{
	return m->generation == 0 && !m->drifted;
}

static void search_ends(struct search *q, bool undone)
{
	struct shortcuts *m = shortcuts_of(q);

	known_failures_end(m->failures);
	if (!repeated_searches_end(m->repeated, q, undone, left_nothing(m)))
		proof_failed(q, "a search whose end was known ended otherwise");
	victim_sequence_search_ends(m->victims, undone);
	prefix_picks_free(m->picks);
	scenario_jobs_search_ends(m->jobs);
	dry_run_search_ends(m);
	*m = (struct shortcuts){.victims = m->victims,
		.repeated = m->repeated,
		.kept = m->kept,
		.pending = m->pending,
		.dry_ahead = m->dry_ahead,
		.failures = m->failures,
		.jobs = m->jobs,
		.by_queue = m->by_queue,
		.alike = m->alike,
		.alike_known = m->alike_known};
}

static void action_ends(void *memory)
{
	struct shortcuts *m = memory;

	repeated_searches_free(m->repeated);
	bounds_kept_free(m->kept);
	victim_sequence_free(m->victims);
	scenario_jobs_free(m->jobs);
	pending_jobs_free(m->pending);
	dry_ahead_free(m->dry_ahead);
	known_failures_free(m->failures);
	queue_jobs_free(m->by_queue);
	free(m->alike);
	free(m);
}

static struct job_list jobs_of_queue(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);

	if (!m->by_queue)
		m->by_queue = queue_jobs_new(q->session);
	return queue_jobs_of(m->by_queue, q->job->queue);
}

static const int *alike_victims(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);

	if (!m->alike_known)
		m->alike = alike_victims_new(q->session);
	m->alike_known = true;
	return m->alike;
}

/* ---- probes ---- */

static bool probe_known(struct search *q)
{
	return repeated_searches_probe(shortcuts_of(q)->repeated);
}

static bool probe_begins(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	return deficit_of_probe(q, preemptor, recorded);
}

static void probe_ends(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);

	repeated_searches_probe_ends(m->repeated, q);
	prefix_picks_free(m->picks);
	m->picks = NULL;
	m->deficit = NULL;
	m->sum = (struct contribution_sum){0};
}

/* ---- scenarios ---- */

static bool is_repeat(struct search *q, const struct proposal *p)
{
	(void)q;
	return p->repeat;
}

static void note_bound(struct search *q, enum bound b)
{
	q->counts.bounds[b]++;
	trace_bound(q->session, (int)b);
}

/* It is told of dry jobs only: what they cache would be read anew alike. */
static bool is_of_dry_jobs(enum bound b)
{
	return b == INFEASIBLE_DRY_RUN || b == INFEASIBLE_UNFAIR;
}

/* What is known to fail leaves behind what its simulation would. */
static struct forecast forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct shortcuts *m = shortcuts_of(q);
	struct forecast f = bounds_forecast(q, p, nodes);

	f.waits |= !is_of_dry_jobs(f.bound) && !dry_ahead_is_empty(m->dry_ahead) &&
		(!f.bound || victim_sequence_minds(m->victims, p) || bounds_leave_traces(q, p));
	if (f.waits)
		return f;
	if (f.bound)
		note_bound(q, f.bound);
	if (!is_of_dry_jobs(f.bound))
		victim_sequence_before(
			m->victims, p, f.bound || (bounds_reversible(q) && !bounds_drifts(q)));
	if (f.bound && !is_of_dry_jobs(f.bound))
		bounds_drop_caches(q, p);
	if (!f.bound)
		prefix_picks_list(m->picks, p);
	return f;
}

static const struct proposal *settle(struct search *q, const struct probe_nodes *nodes, bool all)
{
	const struct assumed *one = dry_ahead_settle(shortcuts_of(q)->dry_ahead, q, all);

	if (!one)
		return NULL;
	bounds_restate(q, one, nodes);
	return &one->proposal;
}

static void settled(struct search *q, bool solved)
{
	bounds_restated(q);
	dry_ahead_settled(shortcuts_of(q)->dry_ahead, q, solved);
}

static bool fails_already(struct search *q, struct task *const *victims, int n)
{
	if (bounds_may_succeed(q, victims, n))
		return false;
	note_bound(q, INFEASIBLE_EARLY);
	return true;
}

static void scenario_finished(struct search *q, const struct proposal *p, enum scenario_end end)
{
	if (end != SCENARIO_SEEN && end != SCENARIO_SKIPPED)
		bounds_simulated(q, p);
	if (end == SCENARIO_SOLVED) /* the next probe is for several pods */
		shortcuts_of(q)->turn.top = NULL;
}

/* ---- picks ---- */

static bool picks_begin(
	struct search *q, const struct proposal *state, const struct probe_nodes *nodes)
{
	prefix_picks_begin(&shortcuts_of(q)->picks, q, state, nodes);
	return true;
}

static struct proposal *next_pick(struct search *q)
{
	return prefix_picks_next(shortcuts_of(q)->picks);
}

const struct questions shortcuts = {
	.action_begins = action_begins,
	.action_ends = action_ends,
	.search_begins = search_begins,
	.search_ends = search_ends,
	.jobs_of_queue = jobs_of_queue,
	.alike_victims = alike_victims,
	.probe_known = probe_known,
	.probe_begins = probe_begins,
	.probe_ends = probe_ends,
	.state_fails = deficit_state_fails,
	.node_fails = node_contributes_too_little,
	.choice_fails = choice_fails,
	.is_repeat = is_repeat,
	.forecast = forecast,
	.settle = settle,
	.settled = settled,
	.fails_already = fails_already,
	.scenario_finished = scenario_finished,
	.victims_begin = cursor_new,
	.victims_over = cursor_is_over,
	.victims_next = cursor_next,
	.victims_end = cursor_free,
	.scenario_begins = scenario_jobs_begin,
	.next_scenario_job = scenario_jobs_next,
	.picks_begin = picks_begin,
	.next_pick = next_pick,
};
