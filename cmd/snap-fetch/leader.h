/* A leader that has died: the Lease tells, and who comes next. */
#ifndef SNAP_FETCH_LEADER_H
#define SNAP_FETCH_LEADER_H
#include "cluster.h"

enum leader {
	LEADER_STAYS, /* it renews its Lease, or nothing is known of it: what failed has another
			 cause */
	LEADER_NEW,   /* another one holds the Lease now */
	LEADER_NOBODY /* none came before the time-out; *e is set anew */
};

/* After a failure: waits, until --timeout, as long as the holder of the Lease does not renew it,
 * and says so. */
enum leader leader_wait(const struct settings *s, const struct cluster *c, struct error *e);

/* It took the Lease less than half a minute before it last renewed it. */
bool leader_is_new(const struct lease *lease);

#endif
