#include "actions/evicting.h"

#include <stdlib.h>

#include "session/sink.h"
#include "session/trace.h"
#include "common/deadline.h"
#include "common/progress.h"
#include "common/mem.h"
#include "actions/skip_memory.h"
#include "solvers/questions.h"
#include "solvers/searches.h"
#include "session/units.h"

bool has_live_task(struct session *s, const struct job *j)
{
	bool alive = false;

	if (!s->traits.stray_tasks) /* no line of the log depends on it */
		return counts_in(j->counts, SET_ALIVE) > 0;
	for (int i = 0; i < j->n_tasks; i++) {
		const struct task *t = j->tasks[i];

		if (!status_in(t->status, SET_ALIVE))
			continue;
		if (t->node_name.n && !t->node)
			session_error(s, "Failed to find node for task: <" STR_FMT "," STR_FMT "> ",
				STR_ARG(t->pod->meta.ns), STR_ARG(t->pod->meta.name));
		else
			alive = true;
	}
	return alive;
}

bool has_active_task(const struct job *j)
{
	return counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift !=
		0; /* below 0, too (rules/10 2) */
}

/* Which of them are drawn may decide: another run of the scheduler may end otherwise. */
static void warn_lots(const struct search *q, int64_t lots)
{
	struct session *s = q->session;

	s->chance.lots++;
	trace_lots(s, lots);
	warn_input(s->warnings, q->job->key,
		"%s draws %lld of more pod groups by lot (maxNumberConsolidationPreemptees): another cycle may decide otherwise, as --seed N may show",
		q->action, (long long)lots);
}

/* A trace and the log of stray pods tell of all jobs. */
static struct job_list to_be_filtered(struct search *q, const struct evicting *a)
{
	const struct session *s = q->session;

	if (a->own_queue && QUESTION(q, jobs_of_queue) && !tracing(s) && !s->traits.stray_tasks)
		return q->questions->jobs_of_queue(q);
	return (struct job_list){.items = s->c->jobs, .n = s->c->n_jobs};
}

/* By queue index: 1 + the answer; 0: not known. */
static bool answer_for_queue(
	struct search *q, struct evicting_attempt *a, struct job *j, unsigned char *known)
{
	if (!*known)
		*known = (unsigned char)(1 + a->action->is_victim(q, j));
	return *known > 1;
}

/* Fills candidates with all that may be victims; returns how many. */
static int find_candidates(struct search *q, struct evicting_attempt *a, bool traced)
{
	struct session *s = q->session;
	struct job_list jobs = to_be_filtered(q, a->action);
	const int *alike = a->action->by_queue && QUESTION(q, alike_victims) && !tracing(s)
		? q->questions->alike_victims(q)
		: NULL;
	unsigned char *answers = alike ? xcalloc((size_t)s->c->n_queues, 1) : NULL;
	int n = 0;

	for (int i = 0; i < jobs.n; i++) {
		struct job *j = jobs.items[i];
		bool victim = alike && alike[i] >= 0 ? answer_for_queue(q, a, j, &answers[alike[i]])
						     : a->action->is_victim(q, j);

		if (victim)
			a->candidates[n++] = j;
		if (traced)
			trace_candidate(s, j, victim);
	}
	free(answers);
	return n;
}

static void draw(struct search *q, struct evicting_attempt *a)
{
	int n = find_candidates(q, a, !a->drawn && tracing(q->session));

	if (a->action->by_lot) {
		if (!a->drawn && n > a->action->lots)
			warn_lots(q, a->action->lots);
		n = lots_draw(q, a->candidates, n, a->action->lots);
	}
	a->n_candidates = n;
	a->drawn = true;
	a->drawn_for = q->probes;
}

static struct job_list victims(struct search *q)
{
	struct evicting_attempt *a = q->ctx;

	if (!a->drawn || (a->action->by_lot && a->drawn_for != q->probes))
		draw(q, a);
	return (struct job_list){.items = a->candidates, .n = a->n_candidates};
}

/* rules/03 8.3 */
static void find_feasible_nodes(const struct session *s, const struct job *j, bool *in)
{
	bool all = false;

	for (int i = 0; i < j->n_tasks && !all; i++)
		all = !task_needs_gpu(j->tasks[i]);
	for (int i = 0; i < s->c->n_nodes; i++)
		in[i] = all || node_sum_idle_gpus(s->c, &s->c->nodes[i]) > 0 ||
			node_sum_releasing_gpus(s->c, &s->c->nodes[i]) > 0;
}

static void trace_not_tried(struct session *s, const struct job *j, struct str why)
{
	trace_outcome(s, j, "not tried", why);
}

/* Why the last hook refused; empty without a tracer. */
static struct str refusal_reason(struct session *s)
{
	return trace_last_reason(s);
}

