/* The outcome of a run: all that it decided. */
#ifndef SNAP_OUTCOME_H
#define SNAP_OUTCOME_H
#include "common/arena.h"
#include "common/decisions.h"
#include "common/json.h"
#include "common/msg.h"

struct decision {
	/* As in common/decisions.h: what makes two decisions the same. */
	struct str line;
	struct str action, pod, node; /* node: empty unless kind is DECISION_BIND */
	enum decision_kind kind;
	size_t place; /* in the sequence of the run, from 0 */
};

/* Start with {0}; outcome_free releases it. */
struct outcome {
	struct decision *all; /* sorted by line */
	size_t n, cap;
	struct arena arena; /* of the texts */
};

/* Reads the decisions among the events of a run. */
void outcome_read(struct outcome *o, const char *events_path);
/* The same, event by event: adds one, an object of which nothing is read, then sorts them all. */
void outcome_add(struct outcome *o, enum decision_kind kind, struct json *r);
void outcome_sort(struct outcome *o);
/* Writes the lines to a file; diff of two such files is empty where the decisions are the same, and
 * sha256sum gives the hash of the run's summary. False: *e is set. */
bool outcome_write(const struct outcome *o, const char *path, struct error *e);
void outcome_free(struct outcome *o);

/* Appends what other decides otherwise than first, and the first pod of that in the sequence of the
 * runs: "+3 binds -1, first: ml/a-0". Nothing for the same decisions. */
void outcome_changes(const struct outcome *first, const struct outcome *other, struct strbuf *out);

#endif
