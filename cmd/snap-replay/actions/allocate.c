/* allocate: binds pending pods to idle resources and pipelines them to releasing ones; evicts
 * nobody (rules/03 7). */
#include "common/deadline.h"
#include "session/trace.h"
#include "session/units.h"
#include "session/place/placement.h"
#include "session/walk/queue_walk.h"
#include "actions/actions.h"

enum outcome { FAILED, BOUND, PIPELINED };

static enum outcome attempt(struct session *s, struct statement *st, struct job *j)
{
	session_log(s, 3,
		"Attempting to allocate job: <" STR_FMT "> of queue <" STR_FMT ">, resources: <%s>",
		STR_ARG(j->key), STR_ARG(j->queue->display_name), session_request_text(s, j, true));
	if (!place_job(st, j, &s->all_nodes, false)) {
		session_log(s, 3,
			"Could not allocate resources for job: <" STR_FMT "> of queue <" STR_FMT
			">",
			STR_ARG(j->key), STR_ARG(j->queue->name));
		return FAILED;
	}
	if (!job_should_pipeline(j)) {
		session_log(s, 3, "Succesfully allocated resources for job: <" STR_FMT ">",
			STR_ARG(j->key));
		return BOUND;
	}
	session_log(s, 3,
		"Some tasks were pipelined, setting all job to be pipelined for job: <" STR_FMT ">",
		STR_ARG(j->key));
	statement_convert_to_pipelined(st, j);
	return PIPELINED;
}

static void visit(struct session *s, struct walk *w, struct job *j)
{
	static const char *const words[] = {
		[FAILED] = "no place", [BOUND] = "bound", [PIPELINED] = "pipelined"};
	bool had_allocated = counts_in(j->counts, SET_ALLOCATED) > 0;
	struct statement st;
	enum outcome outcome;

	statement_begin(&st, s);
	outcome = attempt(s, &st, j);
	trace_outcome(s, j, words[outcome], (struct str){0});
	if (outcome == FAILED) {
		statement_discard(&st);
	} else if (statement_commit(&st)) {
		if (outcome == BOUND && !had_allocated) {
			j->last_start = s->c->now;
			j->started = true;
		}
		if (j->counts[POD_PENDING] > 0)
			walk_push(w, j); /* the next unit, in the order of the moment */
	}
	statement_free(&st);
}

void action_allocate(struct session *s)
{
	struct walk_options options = {.ready_only = true,
		.pending_only = true,
		.traced = true,
		.depth = action_depth(s, ACTION_ALLOCATE)};
	struct walk *w = walk_new(s, &options);
	struct job *j;
	bool *tied;

	session_log(s, 2, "Enter Allocate ...");
	walk_fill(w, s->c->jobs, s->c->n_jobs);
	session_log(s, 2, "There are <%d> PodGroupInfos and <%d> Queues in total for scheduling",
		walk_size(w), s->c->n_leaf_queues);
	tied = ties_find(w);
	for (int n = 1; (j = walk_pop(w)); n++) {
		deadline_doing(
			"%s, pod group " STR_FMT " (number %d)", s->action, STR_ARG(j->key), n);
		visit(s, w, j);
	}
	ties_warn(s, tied);
	session_log(s, 2, "Leaving Allocate ...");
	walk_free(w);
}
