/* Dynamic resources: claims, the slices in which drivers publish devices, classes of devices
 * (rules/07 C12). */
#ifndef SNAP_DRA_OBJECTS_H
#define SNAP_DRA_OBJECTS_H
#include "model/values.h"

enum attribute_kind {
	ATTRIBUTE_NONE, /* no value of a known kind */
	ATTRIBUTE_INT,
	ATTRIBUTE_BOOL,
	ATTRIBUTE_STRING,
	ATTRIBUTE_VERSION,
};
struct device_attribute {
	struct str name;
	struct str text; /* of a string or a version */
	int64_t number;  /* of an int; of a bool 0 or 1 */
	enum attribute_kind kind;
};
struct device_capacity {
	struct str name, quantity; /* the quantity as written */
};
struct device {
	struct str name;
	struct device_attribute *attributes; /* in byte order of the names */
	struct device_capacity *capacities;  /* likewise */
	int n_attributes, n_capacities;
	bool has_conditions; /* bindingConditions is not empty */
	bool uses_counters;  /* consumesCounters is not empty */
};
struct resource_slice {
	struct object_meta meta;
	struct str node_name, driver, pool;
	int64_t generation, slice_count; /* of the pool */
	struct node_terms node_selector;
	bool all_nodes;
	bool per_device; /* perDeviceNodeSelection is given, whatever its value */
	struct device *devices;
	int n_devices;
};

struct device_selector {
	struct str expression; /* CEL; absent: the selector is of an unknown kind */
};
struct device_selectors {
	struct device_selector *items;
	int n;
};
struct device_class {
	struct object_meta meta;
	struct str extended_resource; /* absent: none */
	struct device_selectors selectors;
};

struct device_request {
	struct str name;
	bool exactly;         /* the members below are given */
	bool first_available; /* it has alternatives */
	bool admin_access;    /* adminAccess is given, whatever its value */
	struct str device_class, allocation_mode;
	int64_t count;
	struct device_selectors selectors;
};
struct device_constraint {
	struct str *requests; /* names; none: all requests */
	int n_requests;
	struct str attribute; /* matchAttribute; absent: another kind of constraint */
};
struct device_result { /* a device that is allocated to a request */
	struct str request, driver, pool, device;
	bool admin; /* with administrator access, which others may have, too */
};
struct claim_allocation {
	struct device_result *results;
	int n;
	struct node_terms node_selector;
};
struct claim_consumer { /* one of status.reservedFor */
	struct str group, resource, name, uid;
};
struct resource_claim {
	struct object_meta meta;
	struct str version; /* metadata.resourceVersion */
	struct owner *owners;
	int n_owners;
	struct claim_consumer *reserved_for;
	int n_reserved_for;
	struct device_request *requests;
	int n_requests;
	struct device_constraint *constraints;
	int n_constraints;
	struct claim_allocation *allocation; /* NULL: none */
};

#endif
