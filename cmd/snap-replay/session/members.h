/* Lists of the sorted members of a sub-group, on a stack of the session. They are not on the C
 * stack, because functions recurse into sub-groups as deep as the snapshot nests them. */
#ifndef SNAP_MEMBERS_H
#define SNAP_MEMBERS_H
#include "session/session.h"

struct member_stack {
	struct member *items;
	int n, cap;
};
/* The members of one sub-group: n items of the stack from index begin on. */
struct members {
	int begin, n;
};

/* Pushes the members of g, its inner sets and pod sets, sorted by session_member_less (rules/02 5).
 */
struct members members_enter(struct session *s, const struct sub_group *g);
/* The same with all pod sets of the job. */
struct members members_enter_pod_sets(struct session *s, const struct job *j);
/* Pops m, which must be the topmost. */
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
