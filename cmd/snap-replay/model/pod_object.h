/* Pods (rules/01 6). */
#ifndef SNAP_POD_OBJECT_H
#define SNAP_POD_OBJECT_H
#include "model/values.h"

struct toleration {
	struct str key, op, value, effect;
};
struct host_port {
	struct str ip, protocol; /* "0.0.0.0" and "TCP" where not given */
	int64_t port;
};
struct volume { /* of a pod, with a claim behind it */
	/* claim: claimName; absent if ephemeral, when the claim is named <pod>-<name>. */
	struct str name, claim;
	bool is_claim, ephemeral;
	/* If is_claim: its part of the pod key, unless build_signatures.c uses the claim itself. */
	struct str signature;
};

/* What one container requests, as written. */
struct container_request {
	enum { CONTAINER_MAIN, CONTAINER_SIDECAR, CONTAINER_INIT } role; /* INIT: no sidecar */
	struct amounts amounts;
};

struct claim_reference { /* one of spec.resourceClaims */
	struct str name;
	struct str claim; /* resourceClaimName; absent: see templated */
	bool templated;   /* resourceClaimTemplateName: the pod's claim_names have the claim */
	int first;        /* index of the first reference of this name */
};

/* What the pods of one workload usually have in common. Pods with equal content share one pod_spec,
 * so verdicts can be kept by its id. */
/* The members of pod_spec of these names as versions had them that took sidecars for init
 * containers (rules/08 5). */
struct plain_requests {
	struct amounts requests;
	double gpu_fraction;
	int64_t gpu_count;
};
struct pod_spec {
	int id;
	struct str scheduler_name, priority_class_name;
	struct labels node_selector;
	struct node_terms node_affinity;          /* required */
	struct pod_terms affinity, anti_affinity; /* required */
	struct pod_terms preferred_affinity, preferred_anti_affinity;
	struct toleration *tolerations;
	int n_tolerations;
	struct host_port *ports; /* with hostPort > 0: of sidecars, then of containers */
	int n_ports;
	struct volume *volumes; /* those with a claim behind them, in spec order */
	int n_volumes;
	struct str *config_maps; /* that mounts and environment require, sorted (rules/06 9.2) */
	int n_config_maps;
	struct amounts overhead;
	bool gated;                     /* schedulingGates is not empty */
	struct claim_reference *claims; /* spec.resourceClaims */
	int n_claims;
	bool has_topology_spread;
	/* The parts of the pod key of rules/01 11, as canonical texts: all but priority and
	 * volumes; the volumes that are no claims. Each claim has its own signature. */
	struct str signature;
	struct str volume_signature;
	/* What the pod requests by rules/01 6.3 steps 1 to 3, before annotations: sum or peak over
	 * its containers. GPUs: gpu_fraction of each of gpu_count devices; the rest in requests. */
	struct amounts requests;
	double gpu_fraction;
	int64_t gpu_count;
	struct plain_requests *plain; /* NULL: no container is a sidecar */
	/* Names of resources that containers and init containers request, whatever the quantity,
	 * and that get a slot: in byte order. */
	struct str *request_names;
	int n_request_names;
	struct container_request *containers; /* init containers, then the others, in spec order */
	int n_containers;
	struct amounts pod_level; /* spec.resources.requests */
	/* A container or the overhead requests less than 0; more than the scheduler can count. */
	bool negative, huge;
	/* Follows "failed to calculate what a pod requires"; absent: no error. */
	struct str request_error;
};

struct pod {
	struct object_meta meta;
	struct pod_spec *spec;
	struct str node_name, phase, nominated_node;
	int64_t priority; /* spec.priority; only signatures use it */
	bool has_priority;
	bool guaranteed;           /* status.qosClass, as it stands there */
	struct label *claim_names; /* of status.resourceClaimStatuses: reference and claim */
	int n_claim_names;
};

#endif
