#include "tool/failure.h"
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include "common/proc.h"
#include "tool/panic_causes.h"

static void keep(char *to, size_t size, struct str text)
{
	snprintf(to, size, STR_FMT, STR_ARG(text));
}
#define KEEP(to, text) keep((to), sizeof(to), (text))

/* "github.com/x/y/framework.OpenSession({0x1, 0x2}, 0x0)": the last folder and the name. */
static struct str short_function(struct str line)
{
	struct str name = line;

	for (size_t i = line.n; i-- > 0;)
		if (line.p[i] == '(') {
			name.n = i;
			break;
		}
	for (size_t i = name.n; i-- > 0;)
		if (name.p[i] == '/') {
			name.p += i + 1;
			name.n -= i + 1;
			break;
		}
	return name;
}

/* "\t/src/pkg/scheduler/framework/framework.go:47 +0x20c": folder, file and line, as in the log. */
static struct str short_location(struct str line)
{
	size_t slashes = 0, start = 0, end = 0;

	while (end < line.n && line.p[end] != ' ')
		end++;
	for (size_t i = end; i-- > 1 && slashes < 2;)
		if (line.p[i] == '/' && ++slashes == 2)
			start = i + 1;
	if (slashes < 2)
		start = line.n && line.p[0] == '\t';
	return (struct str){line.p + start, end - start};
}

static void frame(struct tool_failure *f, struct str text)
{
	bool is_location = text.n && text.p[0] == '\t';

	if (f->location[0])
		return;
	if (!is_location && !str_starts(text, STR("panic(")) && !str_starts(text, STR("runtime.")))
		KEEP(f->function, short_function(text));
	else if (is_location && f->function[0])
		KEEP(f->location, short_location(text));
}

static void loose_line(struct tool_failure *f, struct str text)
{
	struct str what;

	if (!f->panicked &&
		(log_match(text, "panic: %", &what) || log_match(text, "fatal error: %", &what))) {
		f->panicked = true;
		KEEP(f->first, what);
	} else if (f->panicked && !f->in_frames) {
		f->in_frames = str_starts(text, STR("goroutine "));
	} else if (f->in_frames) {
		frame(f, text);
	} else if (text.n) {
		KEEP(f->last, text);
	}
}

void tool_failure_line(struct tool_failure *f, const struct log_line *line)
{
	struct str text = line->text, front;

	if (!line->level.n) {
		loose_line(f, text);
		return;
	}
	/* The original logs some errors as format strings. */
	if (log_match(text, "%!(EXTRA *", &front))
		text = (struct str){front.p, front.n - (front.n && front.p[front.n - 1] == '%')};
	if (str_eq(line->level, STR("FATAL")))
		KEEP(f->fatal, text);
	else if (str_eq(line->level, STR("ERROR")))
		KEEP(f->last, text);
}

bool tool_failure_by_chance(const struct tool_failure *f)
{
	return f->panicked && strstr(f->first, "channel full");
}

static void panic_error(const struct tool_failure *f, struct str doing, struct error *e)
{
	const struct panic_cause *cause = panic_cause(f->function);

	error_set(e, SNAP_SYSTEM, "the snapshot-tool panicked",
		"%s%s%s%s%s%s%s; it was at: " STR_FMT, f->first, f->function[0] ? ": in " : "",
		f->function, f->location[0] ? ", " : "", f->location, cause ? ": " : "",
		cause ? cause->what : "", STR_ARG(doing));
	if (cause)
		error_hint(e, "%s", cause->hint);
	else if (tool_failure_by_chance(f))
		error_hint(e,
			"its fake API server cannot take many evictions in one run; the native engine can");
	else
		error_hint(e,
			"--log-file PATH keeps its log with the stack trace; snap-inspect --check tells what is "
			"missing in the snapshot; the native engine may do without the tool");
}

void tool_failure_error(const struct tool_failure *f, int status, struct str doing, struct error *e)
{
	char how[96];

	proc_status_text(status, how, sizeof how);
	if (f->panicked) {
		panic_error(f, doing, e);
	} else if (f->fatal[0]) {
		error_set(e, SNAP_SYSTEM, "the snapshot-tool gave up", "%s", f->fatal);
	} else if (WIFSIGNALED(status)) {
		error_set(e, SNAP_SYSTEM, "the snapshot-tool was killed",
			"%s, when it was at: " STR_FMT, how, STR_ARG(doing));
		if (WTERMSIG(status) == SIGKILL)
			error_hint(e,
				"a machine with more memory, if it was out of memory (it keeps each object several times)");
	} else {
		error_set(e, SNAP_SYSTEM, "the snapshot-tool failed",
			"%s, when it was at: " STR_FMT "%s%s", how, STR_ARG(doing),
			f->last[0] ? ": " : "", f->last);
	}
	error_hint(e, "--log-file PATH keeps its log, -v 6 makes it tell more");
}
