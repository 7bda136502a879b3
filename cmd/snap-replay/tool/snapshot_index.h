/* The snapshot's pod groups, pods and queues by name. A tool's log names pods, but the pod group of
 * few and the queue of fewer: the index adds both. */
#ifndef SNAP_SNAPSHOT_INDEX_H
#define SNAP_SNAPSHOT_INDEX_H
#include "model/read/read.h"
#include "origin.h"
#include "tool/log_events.h"

struct snapshot_index {
	struct objects objects;
	struct origin origin;     /* known even where the rest is not, if --now is given */
	struct warnings warnings; /* of capture.json */
	struct map groups; /* name -> struct pod_group_object *; NULL: several have that name */
	struct map pods;   /* "NAMESPACE/NAME" -> the same of its pod group */
	struct map queues; /* name or display name -> struct queue_object *; NULL: several have that
			      name */
};

/* Start with {0}. Reads the snapshot at path. If that fails, the index is empty with --now, and the
 * call fails without it: the clock is not known then. False: *e set. */
bool snapshot_index_read(struct snapshot_index *r, const struct replay_options *o, const char *path,
	struct error *e);
/* Adds to the log events what the log leaves out, and sorts queues and pending pod groups by name
 * as the native engine does: the tool walks them at random. The log events use texts of the index,
 * which must live longer. */
void snapshot_index_fill(const struct snapshot_index *r, struct log_events *log);
void snapshot_index_free(struct snapshot_index *r);

#endif
