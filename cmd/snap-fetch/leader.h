/* Change of the leader, as the Lease shows it. */
#ifndef SNAP_FETCH_LEADER_H
#define SNAP_FETCH_LEADER_H
#include "cluster.h"

enum leader {
	LEADER_STAYS, /* renews its Lease, or is unknown: the failure has another cause */
	LEADER_NEW,   /* another pod holds the Lease */
	LEADER_NOBODY /* no pod took the Lease before the time-out; *e is replaced */
};

/* After a failure: while the holder of the Lease does not renew it, waits, at most until --timeout,
 * with a note to the user. */
enum leader leader_wait(const struct settings *s, const struct cluster *c, struct error *e);

/* True if the holder took the Lease less than half a minute before its latest renewal. */
bool leader_is_new(const struct lease *lease);

#endif
