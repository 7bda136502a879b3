/* The state of the plugin: claims as the session has changed them, devices, and what is kept for
 * searches (rules/07 C3). */
#ifndef SNAP_DRA_STATE_H
#define SNAP_DRA_STATE_H
#include "plugins/dynamicresources/wanted.h"

struct claim {
	const struct resource_claim *object;
	const struct device_allocation *allocation; /* NULL: none */
	struct claim_consumer *reserved_for;        /* on the heap */
	int n_reserved_for, cap_reserved_for;
	bool has_version; /* the object's resourceVersion is a number: it can be stored */
	int references;   /* of all pods; 0 as long as dra.may_own is NULL */
};
struct dra {
	struct session *session;
	struct map claims; /* "ns/name" to struct claim */
	struct map found;  /* addresses of namespace and name to struct claim, once asked for */
	struct inventory inventory;
	struct pool_index pools;
	struct matcher matcher;
	struct map read; /* addresses of struct claim_allocation to struct device_allocation */
	struct map allocations; /* results of searches to struct device_allocation */
	struct map memories;    /* entries to struct task_claims */
	struct map specials;    /* special claims (extended.c) */
	struct map told;        /* what warnings have said (allocate_doubts) */
	struct arena scratch;   /* of one search */
	bool endless;           /* a search was given up */
	/* plugins/dynamicresources/own.c */
	bool *may_own;          /* by task index: guard 1 holds; NULL: not known yet */
	long looks;             /* devices that were looked at */
	int most_offers;        /* of one node */
	struct str queue_label; /* key of the label that names a shared claim's queue */
};

void dra_open(struct dra *d, struct session *s);
void dra_free(struct dra *d);

/* ---- claims ---- */
/* The claim behind a reference of the pod. NULL: *error says why, in the arena; NULL: nowhere. */
struct claim *claim_of(struct dra *d, const struct pod *p, const struct claim_reference *r,
	struct arena *a, struct str *error);
/* The version of the claim that has this allocation and is reserved for the pod, or is not, takes
 * the place of the present one; its devices become busy or free. False: *error says why. */
bool claim_store(struct dra *d, struct claim *c, const struct device_allocation *allocation,
	const struct pod *p, bool reserved, struct str *error);
/* The claim would have consumers without the pod. */
bool claim_has_others(const struct claim *c, const struct pod *p);

/* ---- records, equal ones are the same pointer ---- */
/* Of the snapshot; NULL gives NULL. */
const struct device_allocation *allocation_read(struct dra *d, const struct claim_allocation *a);
/* The task's memory with one entry changed. t->claims may be NULL: no entries. */
void memory_set(
	struct dra *d, struct task *t, int reference, const struct device_allocation *allocation);

#endif
