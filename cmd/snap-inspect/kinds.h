/* The 17 kinds of objects that a snapshot holds under rawObjects (rules/01 1.3). */
#ifndef INSPECT_KINDS_H
#define INSPECT_KINDS_H
#include "common/str.h"

enum kind {
	KIND_PODS,
	KIND_NODES,
	KIND_QUEUES,
	KIND_POD_GROUPS,
	KIND_BIND_REQUESTS,
	KIND_PRIORITY_CLASSES,
	KIND_CONFIG_MAPS,
	KIND_PERSISTENT_VOLUMES,
	KIND_PERSISTENT_VOLUME_CLAIMS,
	KIND_CSI_STORAGE_CAPACITIES,
	KIND_STORAGE_CLASSES,
	KIND_CSI_DRIVERS,
	KIND_RESOURCE_CLAIMS,
	KIND_RESOURCE_SLICES,
	KIND_DEVICE_CLASSES,
	KIND_TOPOLOGIES,
	KIND_NODE_RESOURCE_TOPOLOGIES,
	KIND_COUNT,
	KIND_NONE = KIND_COUNT
};

const char *kind_key(enum kind kind); /* "podGroups" */
/* The kind of a key in rawObjects: as written or, like Go's decoder, in other case; KIND_NONE when
 * unknown. */
enum kind kind_of_key(struct str key);
/* What a user types for --list: the key, its singular or kubectl's short name, in any case;
 * KIND_NONE when unknown. */
enum kind kind_of_user(const char *word);
/* What people take for a snapshot: "; it seems to be ..." by a key at the top of the document, or
 * "". */
const char *key_seems(struct str key);
#define NO_SNAPSHOT_HINT "a file that snap-fetch wrote, or what the scheduler's /get-snapshot gives"
/* Kinds that older versions wrote and later ones dropped (rules/01 1.8). */
/* Equal but for the case of ASCII letters. */
bool same_but_case(struct str a, struct str b);

#endif
