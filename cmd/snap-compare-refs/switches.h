/* Which behaviour makes two versions that native follows decide otherwise: the switches in which
 * they differ (common/follows.h), turned one at a time. */
#ifndef SNAP_COMPARE_SWITCHES_H
#define SNAP_COMPARE_SWITCHES_H
#include "replay.h"

/* Sets the switches of each row that differs where the engine follows one version in it, and
 * another in the row that it is compared with: that of the first ref, or of one that agrees with
 * it. Writes the tables anew, and switches.tsv with what each switch changes; without such a row
 * there is no switches.tsv. All replays have ended. A signal ends the program, as in replay_all.
 * False: *e is set, and as for replay_all the program ends. */
bool switches_find(const struct replays *r, struct error *e);

#endif
