/* Numbers and lists inside of the log's texts. */
#ifndef SNAP_FIGURES_H
#define SNAP_FIGURES_H
#include "tool/told.h"

bool count_of(struct str text, int64_t *n); /* decimal digits only */
/* "GPU: deserved: <x>, ... fairShare: <x> CPU (cores): deserved: ... memory (GB): ..."
 * (rules/02 19.2), as far as the log's three decimals go; false: something else. */
bool figures_parse(struct str text, struct told_queue *q);
/* Reason and messages of "\nREASON.\nMESSAGE." Messages that are worded otherwise in the pod
 * group's condition (those of subgroups and topologies have their name in front here) are left out.
 */
void fit_error_split(struct told *t, struct str text, struct told_pending *p);

#endif
