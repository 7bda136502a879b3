/* Dynamic resources: claims, the devices that slices offer, classes, and the claims that pods name
 * (rules/01 5.6 and 6.5, rules/07 C). */
#ifndef INSPECT_CLAIMS_H
#define INSPECT_CLAIMS_H
#include <stdbool.h>

#include "names.h"

struct summary;

struct claim {
	uint32_t index;         /* in its list */
	uint32_t owner;         /* uid, in refs, of the pod that owns it; 0: none does */
	uint32_t pod;           /* number of the pod to which it counts by its owner; 0: none */
	uint32_t last_pod;      /* number of the latest pod to which it was charged */
	int64_t gpus;           /* GPUs that it asks for */
	size_t first_pod, pods; /* in reservations */
	bool allocated;
};

/* A pod in reservedFor of a claim. */
struct reservation {
	uint32_t claim; /* number */
	uint32_t at;    /* in the list */
	uint32_t pod;   /* name, in refs */
	uint32_t uid;   /* in refs; 0: none */
};

/* A device of an allocation. */
struct allocated_device {
	uint32_t claim;  /* number */
	uint32_t at;     /* in the list of results */
	uint32_t device; /* in devices */
	bool shared;     /* others may have it, too: by admin access, or in shares */
};

/* A class that a request of a claim names. */
struct class_use {
	uint32_t claim;                /* number */
	uint32_t request, alternative; /* in their lists; alternative NO_INDEX: no firstAvailable */
	uint32_t class;                /* in refs */
};

/* A claim that a pod names. */
struct pod_claim {
	uint32_t pod;   /* number */
	uint32_t at;    /* in spec.resourceClaims */
	uint32_t name;  /* of the entry, in refs */
	uint32_t claim; /* "ns/name", in refs; 0: none, or not known yet */
	bool template;  /* the claim is made of a template, and status names it */
};

/* A claim for which a bind request has an allocation. */
struct bind_claim {
	uint32_t bind; /* index in binds */
	uint32_t at;   /* in its list */
	uint32_t name; /* of the pod's entry, in refs */
};

struct slice {
	uint32_t index; /* in its list */
	uint32_t pool;  /* in pools.names */
	uint32_t node;  /* in refs; 0: none */
	bool all_nodes;
	int64_t generation, expected; /* expected: slices of the pool */
	size_t first_device, devices; /* in slice_devices */
};

/* Slices of an older generation than the newest do not count. */
struct pool {
	int64_t generation, expected;
	uint32_t first; /* number of its first slice; 0: only allocations name the pool */
	uint32_t slices;
};

struct device {
	bool offered;   /* by a slice that counts */
	uint32_t claim; /* number of a claim that has it alone; 0: none */
	bool allocated;
};

struct driver {
	uint64_t slices, devices, allocated;
};

struct claims {
	struct claim *list; /* by number - 1 */
	struct reservation *reservations;
	struct allocated_device *results;
	struct class_use *class_uses;
	struct pod_claim *of_pods;
	struct bind_claim *of_binds;
	struct slice *slices;    /* by number - 1 */
	uint32_t *slice_devices; /* in devices */
	size_t cap, reservation_count, reservation_cap, result_count, result_cap, class_use_count,
		class_use_cap, of_pods_count, of_pods_cap, of_binds_count, of_binds_cap, slice_cap,
		slice_device_count, slice_device_cap;
	struct names pool_names; /* pairs of driver and pool */
	struct names devices;    /* pairs of the number of a pool, and a name */

	/* By claims_derive. */
	struct pool *pools;    /* by number in pool_names - 1 */
	struct device *device; /* by number in devices - 1 */
	struct names drivers;  /* of slices */
	struct driver *driver; /* by number in drivers - 1 */
	uint64_t pending, unused, reserved;
	struct tally classes; /* claims that name them */
};

void claims_free(struct claims *c);
/* Pools, devices and states; and, if the scheduler looks at claims, GPUs of nodes and pods. */
void claims_derive(struct summary *s);
/* The pool of a device, in pool_names. */
uint32_t device_pool(const struct claims *c, uint32_t device);

#endif
