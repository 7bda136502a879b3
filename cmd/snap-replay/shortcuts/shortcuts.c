#include "shortcuts/shortcuts.h"

#include <stdlib.h>

#include "common/mem.h"
#include "session/trace.h"
#include "shortcuts/alike_victims.h"
#include "shortcuts/victim_sequence.h"
#include "shortcuts/bounds_kept.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/kin.h"
#include "shortcuts/pending_jobs.h"
#include "shortcuts/prefix_picks.h"
#include "shortcuts/queue_jobs.h"
#include "shortcuts/scenario_jobs.h"
#include "shortcuts/search_ahead.h"

static void *action_begins(struct session *s)
{
	struct shortcuts *m = xcalloc(1, sizeof *m);

	m->victims = victim_sequence_new(s);
	m->pending = pending_jobs_new(s);
	m->ahead = search_ahead_new(s, &m->turn, m->pending);
	return m;
}

static void search_begins(struct search *q)
{
	search_ahead_begins(shortcuts_of(q)->ahead, q);
}

/* Nothing but dropped caches is left of what was simulated in this search. */
static bool left_nothing(const struct shortcuts *m)
{
	return m->generation == 0 && !m->drifted;
}

static bool gives_up(struct search *q)
{
	const struct shortcuts *m = shortcuts_of(q);

	return search_ahead_gives_up(m->ahead, left_nothing(m));
}

static void search_ends(struct search *q, bool undone)
{
	struct shortcuts *m = shortcuts_of(q);

	if (!search_ahead_ends(m->ahead, q, undone, left_nothing(m)))
		proof_failed(q, "a search whose end was known ended otherwise");
	victim_sequence_search_ends(m->victims, undone);
	prefix_picks_free(m->picks);
	scenario_jobs_search_ends(m->jobs);
	*m = (struct shortcuts){.victims = m->victims,
		.ahead = m->ahead,
		.kept = m->kept,
		.pending = m->pending,
		.jobs = m->jobs,
		.by_queue = m->by_queue,
		.alike = m->alike,
		.alike_known = m->alike_known};
}

static void action_ends(void *memory)
{
	struct shortcuts *m = memory;

	search_ahead_free(m->ahead);
	bounds_kept_free(m->kept);
	victim_sequence_free(m->victims);
	scenario_jobs_free(m->jobs);
	pending_jobs_free(m->pending);
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

static enum probe_end probe_known(struct search *q, struct batches *potential)
{
	return search_ahead_probe(shortcuts_of(q)->ahead, q, potential);
}

static bool probe_begins(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	search_ahead_searched(shortcuts_of(q)->ahead);
	return deficit_of_probe(q, preemptor, recorded);
}

static void probe_ends(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);

	search_ahead_probe_ends(m->ahead, q);
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

/* What is known to fail leaves behind what its simulation would. Dry runs are made of jobs without
 * caches only. */
static struct forecast forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct shortcuts *m = shortcuts_of(q);
	struct forecast f = bounds_forecast(q, p, nodes);

	if (f.bound)
		note_bound(q, f.bound);
	if (f.bound != INFEASIBLE_DRY_RUN)
		victim_sequence_before(
			m->victims, p, f.bound || (bounds_reversible(q) && !bounds_drifts(q)));
	if (f.bound && f.bound != INFEASIBLE_DRY_RUN)
		bounds_drop_caches(q, p);
	return f;
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
	if (end == SCENARIO_SOLVED)
		search_ahead_solved(shortcuts_of(q)->ahead, p);
}

/* ---- picks and choices ---- */

static bool choice_fails(struct search *q, const struct proposal *p)
{
	return deficit_choice_fails(q, p) || kin_choice_fails(q, p);
}

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
	.gives_up = gives_up,
	.search_ends = search_ends,
	.jobs_of_queue = jobs_of_queue,
	.alike_victims = alike_victims,
	.probe_known = probe_known,
	.probe_begins = probe_begins,
	.probe_ends = probe_ends,
	.state_fails = deficit_state_fails,
	.choice_fails = choice_fails,
	.is_repeat = is_repeat,
	.forecast = forecast,
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
