/* The members of a sub-group in the session's order. */
#ifndef SNAP_MEMBERS_H
#define SNAP_MEMBERS_H
#include "session.h"

struct members {
	struct member *items;
	int n;
	struct member few[8]; /* most sub-groups have few members: no allocation then */
};
/* Inner sets, then pod sets, sorted by sub-group order. members_free releases it. */
void members_of(struct session *s, const struct sub_group *g, struct members *m);
void members_free(struct members *m);

#endif
