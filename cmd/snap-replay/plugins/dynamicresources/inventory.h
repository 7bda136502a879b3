/* The devices of the cluster: what slices offer, and which devices are allocated (rules/07 C3).
 *
 * An offer is a device as one slice lists it. Offers of one driver, pool and device name are one
 * device and have one id: slices of two generations, for example, offer it twice. */
#ifndef SNAP_DRA_INVENTORY_H
#define SNAP_DRA_INVENTORY_H
#include "session/session.h"
#include "model/task_claims.h"

struct offer {
	const struct device *device;
	int slice, id;
};
/* A slice among the others of its pool in the whole cluster. */
struct pool_share {
	bool outdated;  /* the pool has a slice of a higher generation */
	int64_t slices; /* of this generation */
};
struct inventory {
	struct resource_slice *const *slices; /* snapshot order */
	int n_slices;
	int *first; /* by slice: its first offer; n_slices + 1 of them */
	struct offer *offers;
	int n_offers;
	struct pool_share *shares; /* by slice */
	struct map ids;            /* driver, pool and name to id + 1 */
	int n_ids;
	/* By id. The claims' own devices are a set: one that two claims hold is free as soon as one
	 * of them gives it back. Promised ones are counted. */
	bool *busy;
	uint32_t *promised;
	bool *taken; /* by the search that runs; false outside of it */
};

void inventory_open(struct inventory *v, struct session *s);
void inventory_free(struct inventory *v);
/* -1: no slice offers it. The texts must be interned. */
int inventory_id(const struct inventory *v, struct str driver, struct str pool, struct str name);
static inline bool is_allocated(const struct inventory *v, int id)
{
	return v->busy[id] || v->promised[id] > 0;
}
/* The allocation's devices, but for those with administrator access, become busy or not. */
void inventory_hold(struct inventory *v, const struct device_allocation *a, bool busy);
/* They are promised once more (by 1), or once less (by -1). */
void inventory_promise(struct inventory *v, const struct device_allocation *a, int by);

#endif
