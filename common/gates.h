/* The feature gates: which optional kinds the scheduler looks at, by what discovery says of the API
 * server (rules/01 1.6 and 2.3). Start with {0}. */
#ifndef SNAP_GATES_H
#define SNAP_GATES_H
#include "common/str.h"

struct gates {
	int64_t major, minor; /* of Kubernetes */
	bool version;         /* both are known */
	bool dra_group, nrt_group, bad_group;
};

void gates_server_version(struct gates *g, struct str major, struct str minor);
/* A groupVersion of the list of resources. */
void gates_group_version(struct gates *g, struct str group_version);

/* Resource claims, slices and device classes count. */
bool gates_dra(const struct gates *g);
/* NodeResourceTopologies count. */
bool gates_nrt(const struct gates *g);

#endif
