/* Changes of a snapshot's text beyond objects that go: lists of edits, tried in halves, then
 * quarters, up to single groups. */
#ifndef SNAP_MINIMISE_EDITS_H
#define SNAP_MINIMISE_EDITS_H
#include "common/value.h"
#include "state.h"

struct edit {
	struct value *holder; /* an object or an array */
	size_t index;         /* of its member */
	struct value *to;     /* what comes in its place; NULL: it goes */
};

/* Groups of edits that are made together or not at all: group g has the edits starts[g] ..
 * starts[g + 1] - 1, the last one those up to n. */
struct edits {
	struct state *state;
	struct value *document;
	struct arena arena; /* of the document, and of what comes in */
	struct edit *list;
	int n, cap;
	int *starts;
	int groups, cap_groups;
	int size; /* groups of a chunk */
};

/* Fills the list, which is empty, with what may be done to the document. Where several edits have
 * one holder, those that take members out stand in the order of their indexes. */
typedef void collect_fn(struct edits *e, void *ctx);
/* In a copy of the program: whether the document, in which a chunk is done, may be tried. */
typedef bool sound_fn(struct edits *e, void *ctx);

/* What is to be done, for edits_reduce. */
struct edit_kind {
	const char *noun; /* of a group */
	collect_fn *collect;
	sound_fn *sound; /* NULL: always */
	void *ctx;
};

/* text: a snapshot. edits_close releases it. False: it cannot be read. */
bool edits_open(struct edits *e, struct state *s, struct str text);
void edits_close(struct edits *e);
/* Begins another group. */
void edits_group(struct edits *e);
/* Adds to the group. */
void edits_add(struct edits *e, struct value *holder, size_t index, struct value *to);
/* Does groups begin .. end - 1, from the last edit on: what goes leaves the indexes of those before
 * as they are. */
void edits_do(struct edits *e, int begin, int end);
/* Does those groups with which all predicates still hold. True: there was one. */
bool edits_reduce(struct edits *e, const struct edit_kind *kind);
/* The document in one line, in place of *text; JSON_PADDING readable bytes follow. */
void edits_write(const struct edits *e, struct strbuf *text);

#endif
