/* The tables behind storage.h, for the files of session/storage/. Sizes are in nano-bytes. */
#ifndef SNAP_CSI_TABLES_H
#define SNAP_CSI_TABLES_H
#include "session/storage/storage.h"

__extension__ typedef __int128 nano;

/* A claim of a managed storage class. */
struct csi_claim {
	const struct persistent_volume_claim *object;
	struct str key; /* "namespace/name" */
	int class;      /* index into storage.classes */
	bool pending, bound;
	bool deleted_owner;       /* the claim's owner is a pod that is gone or going */
	const struct task *owner; /* the pod with the owner's name, whatever its uid (rules/10 4);
				     NULL: no owner, or no such pod */
	struct str owner_uid;
};
/* A CSIStorageCapacity. */
struct csi_space {
	nano capacity;
	bool has_capacity;
	struct csi_claim **provisioned; /* the claims that take room here; no duplicates */
	int n, cap;
};
/* The claims of one task, by class, then by key. */
struct storage_claims {
	struct storage_link {
		struct csi_claim *claim;
		bool owned; /* the task's pod owns the claim */
	} * items;
	int n;
};
struct storage {
	struct session *session;
	struct str *classes; /* names of the classes of all claims and capacities, sorted */
	int n_classes;
	struct csi_space *spaces;
	int n_spaces;
	struct csi_space **reach; /* by node.index * n_classes + class; NULL: none */
};

/* The quantity, at most 2^100: a hundred times what 64 bits of bytes hold, while sums of any number
 * of claims do not overflow. */
nano csi_size(struct quantity q);
/* The room of this class that the node reaches; NULL: none. */
struct csi_space *csi_space_at(const struct storage *st, const struct node *n, int class);
/* The claim takes room of the space from now on; a second call does nothing. */
void csi_provision(struct csi_space *s, struct csi_claim *c);

/* The hooks on_storage_add and on_storage_remove; ctx: struct storage. */
void storage_on_add(void *ctx, struct task *t);
void storage_on_remove(void *ctx, struct task *t);

#endif
