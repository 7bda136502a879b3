/* What a user asks beyond a tool's log: the part of it that a filter lets through, and what its
 * decisions come to for each pod. */
#ifndef SNAP_LOG_NET_H
#define SNAP_LOG_NET_H
#include "report/event_writer.h"
#include "tool/snapshot_index.h"

/* Removes queues and pending pod groups, and marks decisions as hidden, that the filter leaves out.
 * False: no queue has the name, *e set. */
bool log_filter(struct log_events *t, const struct snapshot_index *index,
	const struct events_filter *f, struct error *e);
/* The net result of the decisions that are not hidden, in the order of the pods' first ones; *n:
 * how many pods. The log must hold all decisions (LOG_ALL_LEVEL). An eviction that the API refused
 * counts, since it was decided. The caller frees the rows; their texts are those of t. */
struct net_row *log_net(const struct log_events *t, size_t *n);

#endif
