/* Numbers and lists inside of the log's texts. */
#ifndef SNAP_LOG_NUMBERS_H
#define SNAP_LOG_NUMBERS_H
#include "tool/log_events.h"

bool count_of(struct str text, int64_t *n); /* decimal digits only */
/* "GPU: deserved: <x>, ... fairShare: <x> CPU (cores): deserved: ... memory (GB): ..."
 * (rules/02 19.2), as far as the log's three decimals go; false: something else. */
bool queue_numbers_parse(struct str text, struct log_queue *q);
/* Reason and messages of "\nREASON.\nMESSAGE." Messages that are worded otherwise in the pod
 * group's condition (those of subgroups and topologies have their name in front here) are left out.
 */
void fit_error_split(struct log_events *t, struct str text, struct log_pending *p);

#endif
