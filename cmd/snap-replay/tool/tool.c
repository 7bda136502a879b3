/* Starts a real snapshot-tool, reads its log while it runs, and writes its decisions as the events
 * of snap-replay. */
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/deadline.h"
#include "common/fd.h"
#include "common/input.h"
#include "common/operand.h"
#include "tool/log_events_write.h"
#include "tool/log_net.h"
#include "tool/snapshot_file.h"
#include "tool/tool_run.h"

enum { MICROSECOND = 1000, TRIES = 4 };

static bool open_log(struct tool_run *r)
{
	r->log_fd = r->o->verbosity == VERBOSITY_NONE ? -1 : STDERR_FILENO;
	if (!r->o->log_file)
		return true;
	/* Not under a temporary name: of a run that hangs or dies the part that is there is what
	 * one wants to see. */
	r->log_fd = fd_open(r->o->log_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (r->log_fd >= 0)
		return true;
	return error_path(&r->error, "cannot write the log", r->o->log_file);
}

/* If the tool failed because of the snapshot, snap-replay's own error about the snapshot replaces
 * the tool's. */
static void blame_input(struct tool_run *r, const char *zip)
{
	struct error e = {0};
	struct input *in = input_open(zip, NULL, &e);
	struct str block;

	while (in && input_read(in, &block, &e) > 0)
		;
	if (in)
		input_close(in);
	if (e.status == SNAP_INPUT || e.status == SNAP_LIMIT)
		r->error = e;
}

/* --ref: builds the tool of that ref. The build's output goes where the log goes. */
static bool build_tool(struct tool_run *r, struct strbuf *tool)
{
	char commit[COMMIT_SIZE];
	struct strbuf log = {0};

	deadline_doing("building the snapshot-tool of %s", r->o->ref);
	bool ok = refbuild_resolve(&r->o->build, r->o->ref, commit, &r->error) &&
		refbuild_tool(&r->o->build, r->o->ref, commit, tool, &log, &r->error);

	tool_write_log(r, strbuf_str(&log));
	/* The error has one line of it. */
	if (!ok && log.len && r->o->log_file)
		error_hint(&r->error, "%s has all that the build said", r->o->log_file);
	else if (!ok && log.len)
		error_hint(&r->error, "--log-file PATH keeps all that the build said");
	strbuf_free(&log);
	return ok;
}

/* Sets translate.ahead: by how much the wall clock is ahead of the cycle's clock now. The times in
 * the tool's snapshot move by that. False: too far, r->error set. */
static bool set_clock(struct tool_run *r)
{
	struct instant now = r->index.origin.now;
	struct timespec wall;

	r->log.captured_from = r->index.origin.from.captured_from;
	r->log.now = now;
	r->log.now_known = !instant_is_zero(now);
	if (!r->log.now_known)
		return true;
	clock_gettime(CLOCK_REALTIME, &wall);
	int64_t ns = instant_diff((struct instant){wall.tv_sec, (int32_t)wall.tv_nsec}, now);
	if (ns == INT64_MAX || ns == INT64_MIN)
		return error_set(&r->error, SNAP_USAGE, "the clock is too far away",
			"a snapshot's times can be moved by 292 years");
	r->translate.ahead = ns - ns % MICROSECOND;
	r->log.now_from = r->index.origin.from.now_from;
	return true;
}

static bool send_events(struct tool_run *r, struct output *out)
{
	const struct replay_options *o = r->o;
	struct events_options options = replay_events_options(o, out);
	bool summary = translate_summary(&r->log, &r->out);

	if (!summary && !r->logged)
		return error_set(&r->error, SNAP_SYSTEM, "not a snapshot-tool",
			"it ended without a log and without a summary");
	if (summary && !r->log.n_times)
		*LOG_ADD(&r->log, warnings) = (struct log_warning){
			STR("no action was run: the snapshot configures none, or one that the tool does not know"),
			STR("config.actions"), r->log.n_decisions};
	snapshot_index_fill(&r->index, &r->log);
	if (!log_filter(&r->log, &r->index, &o->only, &r->error))
		return false;
	struct events *ev = events_new(out, &options);
	log_events_write(ev, &r->log, o->ref, r->verbosity);
	bool ok = !events_failed(ev, &r->error);
	events_free(ev);
	return ok;
}

static void run_free(struct tool_run *r)
{
	if (r->o->log_file && r->log_fd >= 0)
		close(r->log_fd);
	translate_free(&r->translate);
	snapshot_index_free(&r->index);
	log_events_free(&r->log);
	strbuf_free(&r->pending);
	strbuf_free(&r->out);
}

/* Clears what the run before left, except for its log. */
static void start_over(struct tool_run *r)
{
	translate_free(&r->translate);
	log_events_free(&r->log);
	strbuf_clear(&r->pending);
	r->scanned = 0;
	strbuf_clear(&r->out);
	r->translate = (struct translate){.log = &r->log};
	r->failure = (struct tool_failure){0};
	r->error = (struct error){0};
	r->logged = r->broke = false;
}

/* Runs the tool once, with the times moved by the present clock. */
static bool attempt(struct tool_run *r, const char *tool, const struct snapshot_file *snapshot)
{
	struct snapshot_file zip = {0};

	deadline_doing("writing the snapshot for the snapshot-tool");
	bool ok = set_clock(r) && snapshot_file_zip(snapshot, r->translate.ahead, &zip, &r->error);

	if (ok) {
		ok = tool_process(r, tool, zip.path.s);
		if (!ok && r->failure.fatal[0])
			blame_input(r, zip.path.s);
	}
	snapshot_file_close(&zip);
	return ok;
}

/* Runs the tool, again where only chance made it fail. */
static bool run(struct tool_run *r)
{
	struct snapshot_file snapshot = {0};
	struct strbuf tool = {0};
	const struct replay_options *o = r->o;

	if (o->tool)
		strbuf_addz(&tool, o->tool);
	bool ok = open_log(r) && (o->tool || build_tool(r, &tool)) &&
		snapshot_file_open(&snapshot, o->file, &r->error) &&
		snapshot_index_read(&r->index, o, snapshot.path.s, &r->error);
	for (int left = TRIES; ok && left-- > 0;) {
		ok = attempt(r, tool.s ? tool.s : "", &snapshot);
		if (ok || left == 0 || !tool_failure_by_chance(&r->failure))
			break;
		msg_warn(r->input,
			"the snapshot-tool's fake API server was too slow for its scheduler: once more");
		start_over(r);
		ok = true;
	}
	snapshot_file_close(&snapshot);
	strbuf_free(&tool);
	return ok;
}

/* Sends what a tool that broke has logged until then; r->error stays. False: it logged no decision
 * of its cycle, or it cannot be written. */
static bool send_part(struct tool_run *r, struct output *out)
{
	struct error why = r->error;
	struct strbuf text = {0};

	if (!r->broke || !r->log.session_known)
		return false;
	strbuf_addf(&text, "%s: %s", why.what, why.why);
	r->log.partial = arena_str(&r->log.arena, strbuf_str(&text));
	strbuf_free(&text);
	r->error = (struct error){0};
	bool ok = send_events(r, out);
	if (!ok)
		msg_error(r->input, &r->error);
	r->error = why;
	return ok;
}

int tool_run(const struct replay_options *o, struct output *out, bool *partial)
{
	struct tool_run r = {.o = o,
		.input = operand_input(o->file),
		.verbosity = o->verbosity == VERBOSITY_NONE ? VERBOSITY_USUAL : o->verbosity,
		.log_fd = -1};

	r.translate.log = &r.log;
	cleanup_guard(); /* while there is little to copy; if there is none to be had, the first
			    child says so */
	bool ok = run(&r);
	if (!ok)
		*partial = send_part(&r, out);
	ok = ok && send_events(&r, out);
	int status = ok ? SNAP_OK : msg_error(r.input, &r.error);
	run_free(&r);
	return status;
}
