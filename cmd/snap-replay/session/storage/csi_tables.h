/* The tables behind storage.h, for the files of session/storage/ (rules/06 11). Sizes are in
 * nano-bytes. */
#ifndef SNAP_CSI_TABLES_H
#define SNAP_CSI_TABLES_H
#include "session/storage/storage.h"

__extension__ typedef __int128 nano;

/* A claim of a managed storage class: one that waits for the first consumer and whose provisioner
 * is a CSI driver (rules/06 11.1). */
struct csi_claim {
	const struct persistent_volume_claim *object;
	struct str key;      /* "namespace/name" */
	int index;           /* of all claims of managed classes */
	int class;           /* index into storage.classes */
	bool pending, bound; /* its phase */
	bool deleted_owner;  /* the claim's owner is a pod that is gone or being deleted */
	/* The pod with the owner's name, whatever its uid (rules/10 4). NULL: no owner, or no such
	 * pod. */
	const struct task *owner;
	struct str owner_uid; /* empty: no owner */
	int users;            /* how many tasks refer to it */
	int places;           /* how many spaces have it among those provisioned */
	/* The space that it came to last; NULL: none, or it left that one. */
	struct csi_space *in;
	const struct csi_claim *next_owned; /* the next claim with the same owner */
};
/* The room of a CSIStorageCapacity. */
struct csi_space {
	nano capacity;
	bool has_capacity;              /* false: the object has none, and the room is 0 */
	struct csi_claim **provisioned; /* the claims that take room here; no duplicates */
	int n, cap;
	nano taken; /* by those of them that are not bound */
};
/* The claims of one task, sorted by class, then by key. */
struct storage_claims {
	struct storage_link {
		struct csi_claim *claim;
		bool owned; /* the task's pod owns the claim, by uid */
	} * items;
	int n;
	/* False: none of them ever counts, or has a deleted owner: the pod is like one without. */
	bool matter;
};
struct storage {
	struct session *session;
	struct str *classes; /* names of the classes of all claims and capacities, sorted */
	int n_classes;
	struct csi_space *spaces;
	int n_spaces;
	int n_claims; /* of managed classes */
	/* By node.index * n_classes + class: the room that the node can use; NULL: none. */
	struct csi_space **reach;
	uint64_t *reached; /* by class: the set of nodes with a space of it */
	const struct csi_claim *
		*owned_by; /* by task.index: claims that it owns (csi_claim.owner) */
	bool negative;     /* some claim has a size below 0 */
	long losses;       /* storage_losses */
};
/* What the claims of a task request of one storage class. */
struct csi_request {
	int class;
	nano sum;
};

/* The quantity, cut to -2^100 to 2^100: more than any 64-bit number of bytes, and sums of 2^26
 * claims do not overflow. */
nano csi_size(struct quantity q);
/* The room of this class that the node can use; NULL: none. */
struct csi_space *csi_space_at(const struct storage *st, const struct node *n, int class);
/* Adds the claim to s->provisioned if it is not there. */
void csi_provision(struct csi_space *s, struct csi_claim *c);

/* The request of the first class from link i on of which the task requests anything; i moves behind
 * that class's links. False: there is none. */
bool csi_next_request(const struct task *t, int *i, struct csi_request *r);
/* The same of a task for which its own claims count if owned is true, whatever its status. */
bool csi_next_request_if(const struct storage_claims *c, bool owned, int *i, struct csi_request *r);
/* What the claim takes of the room of a space that it is in. */
nano csi_taken_by(const struct csi_claim *c);
/* The free room, together with that of claims whose owners leave the node. */
nano csi_room(struct node *n, const struct csi_space *s);

/* The hooks on_storage_add and on_storage_remove; ctx is the struct storage. */
void storage_on_add(void *ctx, struct task *t);
void storage_on_remove(void *ctx, struct task *t);
/* The hook settled. */
bool storage_is_settled(void *ctx, const struct task *t);

#endif
