/* The native engine from end to end: read the snapshot, build the cluster, open a session, run its
 * actions, write the rest. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "actions/actions.h"
#include "common/deadline.h"
#include "common/kai_config.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/source.h"
#include "model/config_gaps.h"
#include "model/forget.h"
#include "native.h"
#include "version.h"
#include "session/clock.h"
#include "session/closing.h"
#ifndef NO_SHORTCUTS
#include "shortcuts/class_placing.h"
#include "shortcuts/shortcuts.h"
#endif

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

bool native_follow(struct native_run *r, struct error *e)
{
	struct follows f;

	if (!version_choose(
		    r->options, r->origin.from.captured_from, &r->objects, &r->warnings, &f, e))
		return false;
	objects_follow(&r->objects, &f);
	objects_doubt(&r->objects, &r->warnings);
	return true;
}

static bool read_objects(struct native_run *r, struct error *e)
{
	struct source source;
	bool ok;

	if (r->options->config && !kai_config_read(r->options->config, &r->config, e))
		return false;
	if (!source_open(&source, r->options->file, e))
		return false;
	r->objects.other_config = strbuf_str(&r->config);
	ok = objects_read(&r->objects, source.r, &r->warnings, e);
	source_end(&source);
	if (ok) {
		origin_read(&r->origin, r->options, &r->objects, source.in, &r->warnings);
		ok = native_follow(r, e);
	}
	source_close(&source);
	return ok;
}

static struct str actions_of(const struct native_run *r)
{
	return r->options->actions ? str_of(r->options->actions) : r->objects.config.actions;
}

/* A file alone is meant to hold something. */
static int log_level(const struct replay_options *o)
{
	return o->log_file && o->verbosity == VERBOSITY_NONE ? VERBOSITY_USUAL : o->verbosity;
}

#ifndef NO_SHORTCUTS
/* The short cuts of searches know the proposals of v0.14.5 and later. */
static bool may_take_shortcuts(const struct follows *f)
{
	return f->no_empty_scenario && f->picks_by_node && f->picks_double;
}
#endif

bool native_build(struct native_run *r, struct error *e)
{
	r->session.searches = &r->searches;
	r->session.log.verbosity = log_level(r->options);
	r->session.log.to = r->log;
	r->session.log.timings = !r->options->no_timings;
	r->session.log.line_end = r->options->format == FORMAT_TEXT ? LINE_MARK : '\n';
	r->session.like_snapshot_tool = r->options->like_snapshot_tool;
#ifdef NO_SHORTCUTS
	r->session.exhaustive = true;
#else
	r->session.exhaustive = r->options->exhaustive;
	r->session.questions = !may_take_shortcuts(&r->objects.follows) ? NULL
		: r->options->exhaustive                                ? &shortcuts_proved
									: &shortcuts;
	r->session.fast_placing = r->options->exhaustive ? &class_placing_proved : &class_placing;
#endif
	r->searches.diagnostics_limit = r->options->victim_notes;
	r->searches.all_noted = r->options->show & SHOW_UNPLACED || r->options->n_explain ||
		r->session.log.verbosity >= 0;
	r->searches.threads = r->options->threads;
	r->searches.always_ahead = getenv("SNAP_DRY_AHEAD");
	r->searches.budget.mode = r->objects.follows.generators ? r->options->budget : BUDGET_OFF;
	r->searches.budget.step_cost = r->options->step_cost;
	if (!r->options->config_as_is && !r->options->like_snapshot_tool) {
		config_fill_params(&r->objects, r->origin.captured, &r->warnings);
		config_add_generators(&r->objects, actions_of(r), &r->warnings);
	}
	r->cluster.dice = (struct dice){r->options->seed_given, r->options->seed};
	objects_shuffle(&r->objects, &r->cluster.dice);
	deadline_doing("opening the session");
	if (!cluster_build(&r->cluster, &r->objects, r->origin.now, &r->warnings, e) ||
		!session_open(&r->session, &r->cluster, &r->warnings, e))
		return false;
	if (!events_filter(r->events, &r->session, e))
		return false;
	if (r->options->n_explain)
		r->explain = explain_new(&r->session, r->options->explain, r->options->n_explain,
			r->options->depth, e);
	if (r->explain && session_logs(&r->session, 5))
		r->session.log.detailed = explain_followed(r->explain);
	return !r->options->n_explain || r->explain;
}

/* ---- actions ---- */

static struct str trimmed(const char *from, const char *to)
{
	while (from < to && strchr(" \t\r\n\v\f", *from))
		from++;
	while (to > from && strchr(" \t\r\n\v\f", to[-1]))
		to--;
	return (struct str){from, (size_t)(to - from)};
}

/* rules/02 2.2: one unknown name, also an empty one, means that no action runs at all. */
static int parse_actions(
	struct native_run *r, struct str list, const struct action *out[MAX_ACTIONS])
{
	const char *at = list.n ? list.p : "", *end = at + list.n;

	for (int n = 0; n < MAX_ACTIONS;) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		struct str name = trimmed(at, comma ? comma : end);

