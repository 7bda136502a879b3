/* Numbers and lists in the texts of the log. */
#ifndef SNAP_LOG_NUMBERS_H
#define SNAP_LOG_NUMBERS_H
#include "tool/log_events.h"

bool count_of(struct str text, int64_t *n); /* false: not only decimal digits */
/* "GPU: deserved: <x>, ... fairShare: <x> CPU (cores): deserved: ... memory (GB): ..."
 * (rules/02 19.2), as far as the log's three decimals go; false: something else. */
bool queue_numbers_parse(struct str text, struct log_queue *q);
/* Sets reason and messages of *p from "\nREASON.\nMESSAGE." Leaves out messages of sub-groups and
 * topologies: they begin with a name here and without it in the pod group's condition. */
void fit_error_split(struct log_events *t, struct str text, struct log_pending *p);

#endif
