/* What a configuration leaves out and every scheduler has all the same. To be called between
 * reading and building. */
#ifndef SNAP_CONFIG_GAPS_H
#define SNAP_CONFIG_GAPS_H
#include "model/objects.h"
#include "model/warnings.h"

/* Settings that schedulerParams lacks are as in the scheduler's flags, with a warning (rules/10 7).
 * captured: the archive has a capture.json, so the scheduler itself left them out. */
void config_fill_params(struct objects *o, bool captured, struct warnings *w);
/* Where the configuration names no scenario generator, those of the defaults are put behind its
 * plugins (rules/10 8), with a warning when actions, a comma-separated list, has one that needs
 * them. */
void config_add_generators(struct objects *o, struct str actions, struct warnings *w);

#endif
