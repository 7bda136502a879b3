/* Settings that a snapshot leaves out although every scheduler has them. Call these functions
 * between objects_read and cluster_build. */
#ifndef SNAP_CONFIG_GAPS_H
#define SNAP_CONFIG_GAPS_H
#include "model/objects.h"
#include "model/warnings.h"

/* Gives each setting that schedulerParams lacks the default of the scheduler's flags, with a
 * warning (rules/10 7). captured: the archive has a capture.json, so a running scheduler wrote the
 * parameters. Changes nothing if the program that wrote the parameters leaves out zeros. */
void config_fill_params(struct objects *o, bool captured, struct warnings *w);
/* If the configuration names no scenario generator, appends the two default ones to its plugins
 * (rules/10 8). Warns if actions, a comma-separated list, has an action that needs them. */
void config_add_generators(struct objects *o, struct str actions, struct warnings *w);

#endif
