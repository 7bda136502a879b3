/* Counts of decisions by chance (rules/09 3): another run of the scheduler may decide otherwise. */
#ifndef SNAP_SESSION_CHANCE_H
#define SNAP_SESSION_CHANCE_H
#include <stdbool.h>

/* session.chance */
struct chance {
	int lots;     /* pod groups for which consolidation drew its candidates by lot */
	int left_out; /* pod groups that queueDepthPerAction kept out of a walk */
	int ties;     /* queues that equal a sibling and have pod groups without a place */
	bool *tied;   /* by queue.index: the queue is counted in ties; NULL: none is */
};

#endif
