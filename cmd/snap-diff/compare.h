/* What is to be done with two inputs that were read. */
#ifndef SNAP_DIFF_COMPARE_H
#define SNAP_DIFF_COMPARE_H
#include "settings.h"
#include "side.h"

/* Compares them, or applies the one to the other; what fails is told. Returns the exit status. */
int compare(const struct settings *s, const struct side sides[2]);

#endif
