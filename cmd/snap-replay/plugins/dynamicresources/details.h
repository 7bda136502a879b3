/* What the devices of a node say to each request of a task's claims, for explanations (rules/07
 * C8). */
#ifndef SNAP_DRA_DETAILS_H
#define SNAP_DRA_DETAILS_H
#include "plugins/dynamicresources/state.h"

/* The hook device_details. */
device_details_fn devices_explained;

#endif
