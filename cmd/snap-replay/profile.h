/* --cpuprofile of the native engine: where its time goes, in a file that go tool pprof opens. A
 * library for this, gperftools' libprofiler, cannot be part of a static program, and needs a lock
 * in its handler; a profile must also be left of a run that a time-out ends. */
#ifndef SNAP_PROFILE_H
#define SNAP_PROFILE_H
#include <stdbool.h>
#include "common/msg.h"

/* Takes the stack of whatever thread runs, a hundred times for each second of processor time. path
 * NULL: no profile is wanted. False: *e is set. */
bool profile_start(const char *path, struct error *e);
/* Writes what was taken. keep false: there is nothing to profile; no file is left. Does nothing
 * without a profile. False: *e is set. */
bool profile_end(bool keep, struct error *e);

#endif
