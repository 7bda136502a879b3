#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/msg.h"
#include "common/progress.h"
#include "common/str.h"
#include "common/terminal.h"

static const char *program = "snap";
static bool quiet;

bool error_set(struct error *e, int status, const char *what, const char *why_fmt, ...)
{
	if (e->status)
		return false;
	e->status = status;
	e->why[0] = e->hint[0] = 0;
	e->code = 0;
	snprintf(e->what, sizeof e->what, "%s", what);
	va_list args;
	va_start(args, why_fmt);
	if (why_fmt)
		vsnprintf(e->why, sizeof e->why, why_fmt, args);
	va_end(args);
	return false;
}

void error_hint(struct error *e, const char *fmt, ...)
{
	if (e->hint[0])
		return;
	va_list args;
	va_start(args, fmt);
	vsnprintf(e->hint, sizeof e->hint, fmt, args);
	va_end(args);
}

bool error_errno(struct error *e, const char *what)
{
	int code = errno;
	char text[128];

	if (e->status)
		return false;
	if (strerror_r(code, text, sizeof text))
		snprintf(text, sizeof text, "error %d", code);
	error_set(e, SNAP_SYSTEM, what, "%s", text);
	e->code = code;
	return false;
}

bool error_path(struct error *e, const char *what, const char *path)
{
	char text[sizeof e->what];
	int code = errno;

	snprintf(text, sizeof text, "%s %.200s", what, path);
	errno = code;
	return error_errno(e, text);
}

void msg_init(const char *name, bool be_quiet)
{
	program = name;
	quiet = be_quiet;
}

const char *msg_program(void)
{
	return program;
}

bool msg_quiet(void)
{
	return quiet;
}

/* Input names and texts from hostile files must not control the terminal. */
static void add_clean(struct strbuf *line, const char *text)
{
	strbuf_add_safe(line, str_of(text));
}

void msg_write(const char *bytes, size_t n)
{
	if (write(STDERR_FILENO, bytes, n) < 0)
		return;
}

/* One write: lines of several processes do not mix. */
static void put_line(struct strbuf *line)
{
	strbuf_addc(line, '\n');
	fflush(stdout);
	progress_write(line->s, line->len);
	strbuf_free(line);
}

static void start_line(struct strbuf *line, const char *input)
{
	add_clean(line, program);
	if (input) {
		strbuf_addz(line, ": ");
		add_clean(line, input);
	}
	strbuf_addz(line, ": ");
}

void msg_error_text(struct strbuf *line, const char *input, const struct error *e)
{
	bool colour = msg_colour(STDERR_FILENO);

	start_line(line, input);
	strbuf_addz(line, colour_start(COLOUR_BAD, colour));
	add_clean(line, e->what);
	strbuf_addz(line, colour_end(colour));
	if (e->why[0]) {
		strbuf_addz(line, ": ");
		add_clean(line, e->why);
	}
	if (error_try(e)[0]) {
		strbuf_addc(line, '\n');
		start_line(line, NULL);
		strbuf_addz(line, "try: ");
		add_clean(line, error_try(e));
	}
}

int msg_error(const char *input, const struct error *e)
{
	struct strbuf line = {0};

	msg_error_text(&line, input, e);
	put_line(&line);
	return e->status;
}

static void put_message(const char *input, const char *prefix, const char *fmt, va_list args)
{
	char text[2048];
	struct strbuf line = {0};

	vsnprintf(text, sizeof text, fmt, args);
	start_line(&line, input);
	bool colour = *prefix && msg_colour(STDERR_FILENO);
	strbuf_addz(&line, colour_start(COLOUR_DOUBT, colour));
	strbuf_addz(&line, prefix);
	strbuf_addz(&line, colour_end(colour));
	add_clean(&line, text);
	put_line(&line);
}

void msg_warn(const char *input, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (!quiet)
		put_message(input, "warning: ", fmt, args);
	va_end(args);
}

void msg_note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (!quiet)
		put_message(NULL, "", fmt, args);
	va_end(args);
}

_Noreturn void msg_usage(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	put_message(NULL, "", fmt, args);
	va_end(args);
	struct strbuf line = {0};
	strbuf_addf(&line, "try '%s --help'", program);
	put_line(&line);
	cleanup_run();
	exit(SNAP_USAGE);
}

bool msg_colour(int fd)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}
