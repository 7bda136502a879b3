/* The snapshot's pod groups, pods and queues by name. A tool's log names every pod, but seldom its
 * pod group or queue: the index adds both. */
#ifndef SNAP_SNAPSHOT_INDEX_H
#define SNAP_SNAPSHOT_INDEX_H
#include "model/read/read.h"
#include "origin.h"
#include "tool/log_events.h"

struct snapshot_index {
	struct objects objects;
	struct origin origin;     /* with --now set even if the snapshot cannot be read */
	struct warnings warnings; /* about capture.json */
	/* groups and queues: NULL where several have the name. queues: by name and display name. */
	struct map groups; /* name to struct pod_group_object */
	struct map pods;   /* "NAMESPACE/NAME" to the struct pod_group_object of the pod */
	struct map queues; /* to struct queue_object */
};

/* Start with {0}. Reads the snapshot at path. If that fails, the option --now decides: given, the
 * index is empty; not given, the clock is not known: false, *e set. */
bool snapshot_index_read(struct snapshot_index *r, const struct replay_options *o, const char *path,
	struct error *e);
/* Adds what the log leaves out to the log events. Sorts queues and pending pod groups by name, as
 * the native engine does, because the tool walks them at random. The log events then use texts of
 * r, which must live longer. */
void snapshot_index_fill(const struct snapshot_index *r, struct log_events *log);
void snapshot_index_free(struct snapshot_index *r);

#endif
