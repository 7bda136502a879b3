/* Private to model/read/: the parts, which are the members of a pod's spec that matter, and how
 * parts make a pod_spec. Each distinct text of a part is parsed once. The objects' arena owns all
 * parts. */
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
	PART_POD_LEVEL,
	PART_RESOURCE_CLAIMS,
	PART_SPREAD,
	POD_PARTS
};

struct container {
	struct amounts requests;
	bool always;             /* restartPolicy Always: of an init container, it is a sidecar */
	struct host_port *ports; /* all ports; .port is the hostPort, 0: none */
	int n_ports;
	struct str *mounts; /* names of volumes */
	int n_mounts;
	struct str *config_maps; /* that its environment requires */
	int n_config_maps;
};
struct containers {
	struct container *items;
	int n;
};
struct volume_part {
	struct str name, claim;
	/* hidden: a config map or secret, which signatures leave out. */
	bool is_claim, ephemeral, hidden;
	struct str *config_maps; /* that it requires */
	int n_config_maps;
	struct str signature; /* canonical text of all members but the name */
};
struct volume_parts {
	struct volume_part *items;
	int n;
};
struct toleration_list {
	struct toleration *items;
	int n;
	bool present; /* an array, maybe empty */
};
struct affinity_part {
	struct node_terms node;
	struct affinity_terms affinity, anti_affinity;
	struct str signature; /* canonical text; absent: no affinity */
};
struct claim_list { /* spec.resourceClaims */
	struct claim_reference *items;
	int n;
};

read_fn read_containers, read_volumes, read_tolerations, read_affinity, read_claim_entries,
	read_signature_text, read_pod_level;
/* A copy of a text from json_raw, with the padding that json_over_memory needs. */
const char *copy_raw(struct arena *a, struct str raw);
/* Calls read on the JSON value in copy, a copy_raw of raw. An error in it becomes an error of x->r
 * at that position of raw. */
void read_raw(struct reader *x, struct str raw, const char *copy, read_fn *read, void *at);

/* Fills requests, GPUs, request_names, negative, huge and request_error of s from its overhead and
 * the containers, NULL: none (rules/01 6.3 steps 1 to 3). */
void sum_requests(struct reader *x, const struct containers *main, const struct containers *init,
	struct pod_spec *s);

/* What a pod_spec is made of. No padding: its bytes are a key of a map. */
struct pod_spec_key {
	const void *parts[POD_PARTS]; /* NULL: absent */
	struct str names[2];          /* schedulerName, priorityClassName */
	uint64_t gated;               /* 1: schedulingGates is not empty */
};
/* Specs with equal content are the same pointer. */
struct pod_spec *pod_spec_make(struct reader *x, const struct pod_spec_key *key);

#endif
