/* The configuration of KAI Scheduler in a file of its own (rules/01 1.4, rules/02 3.1). */
#ifndef SNAP_KAI_CONFIG_H
#define SNAP_KAI_CONFIG_H
#include "common/value.h"

#define QUEUE_LABEL "kai.scheduler/queue"

/* What is in doc, of any scheduler: the configuration itself, a ConfigMap with it as config.yaml,
 * or a snapshot. JSON_NULL: a snapshot without one. NULL: *e is set. */
struct value *config_in(struct arena *a, struct value *doc, struct error *e);
/* The same, and no other scheduler's. */
struct value *kai_config_in(struct arena *a, struct value *doc, struct error *e);
/* What is built into the scheduler. */
struct value *kai_config_built_in(struct arena *a);
/* The value of schedulerParams: the flags' defaults; with both texts of the node pool empty no node
 * is left out. */
extern const char kai_params_built_in[];
/* With what the scheduler fills in when it reads its file: actions, tiers and search budgets. */
struct value *kai_config_filled(struct arena *a, struct value *config);
/* A search budget: "5m0s". */
struct value *kai_config_seconds(struct arena *a, int s);
/* The file of an option --config, filled, as JSON with JSON_PADDING behind it. False: *e is set,
 * and names the option and the file. */
bool kai_config_read(const char *path, struct strbuf *json, struct error *e);

#endif
