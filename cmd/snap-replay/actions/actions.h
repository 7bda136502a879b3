/* The scheduling actions (rules/03 2). Each runs on the session's present state and leaves its
 * decisions in the session's events. */
#ifndef SNAP_ACTIONS_H
#define SNAP_ACTIONS_H
#include "common/actions.h"
#include "session/walk/queue_walk.h"

struct action {
	const char *name;
	void (*run)(struct session *s);
};
const struct action *action_find(struct str name); /* NULL: unknown */
/* queueDepthPerAction of the action; -1: unlimited. */
int64_t action_depth(const struct session *s, enum action_id id);

/* actions/ties.c: the queues of a filled walk that are equal to a sibling, by queue index; then,
 * when the action is over, tells those of them that have pod groups left over, and frees the list.
 */
bool *ties_found(struct walk *w);
void ties_told(struct session *s, bool *tied);

#define ACTION_RUN(NAME, name) void action_##name(struct session *s);
ACTIONS(ACTION_RUN)
#undef ACTION_RUN

#endif
