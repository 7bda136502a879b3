/* Regular expressions: the part of RE2 that selectors use (rules/07 C11.2). Matching takes time in
 * proportion to the text and the expression, whatever they are. */
#ifndef SNAP_CEL_REGEX_H
#define SNAP_CEL_REGEX_H
#include "common/arena.h"

struct regex;

/* It lives in the arena. NULL: outside the part, or no regular expression. */
struct regex *regex_compile(struct arena *a, struct str pattern);
/* Number of its instructions. */
int regex_size(const struct regex *x);
/* The leftmost match that begins at byte `from` or behind it; of those that begin there, the one
 * that Perl would find. False: there is none. found may be NULL. */
bool regex_find(const struct regex *x, struct str text, size_t from, struct arena *scratch,
	struct str *found);

#endif
