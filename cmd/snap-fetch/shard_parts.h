/* Plugins or actions of a SchedulingShard, each with a priority. */
#ifndef SNAP_FETCH_SHARD_PARTS_H
#define SNAP_FETCH_SHARD_PARTS_H
#include "common/value.h"

struct part {
	struct str name;
	bool enabled;
	int64_t priority;        /* the highest one comes first */
	struct value *arguments; /* an object; NULL: none */
};
/* Start with {0}; the caller frees items. */
struct parts {
	struct part *items;
	size_t n, cap;
};

/* An enabled one, valid until the next call. */
struct part *parts_add(struct parts *all, struct str name, int64_t priority);
/* Changes or adds those that a member of the shard names: NULL or an object. False: *e is set. */
bool parts_change(struct parts *all, const struct value *with, struct error *e);
/* Leaves those that are enabled, in their order. */
void parts_arrange(struct parts *all);

#endif
