/* The members of a sub-group in the session's order. */
#ifndef SNAP_MEMBERS_H
#define SNAP_MEMBERS_H
#include "session/session.h"

/* They lie on a stack of the session's, above those of the sets around: walks over sub-groups
 * recurse, and their input says how deep. */
struct members {
	int begin, n;
};
/* Inner sets, then pod sets, sorted by sub-group order. members_leave takes them off the stack. */
struct members members_enter(struct session *s, const struct sub_group *g);
static inline void members_leave(struct session *s, struct members m)
{
	s->members.n = m.begin;
}
static inline struct member member_at(const struct session *s, struct members m, int i)
{
	return s->members.items[m.begin + i];
}

#endif
