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
	SNAP_LIMIT = 5   /* a limit or time-out was hit */
};

/* Why something failed, filled in by the module that saw it, printed by main. Fixed size, so nobody
 * owns anything; texts that are too long are cut. */
struct error {
	int status;     /* enum snap_exit; 0 while all is well */
	char what[256]; /* "not a snapshot" */
	char why[768];  /* "no member snapshot.json in the archive"; may be empty */
	int code;       /* errno, if that is why */
	char hint[512]; /* what to try; may be empty */
};

/* Each keeps an earlier error: the first cause is the one reported. error_set returns false so that
 * `return error_set(...)` reads well. */
bool error_set(struct error *e, int status, const char *what, const char *why_fmt, ...)
	__attribute__((format(printf, 4, 5)));
void error_hint(struct error *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *error_try(const struct error
		*e); /* the hint; without one what mostly helps against its errno; "": nothing */
bool error_errno(struct error *e, const char *what); /* status SNAP_SYSTEM, why from errno */
bool error_path(struct error *e, const char *what,
	const char *path); /* the same with the path behind what, cut when it is long */

void msg_init(const char *program, bool quiet);
const char *msg_program(void);
bool msg_quiet(void);
/* "snap-x: input: what: why" and "snap-x: try: hint" on stderr; input may be NULL. Returns
 * e->status. */
int msg_error(const char *input, const struct error *e);
void msg_warn(const char *input, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* silent under --quiet */
void msg_note(const char *fmt, ...)
	__attribute__((format(printf, 1, 2))); /* silent under --quiet */
/* "snap-x: ...\ntry 'snap-x --help'" and exit 2 */
_Noreturn void msg_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Writes bytes to stderr, unchanged and by one write(2), whose failure nobody could report.
 * Async-signal-safe. */
void msg_write(const char *bytes, size_t n);
bool msg_colour(int fd); /* a terminal, no NO_COLOR, TERM not dumb */

#endif
