/* Exit statuses of every program and error messages in one form (snap(7), EXIT STATUS). */
#ifndef SNAP_MSG_H
#define SNAP_MSG_H
#include <stdbool.h>
#include <stddef.h>

enum snap_exit {
	SNAP_OK = 0,     /* done */
	SNAP_NO = 1,     /* done, and the answer is no */
	SNAP_USAGE = 2,  /* wrong usage */
	SNAP_INPUT = 3,  /* the input is not what it should be */
	SNAP_SYSTEM = 4, /* I/O, network, child program, memory */
	SNAP_LIMIT = 5,  /* a limit or time-out was hit */
	/* What was to be tested could not be built or run; git bisect run skips such a commit. */
	SNAP_UNTESTED = 125
};

/* Cause of a failure, set by the module that detects it and printed by main. It has a fixed size
 * and owns no memory; longer texts are cut. */
struct error {
	int status;     /* enum snap_exit; 0: no error */
	char what[256]; /* "not a snapshot" */
	char why[768];  /* "no member snapshot.json in the archive"; may be empty */
	int code;       /* errno, if why is its text; else 0 */
	char hint[512]; /* what the user can try; may be empty */
};

/* These keep an earlier error, so the first cause is reported. They return false, for `return
 * error_set(...)`. */
bool error_set(struct error *e, int status, const char *what, const char *why_fmt, ...)
	__attribute__((format(printf, 4, 5)));
void error_hint(struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The hint; without one, advice for the errno; "": none. */
const char *error_try(const struct error *e);
/* Sets SNAP_SYSTEM, and why from errno. */
bool error_errno(struct error *e, const char *what);
/* As error_errno, with path appended to what; a long path is cut. */
bool error_path(struct error *e, const char *what, const char *path);

void msg_init(const char *program, bool quiet);
const char *msg_program(void);
bool msg_quiet(void);
/* Writes "snap-x: input: what: why" and "snap-x: try: hint" to stderr; input may be NULL. Returns
 * e->status. */
int msg_error(const char *input, const struct error *e);
struct strbuf;
/* Appends what msg_error writes, without the last newline. */
void msg_error_text(struct strbuf *line, const char *input, const struct error *e);
/* Silent under --quiet. */
void msg_warn(const char *input, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void msg_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Writes "snap-x: ...\ntry 'snap-x --help'" and exits with SNAP_USAGE. */
_Noreturn void msg_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Writes bytes to stderr, unchanged and by one write(2), whose failure nobody could report.
 * Async-signal-safe. */
void msg_write(const char *bytes, size_t n);
/* True if fd is a terminal, NO_COLOR is unset, and TERM is not dumb. */
bool msg_colour(int fd);

#endif
