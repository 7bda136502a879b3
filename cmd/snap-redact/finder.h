/* Finds many texts at once (Aho and Corasick, 1975): one step a byte, however many there are. */
#ifndef REDACT_FINDER_H
#define REDACT_FINDER_H
#include "common/str.h"

struct finder; /* owned by the caller until finder_free */

struct finder *finder_new(void);
/* All texts are added before the first finder_next. what is returned with what is found. */
void finder_add(struct finder *s, struct str text, const void *what);
/* A place in which a text stands. */
struct found {
	size_t from, to;
	const void *what;
};
/* Whether what stands there counts. NULL in place of it: yes. */
enum finding { FOUND_NOT, FOUND, FOUND_NO_END /* nothing that ends there counts */ };
typedef enum finding finder_accept(const void *ctx, struct str in, size_t from, size_t to);
/* The first text from *at on that is accepted: of several the one that begins first, and of those
 * the longest; *at moves behind its end. False: there is none. */
bool finder_next(struct finder *s, struct str in, size_t *at, finder_accept *accept,
	const void *ctx, struct found *f);
void finder_free(struct finder *s);

#endif
