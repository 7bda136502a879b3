/* What the snapshot knows of the pods and queues that a tool's log names: the log itself tells the
 * pod group of few, and the queue of fewer. */
#ifndef SNAP_ROSTER_H
#define SNAP_ROSTER_H
#include "model/read/read.h"
#include "origin.h"
#include "tool/told.h"

struct roster {
	struct objects objects;
	struct origin origin;     /* known even where the rest is not, if --now is given */
	struct warnings warnings; /* of capture.json */
	struct map groups; /* name -> struct pod_group_object *; NULL: several have that name */
	struct map pods;   /* "NAMESPACE/NAME" -> the same of its pod group */
	struct map queues; /* name or display name -> struct queue_object *; NULL: several have that
			      name */
};

/* Start with {0}. Of the snapshot at path. Where that cannot be read the roster is empty; without
 * --now that is an error then, as nobody knows the clock. False: *e set. */
bool roster_read(
	struct roster *r, const struct replay_options *o, const char *path, struct error *e);
/* Puts into told what the log left out, and queues and pending pod groups in the order of their
 * names, as the native engine tells them: the tool walks them at random. Texts of the roster are
 * used: it lives longer. */
void roster_fill(const struct roster *r, struct told *told);
void roster_free(struct roster *r);

#endif
