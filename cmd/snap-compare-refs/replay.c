/* One replay: snap-replay as a child, which runs the tool and reads its log. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/proc.h"
#include "common/temporary.h"
#include "common/text.h"
#include "replay.h"

/* larger than the grace that snap-replay gives its tool */
enum { STOP_MS = 10000, OUTPUT_MAX = 1 << 20 };

/* Appends to the log, which is created if it is missing. Text is escaped: no build controls the
 * terminal of a reader. */
static bool append_log(const char *path, struct str output, struct error *e)
{
	struct text text = {0};

	text_add_log(&text, output);
	int fd = fd_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	bool ok = fd >= 0 && write_all(fd, text_str(&text));
	text_free(&text);
	if (fd >= 0 && fd_close(fd) != 0)
		ok = false;
	return ok || error_path(e, "cannot write to", path);
}

static bool log_why_not(const struct ref *r, const struct row *row, struct error *e)
{
	struct strbuf text = {0};

	strbuf_addstr(&text, strbuf_str(&r->build_log));
	strbuf_addf(&text, "%s%s%s\n", r->error.what, r->error.why[0] ? ": " : "", r->error.why);
	if (error_try(&r->error)[0])
		strbuf_addf(&text, "try: %s\n", error_try(&r->error));
	bool ok = append_log(row->log.s, strbuf_str(&text), e);
	strbuf_free(&text);
	return ok;
}

/* Reads the child's output until the child ends. PROC_TIMEOUT: the time is over. */
static enum proc_event read_output(
	struct proc *p, int64_t timeout_ms, struct strbuf *output, int *status, struct error *e)
{
	int64_t deadline = timeout_ms < 0 ? -1 : proc_clock_ms() + timeout_ms;

	for (;;) {
		int64_t left = deadline < 0 ? -1 : deadline - proc_clock_ms();

		if (deadline >= 0 && left <= 0)
			return PROC_TIMEOUT;
		int wait_ms = left > INT_MAX ? INT_MAX : (int)left;
		enum proc_event event =
			proc_read(p, wait_ms, NULL, output->len < OUTPUT_MAX ? output : NULL, e);
		if (event == PROC_FAILED)
			return event;
		if (event == PROC_EOF)
			return proc_wait(p, wait_ms, status) ? event : PROC_TIMEOUT;
	}
}

/* Sets the row's status. False: snap-replay could not start, or its output could not be read. */
static bool replay(const struct replays *all, const char *file, const char *events, struct row *row,
	struct strbuf *output, struct error *e)
{
	const struct settings *s = all->settings;
	const struct ref *r = row->ref;
	char level[16];
	int status = 0;
	struct proc p;
	bool native = r->kind == REF_NATIVE || r->kind == REF_NATIVE_LIVE;
	const char *argv[20] = {all->program, "--format=json", "--verbosity", level, "--log-file",
		row->log.s, "--output", events, native ? "--engine" : "--tool",
		native ? "native" : r->tool.s};
	size_t n = 10;

	snprintf(level, sizeof level, "%d", s->verbosity);
	if (r->like_tool)
		argv[n++] = "--like-snapshot-tool";
	if (s->now)
		argv[n++] = "--now", argv[n++] = s->now;
	argv[n++] = "--", argv[n++] = file;
	if (!proc_start(&p, argv, NULL, NULL, PROC_NULL_IN | PROC_ERR, e))
		return false;
	enum proc_event event = read_output(&p, s->timeout_ms, output, &status, e);
	if (event != PROC_EOF)
		proc_stop(&p, STOP_MS);
	if (event == PROC_FAILED)
		return false;
	if (event == PROC_TIMEOUT) {
		row->status = STATUS_TIMEOUT;
		strbuf_addf(output, "stopped after %g s\n", (double)s->timeout_ms / 1000);
		return true;
	}
	bool done = WIFEXITED(status) &&
		(WEXITSTATUS(status) == SNAP_OK || WEXITSTATUS(status) == SNAP_NO);
	row->status = done ? STATUS_PASS : STATUS_FAIL;
	row->no_snapshot = WIFEXITED(status) && WEXITSTATUS(status) == SNAP_INPUT;
	if (WIFSIGNALED(status)) {
		char how[96];

		strbuf_addf(output, "snap-replay: %s\n", proc_status_text(status, how, sizeof how));
	}
	return true;
}

/* Skips warnings, which precede the error. */
static struct str first_error(struct str output)
{
	while (output.n) {
		const char *end = str_find(output, '\n');
		struct str line = {output.p, end ? (size_t)(end - output.p) : output.n};
		size_t used = end ? line.n + 1 : line.n;

		if (!str_contains(line, STR(": warning: ")) &&
			!str_starts(line, STR("snap-replay: try: ")))
			return line;
		output.p += used;
		output.n -= used;
	}
	return output;
}

static void drop_start(struct str *text, const char *start)
{
	if (!str_starts(*text, str_of(start)))
		return;
	text->p += strlen(start);
	text->n -= strlen(start);
}

/* Reports the result of a run, with the first line of its error, which names the file as the row
 * does. */
static void announce(const struct row *row, const char *file, const struct strbuf *output)
{
	struct str why = first_error(strbuf_str(output));

	drop_start(&why, "snap-replay: ");
	drop_start(&why, file);
	drop_start(&why, ": ");
	if (row->status == STATUS_PASS)
		msg_note("%s: %s: pass", row->snapshot, row->ref->name);
	else
		msg_warn(row->snapshot, "%s: %s: " STR_FMT, row->ref->name,
			row->status == STATUS_TIMEOUT ? "timeout" : "fail", STR_ARG(why));
	/* The row still passes, but its decisions are doubtful. */
	if (row->not_replayed.len)
		msg_warn(
			row->snapshot, "%s: not replayed: %s", row->ref->name, row->not_replayed.s);
}

bool replay_ref(const struct replays *all, struct ref *r, const char *path, struct row *row,
	struct error *e)
{
	struct strbuf events = {0}, output = {0};

	row->total_ms = row->binds = row->evictions = row->pending = UNKNOWN;
	unlink(row->log.s);
	if (!append_log(row->log.s, (struct str){0}, e))
		return false;
	if (!ref_prepare(&all->settings->build, r)) {
		row->status = STATUS_FAIL;
		strbuf_addf(&output, "%s: %s\n", r->error.what, r->error.why);
		announce(row, path, &output);
		strbuf_free(&output);
		return log_why_not(r, row, e);
	}
	strbuf_add(&events, row->log.s, row->log.len - strlen(".log"));
	strbuf_addz(&events, ".ndjson");
	unlink(events.s);
	bool ok = replay(all, path, events.s, row, &output, e);
	ok = ok && (output.len == 0 || append_log(row->log.s, strbuf_str(&output), e));
	if (ok && row->status == STATUS_PASS)
		row_read_events(row, events.s);
	if (ok)
		announce(row, path, &output);
	strbuf_free(&events);
	strbuf_free(&output);
	return ok;
}
