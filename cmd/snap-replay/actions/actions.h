/* The scheduling actions (kai/03). Each runs on the session's present state and leaves its decisions in the session's events. */
#ifndef SNAP_ACTIONS_H
#define SNAP_ACTIONS_H
#include "../session/session.h"

struct action {
	const char *name;
	void (*run)(struct session *s); /* NULL: known, but not replayed yet */
};
const struct action *action_find(struct str name); /* NULL: unknown */
/* queueDepthPerAction of the action; -1: unlimited. */
int action_depth(const struct session *s, const char *name);

void action_allocate(struct session *s);

#endif
