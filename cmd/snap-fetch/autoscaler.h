/* The pod of cluster-autoscaler that leads. */
#ifndef SNAP_FETCH_AUTOSCALER_H
#define SNAP_FETCH_AUTOSCALER_H
#include "cluster.h"

#define AUTOSCALER_LEASE "cluster-autoscaler"

/* A struct service's find: one pod, the leader or the only one that can be it. */
bool autoscaler_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e);

#endif
