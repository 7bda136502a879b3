/* What the user should know about a snapshot. Every part of the engine adds its warnings here;
 * report/warnings.c writes them as the events `warning` and `unsupported`. Texts live in the arena.
 */
#ifndef SNAP_WARNINGS_H
#define SNAP_WARNINGS_H
#include "common/arena.h"

enum warning_kind {
	WARNING_INPUT,      /* unusual input, replayed as the scheduler does it: `warning` */
	WARNING_DOUBT,      /* the cluster may decide otherwise: `warning`, and a line on stderr */
	WARNING_UNSUPPORTED /* not replayed: `unsupported`, a line on stderr, exit status 1 */
};
struct warning {
	enum warning_kind kind;
	struct str what, where; /* unsupported: feature, example */
	struct str advice;      /* what to do about it; may be empty */
	int count; /* equal `what`s of a kind are merged: the first `where` and a count */
};
struct warnings {
	struct arena arena;
	struct warning *items;
	int n, cap;
};

#define SEE_CHECK "snap-inspect --check lists them all" /* an advice */

/* where: an object's name or a path in the snapshot; may be empty. */
void warn_input(struct warnings *w, struct str where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void warn_doubt(struct warnings *w, struct str where, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void warn_unsupported(struct warnings *w, const char *feature, struct str example);
void warnings_free(struct warnings *w);

#endif
