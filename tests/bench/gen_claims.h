/* GPUs of a made-up cluster as dynamic resources: devices with the attributes that NVIDIA's driver
 * publishes, classes, and the claims of pods. Each function prints JSON on stdout. */
#pragma once

enum { GPUS = 8 }; /* of each node */

/* What a pod claims: COUNT devices, for a running pod those of NODE from number FIRST on. */
struct claim {
	const char *pod, *ns, *time; /* time: when it was made */
	long id, node;               /* id: a number of its own; node -1: pending */
	int first, count;
	int demand; /* of a pending one: any number, says by turns what is asked of devices */
};

/* A ResourceClaim object, made from a template for the pod of number ID. */
void print_claim(const struct claim *c);

/* Parts of a pod: the member of its spec, and that of its status. */
void print_claim_reference(int count);
void print_claim_status(const char *pod);

/* The lists resourceSlices, a slice for each of NODES nodes, and deviceClasses; empty for 0 nodes.
 */
void print_devices(long nodes);
