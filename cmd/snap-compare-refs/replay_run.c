/* One run: snap-replay as a child, which runs the tool and reads its log. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>
#include "common/fd.h"
#include "common/follows.h"
#include "common/proc.h"
#include "common/temporary.h"
#include "common/text.h"
#include "common/outcome.h"
#include "replay.h"

/* More than snap-replay needs to end its tool and to write what the log told. */
enum { STOP_MS = 30000, OUTPUT_MAX = 1 << 20 };

/* Where the files of the run are. */
struct files {
	struct strbuf log, events, decisions;
};

bool replay_log(const char *path, struct str output, struct error *e)
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

static bool start(const struct replays *all, const struct ref *r, const char *snapshot,
	const struct files *files, struct proc *p, struct error *e)
{
	const struct settings *s = all->settings;
	char level[16], timeout[32];
	bool native = ref_is_native(r);
	const char *argv[24 + 2 * FOLLOWS_COUNT] = {all->program, "--format=json", "--verbosity",
		level, "--log-file", files->log.s, "--output", files->events.s,
		native ? "--engine" : "--tool", native ? "native" : r->tool.s};
	size_t n = 10;

	snprintf(level, sizeof level, "%d", s->verbosity);
	if (r->like_tool)
		argv[n++] = "--like-snapshot-tool";
	if (s->timeout_ms >= 0) {
		snprintf(timeout, sizeof timeout, "%lldms", (long long)s->timeout_ms);
		argv[n++] = "--timeout", argv[n++] = timeout;
	}
	if (r->follows)
		argv[n++] = "--follows", argv[n++] = r->follows;
	for (const char *const *next = r->switches; next && *next; next++)
		argv[n++] = "--switch", argv[n++] = *next;
	if (s->now)
		argv[n++] = "--now", argv[n++] = s->now;
	argv[n++] = "--", argv[n++] = snapshot;
	return proc_start(p, argv, NULL, NULL, PROC_NULL_IN | PROC_ERR, e);
}

/* Reads the child's output until the child ends. PROC_TIMEOUT: it has not heeded its time-out. */
static enum proc_event read_output(
	struct proc *p, int64_t timeout_ms, struct strbuf *output, int *status, struct error *e)
{
	int64_t deadline = timeout_ms < 0 ? -1 : proc_clock_ms() + timeout_ms + STOP_MS;

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

/* What the child said, without the name of the file, which the row has. */
static void set_why(struct row *row, const char *snapshot, struct str output)
{
	struct str why = first_error(output);

	drop_start(&why, "snap-replay: ");
	drop_start(&why, snapshot);
	drop_start(&why, ": ");
	strbuf_addstr(&row->why, why);
	if (str_starts(why, STR("time-out")))
		row->status = STATUS_TIMEOUT;
}

static bool done(int status)
{
	return WIFEXITED(status) &&
		(WEXITSTATUS(status) == SNAP_OK || WEXITSTATUS(status) == SNAP_NO);
}

/* Runs the child. Of one that fails the row gets status and cause. False: it could not start, or
 * its output could not be read. */
static bool run(const struct replays *all, const char *snapshot, const struct files *files,
	struct row *row, struct strbuf *output, struct error *e)
{
	int status = 0;
	struct proc p;
	char how[96];

	if (!start(all, row->ref, snapshot, files, &p, e))
		return false;
	enum proc_event event = read_output(&p, all->settings->timeout_ms, output, &status, e);
	if (event != PROC_EOF)
		proc_stop(&p, STOP_MS);
	if (event == PROC_FAILED)
		return false;
	if (event == PROC_TIMEOUT) {
		row->status = STATUS_TIMEOUT;
		strbuf_clear(output);
		strbuf_addf(output, "time-out: stopped after %g s\n",
			(double)(all->settings->timeout_ms + STOP_MS) / 1000);
	} else if (!done(status)) {
		row->status = STATUS_FAIL;
		row->no_snapshot = WIFEXITED(status) && WEXITSTATUS(status) == SNAP_INPUT;
		if (WIFSIGNALED(status))
			strbuf_addf(output, "snap-replay: %s\n",
				proc_status_text(status, how, sizeof how));
	}
	if (row->status != STATUS_UNFINISHED)
		set_why(row, snapshot, strbuf_str(output));
	return true;
}

/* The decisions as a file, where the run knows all of them. */
static bool write_decisions(const struct row *row, const struct files *files, struct error *e)
{
	struct outcome outcome = {0};

	if (!row->runs[row->n_runs - 1].decisions[0])
		return true;
	outcome_read(&outcome, files->events.s);
	bool ok = outcome_write(&outcome, files->decisions.s, e);
	outcome_free(&outcome);
	return ok;
}

bool replay_run(const struct replays *all, const char *snapshot, struct row *row, struct error *e)
{
	struct files files = {0};
	struct strbuf output = {0};

	row_path(row, row->n_runs, ".log", &files.log);
	row_path(row, row->n_runs, ".ndjson", &files.events);
	row_path(row, row->n_runs, ".decisions", &files.decisions);
	bool ok = run(all, snapshot, &files, row, &output, e);
	ok = ok && (output.len == 0 || replay_log(files.log.s, strbuf_str(&output), e));
	if (ok && row->status == STATUS_UNFINISHED && !row_add_run(row)) {
		row->status = STATUS_FAIL;
		strbuf_addz(&row->why, "its events end before their summary");
	}
	if (ok && row->status == STATUS_UNFINISHED) {
		ok = write_decisions(row, &files, e);
	} else {
		row_set_partial(row);
		strbuf_clear(&row->log);
		strbuf_addstr(&row->log, strbuf_str(&files.log));
	}
	strbuf_free(&files.log);
	strbuf_free(&files.events);
	strbuf_free(&files.decisions);
	strbuf_free(&output);
	return ok;
}
