/* --bisect GOOD..BAD: the commits between two, of the scheduler's repository. */
#ifndef SNAP_COMPARE_LINE_H
#define SNAP_COMPARE_LINE_H
#include "common/arena.h"
#include "ref.h"

/* Digits of a commit that it is called by. */
enum { LINE_COMMIT = 12 };

struct line {
	const char *range; /* as given; NULL: none */
	struct arena names;
	/* GOOD is no ancestor of BAD on the way of first parents: the second ref is where BAD's way
	 * leaves the history of GOOD. */
	bool forked;
};

/* msg_usage if arg is no GOOD..BAD. */
void line_parse(struct line *l, const char *arg);
/* Adds the refs: GOOD, and each commit behind it up to BAD, the oldest first; of merges it follows
 * the first parents. Their names live as long as l. False: *e is set. */
bool line_find(struct line *l, const struct refbuild *b, struct refs *refs, struct error *e);
/* Sets the ref's subject, the first line of the commit's message. False: *e is set. */
bool line_subject(const struct refbuild *b, struct ref *r, struct error *e);
/* How many commits beside it a merge brought in; 0: it is none, or git does not tell. */
size_t line_merged(const struct refbuild *b, const struct ref *r);
void line_free(struct line *l);

#endif
