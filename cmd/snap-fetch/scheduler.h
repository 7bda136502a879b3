/* What a Deployment tells of the scheduler that it runs. */
#ifndef SNAP_FETCH_SCHEDULER_H
#define SNAP_FETCH_SCHEDULER_H
#include "common/value.h"

/* Texts and values are those of the Deployment. */
struct scheduler {
	const struct value *container, *volumes;
	struct str *args; /* of its command, too */
	size_t n_args;
	struct str image, app_label, chart_label; /* for its version */
	struct str shard;                         /* the SchedulingShard that owns it */
};

void scheduler_read(struct scheduler *c, struct arena *a, const struct value *deployment);
/* The ConfigMap behind a path in the container, and its key. False: none is mounted there. */
bool scheduler_map(const struct scheduler *c, struct str path, struct str *map, struct str *key);

#endif
