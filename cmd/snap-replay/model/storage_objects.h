/* Storage: volumes, claims, their classes, drivers and capacities (rules/01 3, rules/06 11). */
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

#endif
