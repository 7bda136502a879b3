/* All names of a snapshot, old and new, by kind. */
#ifndef REDACT_BOOK_H
#define REDACT_BOOK_H
#include "common/arena.h"
#include "common/map.h"
#include "common/msg.h"
#include "shift.h"
#include "what.h"

struct name {
	struct str old, to; /* to: empty until book_number */
	bool stays;         /* to is old */
	bool earlier;       /* to is of an earlier map */
	bool seen;          /* it is in what was written */
	bool is_plain;      /* to has no character that JSON escapes */
	bool is_object;     /* of pod groups: there is one of that name */
	/* Of labels: the scheduler looks at it; its values are compared as numbers; what the values
	 * are. */
	bool used, numeric;
	size_t lot; /* of pod groups: the place in an order that was written before, from 1; 0: none
		     */
	enum what values;
};

/* Start with {0}; book_free releases it. */
struct book {
	struct arena arena;
	struct map kinds[NAMES_COUNT]; /* old to struct name */
	bool stay[NAMES_COUNT];        /* --keep: names of that kind stay */
	/* schedulerParams, of which the names stay. Empty: not given. */
	struct str pool_key, pool_value, queue_key, scheduler;
	struct shift shift; /* of an earlier map, or drawn; {0}: none */
};

void book_free(struct book *b);
/* Forgets all names. */
void book_forget(struct book *b);
/* The name, which is made if it is new. */
struct name *book_add(struct book *b, enum names kind, struct str old);
/* NULL: it was never added. */
struct name *book_find(const struct book *b, enum names kind, struct str old);
/* Gives each name that has none a new one, such that the order of the new ones in bytes is that of
 * the old ones. */
void book_number(struct book *b);
/* Names out of parts that have new names: `to` takes the place of the number that a volume claim,
 * or a config map, has got. */
void book_derive(struct book *b, enum names kind, struct str old, struct str to);
/* How the scheduler compares two names of a kind. */
int names_compare(enum names kind, struct str a, struct str b);

#endif