/* The plugins' invariants that no eviction can mend (rules/03 8.2). */
static bool guard(struct session *s, struct job *j)
{
	struct task_list unit = session_tasks_to_allocate(s, j, false);

	for (int i = 0; i < unit.n; i++) {
		struct task *t = unit.items[i];
		struct str text = {0};

		if (session_victim_invariant(s, t, &text))
			continue;
		fit_record_text(s, t, text);
		fit_record_job(s, j, STR("PodSchedulingErrors"),
			session_text(s,
				"Resources were not found for pod " STR_FMT " due to: " STR_FMT,
				STR_ARG(t->key), STR_ARG(text)),
			t->pod_set->name);
		trace_passed_over(s, j, PASSED_INVARIANT);
		trace_not_tried(s, j, text);
		return false;
	}
	return true;
}

static void commit(struct search *q)
{
	struct evicting_attempt *a = q->ctx;
	struct session *s = q->session;
	bool wanted = tracing(s) || sink_wants_messages(s);

	for (int i = 0; wanted && i < q->statement.n; i++) {
		struct operation *op = &q->statement.items[i];

		if (op->kind == OP_EVICT && !op->undone)
			op->eviction.message = a->action->text(q, op->task);
	}
	statement_commit(&q->statement);
	if (q->statement.refused)
		session_error(s, "Failed to commit %s statement: pod \"" STR_FMT "\" not found",
			a->action->noun, STR_ARG(q->statement.refused->pod->meta.name));
}

static void log_found(const struct search *q, const struct evicting *a)
{
	struct session *s = q->session;
	struct str victims;

	if (!session_logs(s, 3))
		return;
	victims = tasks_text(s, q->taken.items, q->taken.n, "<", " ", ">");
	session_log(s, 3, "%s <" STR_FMT ">, %s <[" STR_FMT "]>%s", a->found[0],
		STR_ARG(q->job->key), a->found[1], STR_ARG(victims), a->found[2]);
}

static void log_not_found(struct session *s, const struct evicting *a, const struct job *j)
{
	session_log(s, 3, "%s <" STR_FMT ">", a->failed, STR_ARG(j->key));
}

enum verdict_of_job { JOB_SOLVED, JOB_FAILED, JOB_ENDS_ACTION };

static const char *result_name(enum search_reason r, bool ok)
{
	static const char *const names[] = {
		[SEARCH_EXHAUSTED] = "exhausted",
		[SEARCH_NO_GENERATOR] = "no-generator",
		[SEARCH_DEADLINE] = "deadline",
		[SEARCH_NOT_ATTEMPTED] = "not-attempted",
	};

	if (r == SEARCH_SOLVED)
		return ok ? "solved" : "leak"; /* rules/04 10 */
	return names[r];
}

/* Call it while the statement is open. */
static void report_search(const struct search *q, const char *result, double started_ms)
{
	struct session *s = q->session;

	sink_search(s, q, result, started_ms);
	trace_searched(s, q, result);
	trace_outcome(s, q->job, result, (struct str){0});
}

/* The action while it runs. */
struct action_run {
	struct session *session;
	const struct evicting *action;
	struct action_budget budget;
	void *memory;            /* search.memory */
	struct job **candidates; /* memory of evicting_attempt.candidates */
	bool *feasible;          /* of search.feasible */
};

static enum verdict_of_job try_job(struct action_run *run, struct job *j)
{
	struct session *s = run->session;
	const struct evicting *action = run->action;
	struct evicting_attempt attempt = {.action = action, .candidates = run->candidates};
	struct search q = {.session = s,
		.job = j,
		.action = action_names[action->id],
		.feasible = run->feasible,
		.validate = action->validate,
		.fate = action->fate,
		.fate_by_queue = action->fate_by_queue,
		.loss_room = action->loss_room,
		.refuses_gain = action->refuses_gain,
		.before_evictions = action->before_evictions,
		.victims = victims,
		.by_lot = action->by_lot,
		.victim_walk = &action->victim_options,
		.questions = action->before_evictions && reclaim_may_die(s) ? NULL : s->questions,
		.memory = run->memory,
		.budget = &run->budget,
		.ctx = &attempt};
	enum search_reason r;
	double started_ms;
	bool ok, ends_action;

