/* The process of a snapshot-tool: its arguments, its log line by line, its end. */
#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/deadline.h"
#include "common/proc.h"
#include "common/progress.h"
#include "common/temporary.h"
#include "common/timefmt.h"
#include "tool/silence.h"
#include "tool/tool_run.h"

enum { STOP_MS = 5000, STDOUT_MAX = 1 << 20, LINE_MAX_BYTES = 1 << 24, SECOND = 1000000000 };

/* While the tool runs: when it was heard last, and the line of progress. */
struct watch {
	struct proc p;
	struct silence silence;
	struct progress progress;
};

bool tool_write_log(struct tool_run *r, struct str log)
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
	bool ok = tool_write_log(r, strbuf_str(&log));
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

static void tell_silence(struct tool_run *r, struct watch *w)
{
	struct text doing = {0};
	struct strbuf time = {0};
	const char *known = tool_known_hang(r);
	int64_t now = proc_clock_ms(), silent_s = (now - w->silence.heard_ms) / 1000;

	tool_doing(r, &doing);
	duration_format(&time, silent_s * SECOND);
	msg_warn(r->input, "the snapshot-tool has logged nothing for %s: " STR_FMT "%s%s", time.s,
		STR_ARG(text_str(&doing)), known ? ": " : "", known ? known : "");
	silence_told(&w->silence, now);
	strbuf_free(&time);
	text_free(&doing);
}

static bool took_too_long(struct tool_run *r)
{
	struct text doing = {0};
	const char *known = tool_known_hang(r);

	tool_doing(r, &doing);
	deadline_doing("the snapshot-tool was at: " STR_FMT, STR_ARG(text_str(&doing)));
	text_free(&doing);
	r->broke = true;
	deadline_passed(&r->error);
	if (known)
		snprintf(r->error.hint, sizeof r->error.hint, "%s", known);
	return false;
}

/* How long to wait for output: until the deadline, or until a word about the silence is due. */
static int patience(const struct watch *w)
{
	int64_t left = deadline_left(), due = silence_due_in(&w->silence, proc_clock_ms());

	if (left >= 0 && left < due)
		due = left;
	return due > INT_MAX ? INT_MAX : (int)due;
}

static void heard(struct tool_run *r, struct watch *w)
{
	const struct translate *t = &r->translate;
	char label[64];

	silence_ends(&w->silence, proc_clock_ms());
	if (!t->attempts)
		return;
	snprintf(label, sizeof label, STR_FMT, STR_ARG(t->in_action));
	w->progress.label = label;
	progress_show(&w->progress, t->job, t->attempts, "pod group");
	w->progress.label = "snapshot-tool";
}

/* Reads until the tool closes its output. */
static bool listen_to(struct tool_run *r, struct watch *w)
{
	for (;;) {
		enum proc_event event =
			proc_read(&w->p, patience(w), &r->out, &r->pending, &r->error);

		if (event == PROC_FAILED)
			return false;
		if (deadline_left() == 0)
			return took_too_long(r);
		if (event == PROC_TIMEOUT) {
			tell_silence(r, w);
			continue;
		}
		if (r->out.len > STDOUT_MAX)
			return error_set(&r->error, SNAP_SYSTEM, "not a snapshot-tool",
				"it writes more than a summary to standard output");
		bool end = event == PROC_EOF;
		if (r->pending.len && !take_lines(r, end))
			return false;
		if (end)
			return true;
		heard(r, w);
	}
}

/* Waits for a tool that has closed its output. */
static bool wait_for(struct tool_run *r, struct watch *w, int *status)
{
	while (!proc_wait(&w->p, patience(w), status)) {
		if (deadline_left() == 0)
			return took_too_long(r);
		tell_silence(r, w);
	}
	return true;
}

/* A name without a slash is a file here if there is one, else a command. */
static void tool_path(const char *tool, struct strbuf *path)
{
	if (!strchr(tool, '/') && access(tool, X_OK) == 0)
		strbuf_addz(path, "./");
	strbuf_addz(path, tool);
}

static bool start(struct tool_run *r, struct watch *w, const char *tool, const char *zip)
{
	struct strbuf path = {0}, level = {0};
	const char *argv[16] = {0};
	size_t n = 0;

	tool_path(tool, &path);
	strbuf_addf(&level, "%d", r->verbosity);
	argv[n++] = path.s;
	argv[n++] = "-filename", argv[n++] = zip;
	argv[n++] = "-verbosity", argv[n++] = level.s;
	if (r->o->cpuprofile)
		argv[n++] = "-cpuprofile", argv[n++] = r->o->cpuprofile;
	if (r->o->memprofile)
		argv[n++] = "-memprofile", argv[n++] = r->o->memprofile;
	bool ok = proc_start(&w->p, argv, NULL, NULL,
		PROC_OUT | PROC_ERR | PROC_NULL_IN | PROC_WHOLE_GROUP, &r->error);
	strbuf_free(&path);
	strbuf_free(&level);
	return ok;
}

bool tool_process(struct tool_run *r, const char *tool, const char *zip)
{
	struct watch w = {.silence = {.heard_ms = proc_clock_ms()}};
	int status = 0;

	if (!start(r, &w, tool, zip))
		return false;
	progress_start(&w.progress, "snapshot-tool", 0);
	if (r->log_fd == STDERR_FILENO)
		progress_end(&w.progress);
	deadline_hold();
	bool ok = listen_to(r, &w) && wait_for(r, &w, &status);
	progress_end(&w.progress);
	if (!ok)
		proc_stop(&w.p, STOP_MS);
	if (r->broke)
		deadline_lift(); /* what its log told is to be written */
	else
		deadline_go_on();
	if (ok && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
		struct text doing = {0};

		tool_doing(r, &doing);
		r->broke = true;
		tool_failure_error(&r->failure, status, text_str(&doing), &r->error);
		text_free(&doing);
	}
	return r->error.status == 0;
}
