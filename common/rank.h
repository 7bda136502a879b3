/* An order of names without any sense, for places where the scheduler's is chance. */
#ifndef SNAP_RANK_H
#define SNAP_RANK_H
#include "common/str.h"

/* A number to sort names by. The same in every release: FNV-1a. */
uint64_t rank_of_name(struct str name);

#endif
