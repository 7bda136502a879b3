/* The search for the scheduler's configuration: what api_settings.c and search_shard.c share. */
#ifndef SNAP_FETCH_SEARCH_H
#define SNAP_FETCH_SEARCH_H
#include "api.h"
#include "scheduler.h"

#define KAI_GROUP "kai.scheduler" /* of the operator's objects, in the version v1 */

struct search {
	struct api *api;
	struct arena arena;
	struct scheduler scheduler; /* of the Deployment, if there is one */
};

enum found { FOUND, ABSENT, FAILED }; /* FAILED: *e is set */

/* What cannot be had may be told by something else. */
bool is_absent(enum kubectl_failure f);
/* Notes that the failure may pass when all begins anew. */
void may_pass(struct api *api, enum kubectl_failure f);
void set_config(struct api *api, const struct value *config);
/* For capture.json. */
void set_source(struct api *api, const char *kind, struct str name);

/* search_shard.c: sets config to that of the shard. why: what cannot be read instead. */
enum found shard_of_owner(struct search *x, struct str name, const char *why, struct error *e);
/* Sets config and params to those of the shard that the Deployment's name tells. */
enum found shard_of_deployment(struct search *x, const char *why, struct error *e);

#endif
