/* The tables for session.fast_placing. class_placing places the tasks that fit_cache.h serves.
 * class_placing_proved, for --exhaustive, places with place_exhaustive and warns where the class
 * order would have chosen another node. */
#ifndef SNAP_CLASS_PLACING_H
#define SNAP_CLASS_PLACING_H
#include "session/place/fast_placing.h"

extern const struct fast_placing class_placing, class_placing_proved;

#endif
