/* What a short cut may tell the session about placing. native.c sets session.fast_placing to the
 * table of shortcuts/class_placing.c; NULL: place_task.c places every task in the plain way, which
 * decides the same. */
#ifndef SNAP_FAST_PLACING_H
#define SNAP_FAST_PLACING_H
#include "session/place/placement.h"

enum placing { PLACING_UNTRIED, PLACING_DONE, PLACING_FAILED };
struct fast_placing {
	/* Places the task, as place_plain does. PLACING_UNTRIED: the table cannot place it, and
	 * nothing was changed. */
	enum placing (*place)(struct statement *st, struct task *t, const struct node_set *nodes,
		bool pipeline_only);
};

#endif
