/* Readers of the parts of a snapshot, all of them over the pull reader: what they do not need they
 * skip. */
#ifndef INSPECT_READ_H
#define INSPECT_READ_H
#include "common/quantity.h"
#include "summary.h"

/* Labels and annotations that anybody here looks at. */
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
	MARK_COUNT
};

/* One pass's state; the parts about the object at hand are reused from object to object. */
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
	uint32_t number; /* in s->ids[kind]; 0: a repeated name, not to be counted */
};

/* With the length written out the compiler compares in place: this is asked for every key of a
 * snapshot. */
#define IS(key, lit) ((key).n == sizeof(lit) - 1 && memcmp((key).p, (lit), sizeof(lit) - 1) == 0)

/* Into the object or array that comes next; a null counts as empty. */
bool enter(struct json *r);
/* The string that comes next, copied; a null counts as empty. */
bool text(struct json *r, struct strbuf *into);
/* The same into a name of refs (0 when empty). */
uint32_t ref(struct reading *p);
/* A place within the object: list[at].field.key, without the parts that are empty. */
struct where {
	const char *list;
	uint32_t at;
	const char *field;
	struct str key;
};
#define FIELD(name) ((struct where){.field = (name)})

bool flag(struct json *r);                       /* a bool or null */
int64_t integer(struct json *r, int64_t absent); /* a whole number, or null for absent */
bool word(struct json *r,
	struct str *t); /* a string; false (and empty) for null; valid until the next call */
bool any_element(struct json *r); /* skips a list: was there something in it? */

void fault(struct reading *p, enum fault_code code, enum severity severity, struct where where,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));

void read_metadata(struct reading *p);
/* Registers the object under its name and uid once it is read: sets p->number. */
void identify(struct reading *p);

/* The quantity that comes next, checked. False when it is none (then *q is 0). */
bool read_quantity(struct reading *p, struct where where, struct quantity *q);
/* A map of quantities, checked; each handed to take (which may be NULL) with its name. */
typedef void take_quantity(void *ctx, struct str name, struct quantity q);
void read_quantities(struct reading *p, struct where where, take_quantity *take, void *ctx);
void read_time(struct reading *p, struct where where); /* counts for the capture time */
/* Its labels say that it belongs to another node pool than the one this snapshot is of
 * (rules/01 5.2). */
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
void read_other(struct reading *p);

#endif
