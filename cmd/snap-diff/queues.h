/* What changed in each queue. */
#ifndef SNAP_DIFF_QUEUES_H
#define SNAP_DIFF_QUEUES_H
#include "match.h"

struct queue_count {
	size_t n_a, n_b;
	size_t counts[CHANGE_COUNT];
};
struct queue_row {
	struct str name; /* empty: of pods without a pod group, or whose group is missing */
	struct queue_count pods, groups;
};

/* Start with {0}; queues_free releases it. */
struct queues {
	struct queue_row **rows; /* by name */
	size_t n;
	struct map by_name, groups[2]; /* groups: from "namespace/name" to the group, by side */
	struct arena arena;
};

void queues_count(struct queues *q, const struct comparison *c);
/* The queue of an object, by B if it is there; empty: it has none. */
struct str queue_of(struct queues *q, enum kind kind, const struct pair *p);
void queues_free(struct queues *q);

#endif
