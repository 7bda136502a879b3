/* The scheduling actions (kai/03). Each runs on the session's present state and leaves its decisions in the session's events. */
#ifndef SNAP_ACTIONS_H
#define SNAP_ACTIONS_H
#include "../session/session.h"

struct action {
	const char *name;
	void (*run)(struct session *s);
};
const struct action *action_find(struct str name); /* NULL: unknown */
/* queueDepthPerAction of the action; -1: unlimited. */
int action_depth(const struct session *s, const char *name);

void action_allocate(struct session *s);
void action_consolidation(struct session *s);
void action_reclaim(struct session *s);
void action_preempt(struct session *s);
void action_stalegangeviction(struct session *s);

#endif
