/* Starts a real snapshot-tool, reads its log while it runs, and writes its decisions as the events
 * of snap-replay. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "replay.h"
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/input.h"
#include "common/proc.h"
#include "common/temporary.h"
#include "common/text.h"
#include "tool/failure.h"
#include "tool/snapshot_index.h"
#include "tool/snapshot_file.h"
#include "tool/log_events_write.h"
#include "tool/log_net.h"
#include "tool/translate.h"

enum {
	STOP_MS = 5000,
	STDOUT_MAX = 1 << 20,
	LINE_MAX_BYTES = 1 << 24,
	MICROSECOND = 1000,
	TRIES = 4
};

struct tool_run {
	const struct replay_options *o;
	int verbosity;
	int log_fd;            /* where the log goes; -1: nowhere */
	struct strbuf pending; /* bytes of stderr whose line is not complete */
	size_t scanned;        /* how many bytes of pending have no newline */
	struct strbuf out;     /* stdout */
	struct log_events log;
	struct translate translate;
	/* Empty if the snapshot cannot be read: then the tool reports that. */
	struct snapshot_index index;
	struct tool_failure failure;
	bool logged; /* some line came from the scheduler's log */
	struct error error;
};

/* Writes to the log. A closed stderr does not stop the run; a full disk does. */
static bool write_log(struct tool_run *r, struct str log)
{
	struct text shown = {0};

	if (r->log_fd < 0)
		return true;
	text_add_log(&shown, log);
	bool ok = write_all(r->log_fd, text_str(&shown));
	text_free(&shown);
	if (ok)
		return true;
	if (r->o->log_file)
		return error_path(&r->error, "cannot write the log", r->o->log_file);
	r->log_fd = -1;
	return true;
}

static void take_line(struct tool_run *r, struct str text)
{
	struct log_line line = log_line_parse(text);

	r->logged = r->logged || line.level.n;
	translate_line(&r->translate, &line);
	tool_failure_line(&r->failure, &line);
}

/* Handles all complete lines of pending; at the end also one without a newline. */
static bool take_lines(struct tool_run *r, bool end)
{
	char *start = r->pending.s, *stop = start + r->pending.len;
	struct strbuf log = {0};
	size_t known = r->scanned; /* a line that comes in many pieces is searched once */

	for (char *nl; start < stop; start = nl + 1, known = 0) {
		nl = memchr(start + known, '\n', (size_t)(stop - start) - known);
		if (!nl && !end)
			break;
		size_t n = log_strip_colours(start, (size_t)((nl ? nl : stop) - start));
		take_line(r, (struct str){start, n});
		strbuf_add(&log, start, n);
		strbuf_addc(&log, '\n');
		if (!nl)
			nl = stop;
	}
	bool ok = write_log(r, strbuf_str(&log));
	strbuf_free(&log);
	size_t left = start < stop ? (size_t)(stop - start) : 0;
	if (left)
		memmove(r->pending.s, start, left);
	r->pending.len = r->scanned = left;
	if (left > LINE_MAX_BYTES)
		return error_set(&r->error, SNAP_LIMIT, "not a snapshot-tool",
			"a line of its log has more than 16 MiB");
	return ok;
}

/* Reads until the tool closes its output. */
static bool listen_to(struct tool_run *r, struct proc *p)
{
	for (;;) {
		enum proc_event event = proc_read(p, -1, &r->out, &r->pending, &r->error);

		if (event == PROC_FAILED)
			return false;
		if (r->out.len > STDOUT_MAX)
			return error_set(&r->error, SNAP_SYSTEM, "not a snapshot-tool",
				"it writes more than a summary to standard output");
		bool end = event == PROC_EOF;
		if (r->pending.len && !take_lines(r, end))
			return false;
		if (end)
			return true;
	}
}

/* A name without a slash is a file here if there is one, else a command. */
static void tool_path(const char *tool, struct strbuf *path)
{
	if (!strchr(tool, '/') && access(tool, X_OK) == 0)
		strbuf_addz(path, "./");
	strbuf_addz(path, tool);
}

static bool run_tool(struct tool_run *r, const char *tool, const char *zip)
{
	struct strbuf path = {0}, level = {0};
	const char *argv[16] = {0};
	size_t n = 0;
	struct proc p;
	int status = 0;

	tool_path(tool, &path);
	strbuf_addf(&level, "%d", r->verbosity);
	argv[n++] = path.s;
	argv[n++] = "-filename", argv[n++] = zip;
	argv[n++] = "-verbosity", argv[n++] = level.s;
	if (r->o->cpuprofile)
		argv[n++] = "-cpuprofile", argv[n++] = r->o->cpuprofile;
	if (r->o->memprofile)
		argv[n++] = "-memprofile", argv[n++] = r->o->memprofile;
	bool ok = proc_start(&p, argv, NULL, NULL,
		PROC_OUT | PROC_ERR | PROC_NULL_IN | PROC_WHOLE_GROUP, &r->error);
	if (ok) {
		ok = listen_to(r, &p);
		if (!ok)
			proc_stop(&p, STOP_MS);
		else
			proc_wait(&p, -1, &status);
	}
	strbuf_free(&path);
	strbuf_free(&level);
	if (ok && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
		tool_failure_error(&r->failure, status, &r->error);
	return r->error.status == 0;
}

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
	bool ok = refbuild_resolve(&r->o->build, r->o->ref, commit, &r->error) &&
		refbuild_tool(&r->o->build, r->o->ref, commit, tool, &log, &r->error);

	write_log(r, strbuf_str(&log));
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
	r->logged = false;
}

/* Runs the tool once, with the times moved by the present clock. */
static bool attempt(struct tool_run *r, const char *tool, const struct snapshot_file *snapshot)
{
	struct snapshot_file zip = {0};
	bool ok = set_clock(r) && snapshot_file_zip(snapshot, r->translate.ahead, &zip, &r->error);

	if (ok) {
		ok = run_tool(r, tool, zip.path.s);
		if (!ok && r->failure.fatal[0])
			blame_input(r, zip.path.s);
	}
	snapshot_file_close(&zip);
	return ok;
}

int tool_run(const struct replay_options *o, struct output *out)
{
	struct tool_run r = {.o = o,
		.verbosity = o->verbosity == VERBOSITY_NONE ? VERBOSITY_USUAL : o->verbosity,
		.log_fd = -1};
	struct snapshot_file snapshot = {0};
	struct strbuf tool = {0};
	const char *name = o->file && strcmp(o->file, "-") != 0 ? o->file : "<stdin>";

	r.translate.log = &r.log;
	cleanup_guard(); /* while there is little to copy; if there is none to be had, the first
			    child says so */
	if (o->tool)
		strbuf_addz(&tool, o->tool);
	bool ok = open_log(&r) && (o->tool || build_tool(&r, &tool)) &&
		snapshot_file_open(&snapshot, o->file, &r.error) &&
		snapshot_index_read(&r.index, o, snapshot.path.s, &r.error);
	for (int left = TRIES; ok && left-- > 0;) {
		ok = attempt(&r, tool.s ? tool.s : "", &snapshot);
		if (ok || left == 0 || !tool_failure_by_chance(&r.failure))
			break;
		msg_warn(name,
			"the snapshot-tool's fake API server was too slow for its scheduler: once more");
		start_over(&r);
		ok = true;
	}
	ok = ok && send_events(&r, out);
	snapshot_file_close(&snapshot);
	strbuf_free(&tool);
	int status = ok ? SNAP_OK : msg_error(name, &r.error);
	run_free(&r);
	return status;
}
