/* --bisect: the search for the first bad ref on a line of refs, the oldest first. */
#ifndef SNAP_COMPARE_SEARCH_H
#define SNAP_COMPARE_SEARCH_H
#include <stdbool.h>
#include <stddef.h>

/* VERDICT_SKIPPED: it cannot be judged, as where it does not build. */
enum verdict { VERDICT_NONE, VERDICT_GOOD, VERDICT_BAD, VERDICT_SKIPPED };

/* The first and the last ref of the line are good and bad. */
struct search {
	enum verdict *verdicts; /* of the n refs */
	size_t n;
	size_t good, bad; /* the newest ref known to be good, and the oldest one known to be bad */
};

/* All verdicts are VERDICT_NONE. search_free releases it. */
void search_init(struct search *s, size_t n);
void search_free(struct search *s);
void search_set(struct search *s, size_t ref, enum verdict verdict);
/* The ref to judge next; SIZE_MAX: none is left. Then the ref `bad` is the first bad one, or it is
 * one of those that were skipped below it. */
size_t search_next(const struct search *s);
/* Refs that may still be judged; and how many of them are likely to be. */
size_t search_left(const struct search *s);
size_t search_steps(const struct search *s);
/* Whether refs below `bad` were skipped. */
bool search_in_doubt(const struct search *s);

#endif
