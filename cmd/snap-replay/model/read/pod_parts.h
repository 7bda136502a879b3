/* Private to the loader: the members of a pod's spec that matter, each parsed once per distinct
 * text, and how they make a pod_spec. */
#ifndef MODEL_POD_PARTS_H
#define MODEL_POD_PARTS_H
#include "model/read/reader.h"

enum pod_part {
	PART_CONTAINERS,
	PART_INIT_CONTAINERS,
	PART_EPHEMERAL_CONTAINERS,
	PART_VOLUMES,
	PART_NODE_SELECTOR,
	PART_AFFINITY,
	PART_TOLERATIONS,
	PART_OVERHEAD,
	PART_RESOURCE_CLAIMS,
	PART_SPREAD,
	POD_PARTS
};

struct container {
	struct amounts requests;
	bool always;             /* restartPolicy Always */
	struct host_port *ports; /* all; port 0: no hostPort */
	int n_ports;
	struct str *mounts; /* names of volumes */
	int n_mounts;
	struct str *config_maps; /* of the environment, required ones */
	int n_config_maps;
};
struct containers {
	struct container *items;
	int n;
};
struct volume_part {
	struct str name, claim;
	bool is_claim, ephemeral, hidden; /* hidden: config map or secret, not in signatures */
	struct str *config_maps;          /* required ones */
	int n_config_maps;
	struct str signature; /* all but the name */
};
struct volume_parts {
	struct volume_part *items;
	int n;
};
struct toleration_list {
	struct toleration *items;
	int n;
	bool present;
};
struct affinity_part {
	struct node_terms node;
	struct affinity_terms affinity, anti_affinity;
	struct str signature; /* absent: no affinity */
};
struct claim_list { /* spec.resourceClaims */
	struct str *claims, *entries;
	int n;
};

read_fn read_containers, read_volumes, read_tolerations, read_affinity, read_claim_entries,
	read_signature_text;
/* Reads a text that json_raw gave, through a copy of it, with a reader of its own; an error in it
 * becomes one of x->r. */
const char *copy_raw(struct arena *a, struct str raw);
void read_raw(struct reader *x, struct str raw, const char *copy, read_fn *read, void *at);

/* What the containers ask for together (rules/01 6.3 steps 1 to 3). */
void sum_requests(struct reader *x, const struct containers *main, const struct containers *init,
	struct pod_spec *s);

/* The spec that these parts make; NULL parts are absent. Specs with equal content are one. */
struct pod_spec_key {
	const void *parts[POD_PARTS];
	struct str names[2]; /* schedulerName, priorityClassName */
	uint64_t gated;
};
struct pod_spec *pod_spec_make(struct reader *x, const struct pod_spec_key *key);

#endif
