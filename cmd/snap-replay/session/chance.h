/* Where chance decides (rules/09 3): another run of the scheduler may decide otherwise. */
#ifndef SNAP_SESSION_CHANCE_H
#define SNAP_SESSION_CHANCE_H
#include <stdbool.h>

/* session.chance: how often. */
struct chance {
	int lots;     /* pod groups for which consolidation drew its candidates by lot */
	int left_out; /* pod groups that queueDepthPerAction kept out of a walk */
	int ties;     /* queues that compare equal, when not all of their pod groups find a place */
	bool *tied;   /* the same queues by queue.index; NULL: none */
};

#endif
