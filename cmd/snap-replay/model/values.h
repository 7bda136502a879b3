/* Parts that several kinds of objects have: maps of labels, resource lists, metadata, selectors and
 * terms (rules/01 3, rules/06 2.4). objects.h says who owns them. */
#ifndef SNAP_VALUES_H
#define SNAP_VALUES_H
#include "common/keys.h"
#include "common/quantity.h"
#include "common/timefmt.h"

static inline bool str_same(struct str a, struct str b)
{
	return a.p == b.p && a.n == b.n;
}

struct label {
	struct str key, value;
};
struct labels { /* a map of texts: in key order; of a repeated key the last value */
	struct label *items;
	int n;
	bool present; /* {} and null differ in signatures */
};
/* The value of key, which need not be interned; NULL: none. Only for keys from the snapshot:
 * label_of, pod_annotation and annotation_of look up the keys of common/keys.h. */
const struct str *labels_get(const struct labels *l, struct str key);

struct amount { /* one entry of a resource list */
	struct str name;
	struct quantity quantity;
	struct str text; /* the quantity as written */
};
struct amounts {              /* a resource list */
	struct amount *items; /* in byte order of the names */
	int n;
};

enum selector_op { OP_IN, OP_NOT_IN, OP_EXISTS, OP_DOES_NOT_EXIST, OP_GT, OP_LT, OP_INVALID };
struct requirement {
	struct str key;
	enum selector_op op;
	struct str *values;
	int n_values;
	bool valid; /* rules/06 2.4 */
};
/* metav1.LabelSelector. matchLabels are OP_IN requirements here; a nil selector is NULL. */
struct label_selector {
	struct requirement *requirements;
	int n;
	bool valid; /* all requirements are */
};
struct node_term {
	struct requirement *expressions, *fields;
	int n_expressions, n_fields;
};
struct node_terms { /* core/v1 NodeSelector: one of the terms must match */
	struct node_term *items;
	int n;
	bool present; /* the selector is given, maybe without terms */
};
struct pod_term { /* a required or preferred inter-pod (anti-)affinity term */
	struct label_selector *selector, *namespace_selector; /* NULL: nil */
	struct str topology_key;
	struct str *namespaces;
	int n_namespaces;
	int64_t weight; /* preferred terms only */
};
struct pod_terms {
	struct pod_term *items;
	int n;
};

/* Of pods and nodes, only the labels and annotations that the cycle looks up (read_labels.c). */
struct object_meta {
	struct str name, ns, uid;
	struct labels labels, annotations;
	struct instant creation;
	struct instant deletion;
};
struct owner {
	struct str kind, name, uid;
	bool controller;
};

#endif
