/* The members of a sub-group in the order of rules/02 5, kept on a stack of the session. Walks over
 * sub-groups recurse as deep as the snapshot says, so their lists do not go on the C stack. */
#ifndef SNAP_MEMBERS_H
#define SNAP_MEMBERS_H
#include "session/session.h"

struct member_stack {
	struct member *items;
	int n, cap;
};
/* The list of one sub-group: n members from index begin of the stack. */
struct members {
	int begin, n;
};

/* Pushes the members of g: its sub-groups and pod sets, sorted by session_member_less. */
struct members members_enter(struct session *s, const struct sub_group *g);
/* Pops the list that was pushed last. */
static inline void members_leave(struct session *s, struct members m)
{
	s->members->n = m.begin;
}
static inline struct member member_at(const struct session *s, struct members m, int i)
{
	return s->members->items[m.begin + i];
}

/* Sets session.members, in the session's arena. */
void members_open(struct session *s);
void members_free(struct session *s);

#endif