	if (session_logs(s, 3))
		action->log_attempt(s, j, session_request_text(s, j, false));
	if (action->before_search && !action->before_search(s, j)) {
		if (!action->tests_say_why)
			log_not_found(s, action, j);
		trace_passed_over(s, j, PASSED_TEST);
		trace_not_tried(s, j, refusal_reason(s));
		return JOB_FAILED;
	}
	find_feasible_nodes(s, j, q.feasible);
	if (action->by_lot)
		draw(&q, &attempt); /* to warn that lots decide, even if no probe draws any */
	queue_snapshot_take(&q, &attempt.figures);
	started_ms = sink_clock(s);
	if (QUESTION(&q, search_begins))
		s->questions->search_begins(&q);
	r = search_run(&q, &ok);
	report_search(&q, result_name(r, ok), started_ms);
	ends_action = r == SEARCH_DEADLINE || r == SEARCH_NOT_ATTEMPTED;
	if (ok) {
		log_found(&q, action);
		commit(&q);
	} else if (!ends_action) {
		log_not_found(s, action, j);
	}
	s->searches->leaked |= r == SEARCH_SOLVED && !ok;
	if (r == SEARCH_SOLVED)
		statement_free(&q.statement);
	if (QUESTION(&q, search_ends))
		s->questions->search_ends(&q, r != SEARCH_SOLVED);
	search_free(&q);
	if (ok)
		return JOB_SOLVED;
	return ends_action ? JOB_ENDS_ACTION : JOB_FAILED;
}

/* False: the action is over. */
static bool visit(struct action_run *run, struct skip_memory *m, struct job *j)
{
	struct session *s = run->session;
	const struct evicting *a = run->action;
	struct job *other;
	enum verdict_of_job verdict;

	if (a->eligible && !a->eligible(s, j)) {
		trace_passed_over(s, j, PASSED_INELIGIBLE);
		trace_not_tried(s, j, refusal_reason(s));
		return true;
	}
	if (s->params->use_signatures && !skip_memory_easier(s, m, j, &other)) {
		session_log(s, 3,
			"Skipping %s for job: <" STR_FMT
			"> - is not easier to %s for than: <" STR_FMT ">",
			a->noun, STR_ARG(j->key), a->verb, STR_ARG(other->key));
		trace_like(s, j, other);
		if (tracing(s))
			trace_not_tried(s, j,
				session_text(s,
					STR_FMT
					", of the same kind and no harder to find room for, failed before",
					STR_ARG(other->key)));
		return true;
	}
	if (s->c->objects->follows.victim_invariant && !guard(s, j))
		return true;
	verdict = try_job(run, j);
	if (verdict == JOB_FAILED)
		skip_memory_remember(s, m, j);
	return verdict != JOB_ENDS_ACTION;
}

static void run_walk(struct action_run *run)
{
	struct session *s = run->session;
	const struct evicting *a = run->action;
	struct walk_options options = {.ready_only = true,
		.pending_only = true,
		.preemptible_only = a->preemptible_only,
		.delay = true,
		.traced = true,
		.depth = action_depth(s, a->id)};
	struct skip_memory *memories = xcalloc((size_t)s->c->n_queues, sizeof *memories);
	struct walk *w = walk_new(s, &options);
	struct job *j;
	bool *tied;

	run->candidates = xcalloc((size_t)s->c->n_jobs, sizeof(struct job *));
	run->feasible = xcalloc((size_t)s->c->n_nodes, sizeof *run->feasible);
	if (s->questions && s->questions->action_begins)
		run->memory = s->questions->action_begins(s);
	walk_fill(w, s->c->jobs, s->c->n_jobs);
	session_log(s, 2, "There are <%d> PodGroupInfos and <%d> Queues in total for scheduling",
		walk_size(w), s->c->n_leaf_queues);
	tied = ties_find(w);
	for (int n = 1, of = walk_size(w); (j = walk_pop(w)); n++) {
		progress_part(s->progress, n, of);
		deadline_doing(
			"%s, pod group " STR_FMT " (%d of %d)", s->action, STR_ARG(j->key), n, of);
		if (!visit(run, &memories[a->memory_per_queue ? j->queue->index : 0], j))
			break;
	}
	ties_warn(s, tied);
	for (int i = 0; i < s->c->n_queues; i++)
		skip_memory_free(&memories[i]);
	free(memories);
	if (s->questions && s->questions->action_ends)
		s->questions->action_ends(run->memory);
	free(run->candidates);
	free(run->feasible);
	walk_free(w);
}

void evicting_run(struct session *s, const struct evicting *a)
{
	struct action_run run = {.session = s, .action = a};
	struct str text;

	session_log(s, 2, "Enter %s ...", a->title);
	if (!budget_start(&run.budget, s, action_names[a->id], &text)) {
		session_error(s, "Invalid scenario search budget for %s: " STR_FMT,
			action_names[a->id], STR_ARG(text));
		if (tracing(s))
			trace_no_walk(s,
				session_text(s, "its search budget is not valid: " STR_FMT,
					STR_ARG(text)));
	} else if (a->disabled) {
		session_log(s, 4, "%s is disabled, skipping", a->title);
		trace_no_walk(s, STR("maxNumberConsolidationPreemptees is 0"));
	} else {
		run_walk(&run);
	}
	session_log(s, 2, "Leaving %s ...", a->title);
}
