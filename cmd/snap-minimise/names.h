/* Names in a snapshot. */
#ifndef SNAP_MINIMISE_NAMES_H
#define SNAP_MINIMISE_NAMES_H
#include "common/str.h"

/* Whether a text at this key is a name. */
bool is_name_key(struct str key);

#endif
