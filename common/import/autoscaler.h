/* Private to the reader of the autoscaler's document. */
#ifndef IMPORT_AUTOSCALER_H
#define IMPORT_AUTOSCALER_H
#include "common/import/object.h"

struct document {
	struct import *im;
	struct reader x;
	struct strbuf groups; /* their names, for a message */
	struct map pods;      /* by "NAMESPACE/NAME" */
};

/* {"Node":...,"Pods":...} */
struct entry {
	struct object *node;
	bool placeholder, invented, unready;
	struct object_list pods;
};

/* entries.c, up to entry_add: reads pods, the next value of x->r, which may be null, into a list.
 */
void pods_read(struct reader *x, struct object_list *pods);
/* Adds the pod to the cluster, unless it is there already: lists of the document may overlap. */
void pod_add(struct document *d, struct object *o);
/* Reads the next value of x->r, which may be null. */
void entry_read(struct reader *x, struct entry *t);
/* Adds the node and its pods, but for a placeholder that is not wanted. */
void entry_add(struct document *d, const struct entry *t);

/* templates.c: the value of TemplateNodes, for a struct document; then the nodes that --nodes
 * wants. False: *e is set. */
void templates_read(void *ctx);
bool templates_grow(struct document *d, struct error *e);

#endif
