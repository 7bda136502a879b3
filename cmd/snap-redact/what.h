/* What the fields of a snapshot hold: the names that are replaced, and the values that are kept
 * because their form is checked. */
#ifndef REDACT_WHAT_H
#define REDACT_WHAT_H
#include "common/str.h"

/* Kinds of names. A line is X(NAME, kind, stem): NAME is what code writes behind NAMES_, kind
 * stands in the map, the new names are the stem and a number. A stem of attributes must make an
 * identifier of CEL. */
#define NAME_KINDS(X) \
	X(POD, "pod", "pod-") \
	X(NODE, "node", "node-") \
	X(NAMESPACE, "namespace", "namespace-") \
	X(QUEUE, "queue", "queue-") \
	X(POD_GROUP, "podGroup", "podgroup-") \
	X(SUB_GROUP, "subGroup", "subgroup-") \
	X(UID, "uid", "uid-") \
	X(CONFIG_MAP, "configMap", "configmap-") \
	X(VOLUME, "volume", "volume-") \
	X(VOLUME_CLAIM, "persistentVolumeClaim", "pvc-") \
	X(PERSISTENT_VOLUME, "persistentVolume", "pv-") \
	X(STORAGE_CLASS, "storageClass", "storageclass-") \
	X(CSI_CAPACITY, "csiStorageCapacity", "csicapacity-") \
	X(DRIVER, "driver", "driver-") \
	X(RESOURCE_CLAIM, "resourceClaim", "resourceclaim-") \
	X(REQUEST, "request", "request-") \
	X(RESOURCE_SLICE, "resourceSlice", "slice-") \
	X(POOL, "pool", "pool-") \
	X(DEVICE, "device", "device-") \
	X(DEVICE_CLASS, "deviceClass", "deviceclass-") \
	X(ATTRIBUTE, "attribute", "attribute") \
	X(ATTRIBUTE_VALUE, "attributeValue", "attributevalue-") \
	X(TOPOLOGY, "topology", "topology-") \
	X(LABEL, "label", "label-") \
	X(LABEL_VALUE, "labelValue", "value-") \
	X(NODE_POOL, "nodePool", "nodepool-") \
	X(PRIORITY_CLASS, "priorityClass", "priorityclass-") \
	X(RUNTIME_CLASS, "runtimeClass", "runtimeclass-") \
	X(GPU_GROUP, "gpuGroup", "gpugroup-") \
	X(ZONE, "zone", "zone-") \
	X(RESOURCE, "resource", "resource-") \
	X(OWNER, "owner", "owner-") \
	X(SCHEDULER, "scheduler", "scheduler-") \
	X(GATE, "gate", "gate-") \
	X(ADDRESS, "address", "address-") \
	X(PLUGIN, "plugin", "plugin-") \
	X(TEXT, "text", "text-")

/* Everything else that a row of the table (table.h) can say. X(NAME, take): take, of take.h, reads
 * such a value and writes what becomes of it. */
#define VALUE_KINDS(X) \
	X(DROP, take_drop) /* known, and left out without a word */ \
	X(NUMBER, take_number) \
	X(BOOL, take_bool) \
	X(EMPTY, take_empty) /* only that it is there matters */ \
	X(QUANTITY, take_quantity) \
	X(CAPACITY, take_capacity)     /* a quantity that may be rounded */ \
	X(CAPACITIES, take_capacities) /* by resource */ \
	X(TIME, take_time) \
	X(DURATION, take_duration) \
	X(DIGITS, take_digits) /* a number in a text */ \
	X(VERSION, take_version) \
	X(WORD, take_word)   /* of words.h */ \
	X(WORDS, take_words) /* several, with commas or blanks between them */ \
	X(OPERATOR, take_operator) \
	X(USED_LABEL, take_used_label)      /* the key of a label that the scheduler looks at */ \
	X(VALUE_OF_LABEL, take_label_value) /* of the label key before it in its object */ \
	X(LABELS, take_labels) \
	X(SELECTOR, take_selector) \
	X(ANNOTATIONS, take_annotations) \
	X(RESOURCES, take_resources) \
	X(OWNER_KIND, take_owner_kind) \
	X(OWNER_OF_KIND, take_owner) /* of the kind before it */ \
	X(PARENT, take_parent)       /* of a sub-group */ \
	X(CONFIG_MAP_STEM, take_config_map_stem) \
	X(ZONES_TEXT, take_zones_text) /* JSON in a text */ \
	X(VOLUMES, take_volumes) \
	X(ATTRIBUTES, take_attributes) \
	X(ATTRIBUTE_PATH, take_attribute_name) \
	X(EXPRESSION, take_expression) /* CEL */ \
	X(ARGUMENTS, take_arguments) \
	X(DURATIONS, take_durations) \
	X(DEPTHS, take_depths) \
	X(API_GROUP, take_api_group) \
	X(PARAM, take_param) /* of schedulerParams: names that stay, and how queues are made */ \
	X(SOURCE, take_source)

#define NAMES_MEMBER(NAME, kind, stem) NAMES_##NAME,
enum names { NAME_KINDS(NAMES_MEMBER) NAMES_COUNT };
#undef NAMES_MEMBER
#define WHAT_NAME(NAME, kind, stem) WHAT_##NAME##_NAME,
#define WHAT_VALUE(NAME, take) WHAT_##NAME,
/* enum names, then the values; last: a shape, see table.h. */
enum what { NAME_KINDS(WHAT_NAME) VALUE_KINDS(WHAT_VALUE) WHAT_SHAPE };
#undef WHAT_NAME
#undef WHAT_VALUE

extern const char *const name_kinds[NAMES_COUNT]; /* "podGroup" */
extern const struct str name_stems[NAMES_COUNT];  /* "podgroup-" */

#endif
