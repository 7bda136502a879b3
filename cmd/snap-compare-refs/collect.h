/* --collect: the tables of the results in a folder, whoever has made them. */
#ifndef SNAP_COMPARE_COLLECT_H
#define SNAP_COMPARE_COLLECT_H
#include "settings.h"

/* Returns the exit status. */
int collect_run(const struct settings *s);

#endif
