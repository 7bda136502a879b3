/* From the input to what is left of it. */
#ifndef SNAP_MINIMISE_MINIMISE_H
#define SNAP_MINIMISE_MINIMISE_H
#include "settings.h"

/* Returns the exit status, behind a message where that is not 0. */
int minimise(struct settings *s);

#endif
