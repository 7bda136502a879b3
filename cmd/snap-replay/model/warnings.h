/* Warnings about a snapshot. Every part of the engine adds its own; report/warnings.c writes them
 * as the events `warning` and `unsupported`. All texts are copied; those of fmt are cut to 511
 * bytes. */
#ifndef SNAP_WARNINGS_H
#define SNAP_WARNINGS_H
#include "common/arena.h"

enum warning_kind {
	WARNING_INPUT,      /* unusual input, replayed as the scheduler does it: `warning` */
	WARNING_DOUBT,      /* the cluster may decide otherwise: `warning`, and a line on stderr */
	WARNING_PANIC,      /* the scheduler dies there: the same, and exit status 1 */
	WARNING_UNSUPPORTED /* not replayed: `unsupported`, a line on stderr, exit status 1 */
};
struct warning {
	enum warning_kind kind;
	struct str what, where; /* the text and an object or path; unsupported: feature, example */
	struct str advice;      /* what the user can do about it; may be empty */
	int count;              /* warnings of this kind and `what`; where is the first one's */
};
struct warnings {
	struct arena arena;
	struct warning *items;
	int n, cap;
};

#define SEE_CHECK "snap-inspect --check lists them all" /* an advice */

/* Start with {0}. where: an object's name or a path in the snapshot; may be empty. */
void warn_input(struct warnings *w, struct str where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void warn_doubt(struct warnings *w, struct str where, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Where the original ends with a panic, and the replay goes on as if it did not. fmt says what
 * makes it panic; `what` says before it that it does. */
void warn_panic(struct warnings *w, struct str where, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void warn_unsupported(struct warnings *w, struct str feature, struct str example);
void warnings_free(struct warnings *w);

#endif
