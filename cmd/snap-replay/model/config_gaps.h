/* What a configuration leaves out and every scheduler has all the same. */
#ifndef SNAP_CONFIG_GAPS_H
#define SNAP_CONFIG_GAPS_H
#include "objects.h"
#include "warnings.h"

/* Where the configuration names no scenario generator, those of the defaults are put behind its plugins (rules/10 8), with a warning when
 * actions, a comma-separated list, has one that needs them. Call it between reading and building. */
void config_add_generators(struct objects *o, struct str actions, struct warnings *w);

#endif
