/* Readers of the parts of a snapshot over the pull reader. They skip all other members. */
#ifndef INSPECT_READ_H
#define INSPECT_READ_H
#include "common/keys.h"
#include "common/quantity.h"
#include "summary.h"

/* Labels and annotations that the readers use. */
enum mark {
	MARK_POD_GROUP, /* annotation pod-group-name */
	MARK_GPU_FRACTION,
	MARK_GPU_MEMORY,
	MARK_GPU_DEVICES,
	MARK_APP,         /* label app */
	MARK_NODE_MEMORY, /* label nvidia.com/gpu.memory */
	MARK_WORKER,      /* label node-role.kubernetes.io/gpu-worker or cpu-worker */
	MARK_POOL,        /* label named by partitionParams */
	MARK_MIG,         /* annotation nvidia.com/mig-*: "profile" or its value, see mig_profile */
	MARK_ZONES_OBSERVED, /* annotations of where the pod is in its node */
	MARK_ZONES_PREDICTED,
	MARK_EXTENDED_CLAIM, /* annotation of a resource claim */
	MARK_COUNT
};

/* An entry of a pod's status.resourceClaimStatuses: names in refs. */
struct claim_status {
	uint32_t name, claim;
};

/* State of one pass. The part about the current object is reused for the next object. */
struct reading {
	struct summary *s;
	struct json *r;
	enum kind kind;
	uint32_t index;     /* of the object in its list */
	size_t first_fault; /* of this object */
	struct strbuf name, ns, uid, mig_profile, id, key, path;
	struct strbuf marks[MARK_COUNT];
	bool has_mark[MARK_COUNT];
	bool deleting;
	uint32_t owner; /* uid, in refs, of the first owner that is a pod; 0: none, or not read */
	struct claim_status *statuses; /* of the pod */
	uint32_t *claim_of;            /* scratch: the claim of a status, by its name; 0: none */
	size_t status_count, status_cap, claim_of_cap;
	uint32_t number; /* in s->ids[kind]; 0: a repeated name, which does not count */
};

/* Compares a key. The constant length lets the compiler inline the comparison, which runs for every
 * key of a snapshot. */
#define IS(key, lit) ((key).n == sizeof(lit) - 1 && memcmp((key).p, (lit), sizeof(lit) - 1) == 0)

/* Enters the next value, an object or array. False: a null, or an error. */
bool enter(struct json *r);
/* Copies the next value, a string; a null counts as empty. */
bool text(struct json *r, struct strbuf *into);
/* Adds the next value, a string, to refs. 0: it is empty. */
uint32_t ref(struct reading *p);
/* The same for a uid, in the form that uids have. */
uint32_t ref_uid(struct reading *p);
/* A path within the object: list[at].field.key, without the empty parts. */
struct where {
	const char *list;
	uint32_t at;
	const char *field;
	struct str key;
};
#define FIELD(name) ((struct where){.field = (name)})

/* A bool; null counts as false. */
bool flag(struct json *r);
/* A whole number; null counts as absent. */
int64_t integer(struct json *r, int64_t absent);
/* A string, valid until the next call. False, with an empty string: null. */
bool word(struct json *r, struct str *t);
/* Skips a list. True: it has elements. */
bool any_element(struct json *r);

void fault(struct reading *p, enum fault_code code, enum severity severity, struct where where,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));

void read_metadata(struct reading *p);
/* Registers the object, after it is read, by name and uid. Sets p->number. */
void identify(struct reading *p);

/* Reads and checks the next value, a quantity. False: it is none, and *q is 0. */
bool read_quantity(struct reading *p, struct where where, struct quantity *q);
/* Reads and checks a map of quantities, and calls take, which may be NULL, for each. */
typedef void take_quantity(void *ctx, struct str name, struct quantity q);
void read_quantities(struct reading *p, struct where where, take_quantity *take, void *ctx);
/* Reads a time, which may raise s->newest. */
void read_time(struct reading *p, struct where where);
/* True if the labels assign the object to another node pool than that of the snapshot
 * (rules/01 5.2).
 */
bool in_other_pool(const struct reading *p);
void read_conditions(struct reading *p, const char *list, bool *ready);

bool is_gpu(struct str resource);
int64_t mig_size(struct str resource); /* the 3 of nvidia.com/mig-3g.40gb; 0: not a profile */

void read_config(struct summary *s, struct json *r);
void read_params(struct summary *s, struct json *r);
void read_discovery(struct summary *s, struct json *r);

/* The members of one object (entered by the caller). */
void read_pod(struct reading *p);
void read_node(struct reading *p);
void read_queue(struct reading *p);
void read_pod_group(struct reading *p);
void read_bind_request(struct reading *p);
void read_persistent_volume(struct reading *p);
void read_persistent_volume_claim(struct reading *p);
void read_csi_storage_capacity(struct reading *p);
void read_topology(struct reading *p);
void read_node_resource_topology(struct reading *p);
void read_resource_claim(struct reading *p);
void read_resource_slice(struct reading *p);
void read_other(struct reading *p);

/* A topologyConstraint. sub_group: NO_INDEX, or the index in subGroups. */
void read_constraint(struct reading *p, uint32_t sub_group);
/* Gives the constraints from index first on to the pod group that was just identified. */
void keep_constraints(struct reading *p, size_t first);

/* A list of zones, the next value of r; like: source and object. Returns its length. */
size_t read_zone_uses(struct summary *s, struct json *r, struct zone_use like);
/* Those of the annotations of the pod that was just identified. */
void read_pod_zones(struct reading *p);

/* A pod's spec.resourceClaims and status.resourceClaimStatuses. */
void read_pod_claims(struct reading *p);
void read_claim_statuses(struct reading *p);
/* Gives the claims from index first on to the pod that was just identified. */
void keep_pod_claims(struct reading *p, size_t first);
/* spec.resourceClaimAllocations of a bind request. */
void read_bind_claims(struct reading *p);
/* The number of a device; pool: in pool_names. */
uint32_t device_put(struct reading *p, uint32_t pool, struct str name);

#endif
