/* The scheduling actions (rules/03 2). Each runs on the session's present state, changes it, and
 * sends its decisions to the session's sink. */
#ifndef SNAP_ACTIONS_H
#define SNAP_ACTIONS_H
#include "common/actions.h"
#include "session/walk/queue_walk.h"

struct action {
	const char *name;
	void (*run)(struct session *s);
};
const struct action *action_find(struct str name); /* NULL: unknown */
/* queueDepthPerAction of the action, in pod groups per queue; -1: unlimited. */
int64_t action_depth(const struct session *s, enum action_id id);

/* ---- actions/ties.c ---- */
/* The queues of a filled walk that compare equal to a sibling, by queue.index. Pass the result to
 * ties_warn, which frees it. */
bool *ties_find(struct walk *w);
/* Call at the end of the action: warns of those queues in `tied` that have pod groups left over,
 * and counts them in session.chance. */
void ties_warn(struct session *s, bool *tied);

#define ACTION_RUN(NAME, name) void action_##name(struct session *s);
ACTIONS(ACTION_RUN)
#undef ACTION_RUN

#endif