		out[n] = action_find(name);
		if (!out[n++]) {
			warn_doubt(&r->warnings, name, SEE_CHECK,
				"unknown action: as in the original, no action runs");
			r->idle = true;
			return 0;
		}
		if (!comma)
			return n;
		at = comma + 1;
	}
	warn_doubt(&r->warnings, STR("config.actions"), "--actions names those to run",
		"more than %d actions: none runs", MAX_ACTIONS);
	r->idle = true;
	return 0;
}

/* On the command line an unknown name is a slip, not a configuration to be followed. */
static void check_actions(const char *list)
{
	const char *at = list, *end = list + strlen(list);
	struct strbuf all = {0};

	for (;;) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		struct str name = trimmed(at, comma ? comma : end);

		if (!action_find(name)) {
			strbuf_add_words(&all, action_names, ACTION_COUNT, " or ");
			msg_usage("--actions: unknown action '" STR_FMT "': %s", STR_ARG(name),
				all.s);
		}
		if (!comma)
			return;
		at = comma + 1;
	}
}

static void log_duration(struct session *s, double ms)
{
	struct strbuf text = {0};

	if (!s->log.timings || !session_logs(s, 2))
		return;
	duration_format(&text, (int64_t)(ms * 1e6));
	session_log(s, 2, "Action <%s> completed in %s", s->action, text.s);
	strbuf_free(&text);
}

static void run_actions(struct native_run *r)
{
	const struct action *actions[MAX_ACTIONS];
	int n = parse_actions(r, actions_of(r), actions);

	for (int i = 0; i < n && !r->session.died; i++) {
		double start = now_ms();

		r->session.action = actions[i]->name;
		r->progress.label = actions[i]->name;
		deadline_doing("%s", actions[i]->name);
		trace_action(&r->session);
		actions[i]->run(&r->session);
		r->times[r->n_times++] = (struct action_time){actions[i]->name, now_ms() - start};
		log_duration(&r->session, r->times[r->n_times - 1].ms);
	}
}

void native_replay(struct native_run *r)
{
	struct session *s = &r->session;
	int n_written;

	events_start(r->events, s, &r->origin.from);
	n_written = r->warnings.n;
	events_warnings(r->events, &r->warnings, 0);
	events_queues(r->events, s);
	run_actions(r);
	progress_end(&r->progress);
	deadline_doing("telling what was decided");
	if (!strcmp(r->origin.from.now_from, "newest"))
		clock_warn(s);
	closing_warn(s);
	events_warnings(r->events, &r->warnings, n_written);
	events_pending(r->events, s);
	events_pods(r->events, s);
	events_net(r->events, s);
	if (r->explain)
		explain_send(r->explain, r->events);
	events_summary(r->events, s, r->times, r->n_times, now_ms() - r->started_ms);
}

static void release(struct native_run *r)
{
	explain_free(r->explain);
	session_close(&r->session);
	cluster_free(&r->cluster);
	objects_free(&r->objects);
	warnings_free(&r->warnings);
	arena_free(&r->origin.arena);
	events_free(r->events);
	strbuf_free(&r->config);
	free(r);
}

static bool open_log(struct native_run *r, struct error *e)
{
	r->log = stderr;
	if (!r->options->log_file)
		return true;
	do
		r->log = fopen(r->options->log_file, "w");
	while (!r->log && errno == EINTR);
	if (!r->log)
		return error_path(e, "cannot write the log", r->options->log_file);
	setvbuf(r->log, NULL, _IOLBF, 0); /* a run that is killed leaves whole lines */
	return true;
}

/* A log that stops in the middle must not be taken for the whole. */
static bool close_log(struct native_run *r, struct error *e)
{
	if (!r->log || r->log == stderr)
		return true;
	bool whole = !ferror(r->log);
	errno = whole ? 0 : ENOSPC; /* the first failure's own is gone; no other is as likely */
	if (fclose(r->log) != 0)
		whole = false;
	return whole || error_path(e, "cannot write the log", r->options->log_file);
}

int native_run(const struct replay_options *o, struct output *out)
{
	struct native_run *r = xcalloc(1, sizeof *r);
	struct events_options options = replay_events_options(o, out);
	const char *input = operand_input(o->file);
	struct error e = {0};
	int status;

	if (o->actions)
		check_actions(o->actions);
	r->options = o;
	r->started_ms = now_ms();
	r->events = events_new(out, &options);
	events_listen(r->events, &r->session);
	progress_start(&r->progress, "reading", 0);
	deadline_doing("reading the snapshot");
	if (o->log_file || o->verbosity <= 0) /* else the log is to be seen there */
		r->session.progress = &r->progress;
	if (open_log(r, &e) && read_objects(r, &e) && native_build(r, &e)) {
		native_replay(r);
		warnings_print(&r->warnings);
		status = native_whole(r) ? SNAP_OK : SNAP_NO;
	} else {
		status = msg_error(input, &e);
	}
	if (!e.status && events_failed(r->events, &e))
		status = msg_error(o->output ? o->output : "<stdout>", &e);
	struct error late = {0};
	if (!close_log(r, &late) && (status == SNAP_OK || status == SNAP_NO))
		status = msg_error(input, &late);
	release(r);
	return status;
}
