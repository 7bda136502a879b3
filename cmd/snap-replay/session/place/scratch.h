/* Memory that placing uses again in each call; session.place points to it. Each member belongs to
 * the functions that its comment names. */
#ifndef SNAP_PLACE_SCRATCH_H
#define SNAP_PLACE_SCRATCH_H
#include "session/place/placement.h"

struct place_scratch {
	uint64_t *mask;              /* shortcuts/, within one function: bits by node.index */
	struct scored_node *order;   /* order_nodes and next_node; capacity: all nodes */
	struct task **unit, **group; /* place_job; capacity: all tasks */
	struct device_choice *gpus;  /* fitting_devices */
	int cap_gpus;
};

/* Sets session.place, in the session's arena. */
void place_scratch_open(struct session *s);
void place_scratch_free(struct session *s);

#endif
