/* What is compared of a file. */
#ifndef CONFIG_SUBJECT_H
#define CONFIG_SUBJECT_H
#include "common/value.h"

/* The configuration in doc: of a snapshot, of a ConfigMap with config.yaml, of what kube-scheduler
 * answers to /configz (which spells names as Go does), or doc itself. KAI Scheduler's has its
 * defaults filled in. NULL: *e is set. */
struct value *subject_of(struct arena *a, struct value *doc, struct error *e);

#endif
