/* The configuration that is compiled into the scheduler (rules/01 1.4). */
#ifndef IMPORT_CONFIG_H
#define IMPORT_CONFIG_H
#include "common/import/import.h"
#include "common/jsonw.h"

/* Changed as far as KAI Scheduler has the like of the profile; PROFILE_NONE: as it is. */
void scheduler_config_write(struct jsonw *w, enum profile profile);

#endif
