/* The scheduling actions, in the sequence of the scheduler's built-in configuration (rules/01 1.4).
 * A line is X(NAME, name): NAME is what code writes behind ACTION_, action_NAME(session) in
 * cmd/snap-replay/actions/ runs it. */
#ifndef SNAP_ACTIONS_LIST_H
#define SNAP_ACTIONS_LIST_H
#include "common/str.h"

#define ACTIONS(X) \
	X(ALLOCATE, allocate) \
	X(CONSOLIDATION, consolidation) \
	X(RECLAIM, reclaim) \
	X(PREEMPT, preempt) \
	X(STALEGANGEVICTION, stalegangeviction)

#define ACTION_MEMBER(NAME, name) ACTION_##NAME,
enum action_id { ACTIONS(ACTION_MEMBER) ACTION_COUNT };
#undef ACTION_MEMBER

extern const char *const action_names[ACTION_COUNT]; /* "allocate" */
int action_of_name(struct str name);                 /* enum action_id; ACTION_COUNT: unknown */

#endif
