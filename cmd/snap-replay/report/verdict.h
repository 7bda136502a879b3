/* Private to report/explain*.c and report/verdict*.c: the verdict, with which the explanation of a
 * pod group or pod begins: where it ends, the one reason with figures, and what would change it.
 * Text and NDJSON are written from one struct explain_verdict. */
#ifndef SNAP_VERDICT_H
#define SNAP_VERDICT_H
#include "report/explain_private.h"

/* X(NAME, word): where it ends. The first one that is true of a pod counts. */
#define VERDICT_ENDS(X) \
	X(EVICTED, evicted)         /* had a place, ends without one */ \
	X(WITHDRAWN, withdrawn)     /* waited, was pipelined, and lost that room again */ \
	X(BOUND, bound)             /* waited, is placed on idle room */ \
	X(PIPELINED, pipelined)     /* waited, is placed on room that is being freed */ \
	X(MOVED, moved)             /* had a place, ends with another */ \
	X(PENDING, pending)         /* waits, as before */ \
	X(UNCHANGED, unchanged)     /* runs, as before */ \
	X(TERMINATING, terminating) /* was being deleted before the cycle */ \
	X(FINISHED, finished)       /* succeeded or failed before the cycle */ \
	X(EMPTY, empty)             /* a pod group without pods */ \
	X(OUTSIDE, outside)         /* no part of the cycle */
#define VERDICT_END(NAME, word) END_##NAME,
enum verdict_end { VERDICT_ENDS(VERDICT_END) VERDICT_END_COUNT };
#undef VERDICT_END

/* A number with its unit, "GPUs" or "pods". */
struct figure {
	const char *name, *unit;
	double value;
};
enum { FIGURES_MAX = 24 };
struct figures {
	struct figure items[FIGURES_MAX];
	int n;
};
struct explain_verdict {
	enum verdict_end end;
	const char
		*not_replayed; /* a feature, because of which the verdict may be wrong; or NULL */
	const char *reason;    /* a word of the table in man/snap-replay.1 */
	struct str text; /* one sentence, without a full stop; in the arena of struct explain */
	struct figures figures;
};

/* Finds the verdict on a subject. Call it after the last action. */
void verdict_find(
	struct events *ev, struct session *s, const struct subject *u, struct explain_verdict *v);
void verdict_text(struct events *ev, struct session *s, const struct subject *u);
void verdict_json(struct events *ev, struct session *s, const struct subject *u);

#endif
