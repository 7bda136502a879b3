/* A SchedulingShard of KAI Scheduler's operator, which makes the scheduler's file and command line
 * of it. Used where those cannot be read. */
#ifndef SNAP_FETCH_SHARD_H
#define SNAP_FETCH_SHARD_H
#include "common/value.h"

/* The configuration that the operator v0.17.0 makes of the shard, an object of the API. The arena
 * owns it. NULL: *e is set. */
struct value *shard_config(struct arena *a, const struct value *shard, struct error *e);
/* The arguments that it gives the scheduler, as far as schedulerParams tell of them. config: the
 * operator's Config; NULL: not known. */
struct str *shard_args(
	struct arena *a, const struct value *shard, const struct value *config, size_t *count);
/* The name that the schedulers of this Config have; NULL: not known. */
struct str shard_scheduler_name(const struct value *config);

#endif
