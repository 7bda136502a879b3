/* What the claims of a pod are like, for claims.c and write_claims.c. */
#ifndef SNAP_GEN_CLUSTER_CLAIMS_H
#define SNAP_GEN_CLUSTER_CLAIMS_H
#include "tests/lib/gen_cluster/cluster.h"

enum { CLAIM_NAME_SIZE = POD_NAME_SIZE + 16 };
/* GPUs by a claim of the pod's or job's, a network card, GPUs as an extended resource. */
enum claim_part { PART_GPU, PART_NIC, PART_EXTENDED };

struct claim_plan {
	enum claiming claiming;
	int gpus; /* claimed, not as an extended resource */
	const char *class;
	bool extended;              /* the pod is on a node where its GPUs come from a slice */
	bool nic_inside, nic_claim; /* a network card of the same claim, of a claim of its own */
	bool two_requests;          /* for the GPUs */
	struct roll rest;
};
struct claim_plan claim_plan(const struct cluster *c, const struct pod *p);
const char *claim_name(
	const struct cluster *c, char *buffer, const struct pod *p, enum claim_part part);
bool claim_has_devices(const struct cluster *c, const struct pod *p, enum claim_part part);
/* Writes the member "allocation". */
void claim_allocation(
	const struct cluster *c, struct jsonw *w, const struct pod *p, enum claim_part part);
/* Writes the member "spec". */
void claim_spec(const struct cluster *c, struct jsonw *w, const struct pod *p, enum claim_part part,
	const struct claim_plan *plan);

#endif
