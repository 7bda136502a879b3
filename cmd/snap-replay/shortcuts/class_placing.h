/* Fast placing (session/place/fast_placing.h) for all tasks that fit_cache.h serves. The second
 * table, for --exhaustive, places in the plain way and warns where the class order would have
 * chosen another node. */
#ifndef SNAP_CLASS_PLACING_H
#define SNAP_CLASS_PLACING_H
#include "session/place/fast_placing.h"

extern const struct fast_placing class_placing, class_placing_proved;

#endif
