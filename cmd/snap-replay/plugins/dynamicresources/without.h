/* A cluster without dynamic resource allocation: pods with claim references are refused (rules/07
 * C5). Where the scheduler then panics, a warning says so (rules/07 C10). */
#ifndef SNAP_DRA_WITHOUT_H
#define SNAP_DRA_WITHOUT_H
#include "session/session.h"

void open_without_dra(struct session *s);

#endif
