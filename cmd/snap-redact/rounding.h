/* --profile public: odd capacities become round ones, for an amount such as "528018444Ki" tells
 * whose machine it is. By the resource they are rounded together, or not at all. */
#ifndef REDACT_ROUNDING_H
#define REDACT_ROUNDING_H
#include "common/map.h"

/* The capacities of a resource. */
struct round_group {
	struct str name; /* for messages: as in the redacted document */
	bool odd;        /* there is one that is not round */
	bool off;        /* they stay as they are */
};
/* Start with {0}; rounding_free releases it. */
struct rounding {
	struct map groups; /* name to struct round_group */
	bool off;          /* so are new groups */
};
void rounding_free(struct rounding *r);

/* The capacity that takes the place of one of the resource; *text is its memory. A round one, one
 * below 1, and one of a group that is off stay. */
struct str rounding_of(
	struct rounding *r, struct str resource, struct str capacity, struct strbuf *text);
/* Turns all groups on or off, and those to come. */
void rounding_set(struct rounding *r, bool off);
/* The next group from *at on that has odd capacities. NULL: there is none. */
struct round_group *rounding_next(const struct rounding *r, size_t *at);
/* Notes what was not rounded, and why. */
void rounding_tell(const struct rounding *r, const char *why);

#endif
