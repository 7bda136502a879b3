/* The interface for a short cut that places tasks. native.c sets session.fast_placing to a table of
 * shortcuts/class_placing.c. NULL: place_task calls place_exhaustive for every task, with the same
 * decisions. */
#ifndef SNAP_FAST_PLACING_H
#define SNAP_FAST_PLACING_H
#include "session/place/placement.h"

enum placing { PLACING_UNTRIED, PLACING_DONE, PLACING_FAILED };
struct fast_placing {
	/* Does what place_exhaustive does. PLACING_UNTRIED: the short cut does not serve this task;
	 * nothing changed, and the caller calls place_exhaustive. */
	enum placing (*place)(struct statement *st, struct task *t, const struct node_set *nodes,
		bool pipeline_only);
};

#endif
