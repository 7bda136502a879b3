/* Storage and dynamic resources: volumes, claims, their classes, drivers, capacities and slices
 * (rules/01 3, rules/06 11). */
#ifndef SNAP_STORAGE_OBJECTS_H
#define SNAP_STORAGE_OBJECTS_H
#include "model/values.h"

struct persistent_volume {
	struct object_meta meta;
	struct str class_name, volume_mode, attributes_class, phase;
	struct quantity capacity;
	struct str claim_name, claim_ns, claim_uid; /* claimRef */
	bool has_claim_ref;
	struct node_terms affinity;
	struct str *access_modes;
	int n_access_modes;
};
struct persistent_volume_claim {
	struct object_meta meta;
	struct str class_name, volume_name, volume_mode, attributes_class, phase;
	struct quantity storage;
	struct label_selector *selector;
	struct str *access_modes;
	int n_access_modes;
	struct owner *owners;
	int n_owners;
};
struct storage_class {
	struct object_meta meta;
	struct str provisioner, binding_mode;
	struct node_terms allowed_topologies; /* all expressions are OP_IN */
};
struct csi_driver {
	struct object_meta meta;
	bool storage_capacity;
};
struct csi_capacity {
	struct object_meta meta;
	struct str class_name;
	struct label_selector *topology; /* NULL: nil */
	struct quantity capacity, maximum;
	bool has_capacity, has_maximum;
};
struct device_request {
	struct str device_class, allocation_mode;
	int64_t count;
	bool exactly;
};
struct resource_claim {
	struct object_meta meta;
	struct owner *owners;
	int n_owners;
	struct str *reserved_for; /* uids of the pods in status.reservedFor */
	int n_reserved_for;
	struct device_request *requests;
	int n_requests;
	bool allocated; /* status.allocation is given */
};
struct resource_slice {
	struct object_meta meta;
	struct str node_name, driver;
	bool all_nodes;
	int64_t devices;
};
struct device_class {
	struct object_meta meta;
	struct str extended_resource;
};

#endif
