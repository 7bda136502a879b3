/* A configuration in a file: a document in YAML or JSON, bare or packed as of common/input.h; or a
 * log of kube-scheduler with the configuration that it has started with. */
#ifndef SNAP_DOCUMENT_H
#define SNAP_DOCUMENT_H
#include "common/msg.h"
#include "common/value.h"

/* path NULL or "-": stdin. An empty file is null. Of a snapshot the objects are null: it may be
 * larger than a document, which has at most YAML_MAX_SIZE bytes. NULL: *e is set. */
struct value *document_read(struct arena *a, const char *path, struct error *e);
/* The document in text, which is not padded. NULL: *e is set. */
struct value *document_parse(struct arena *a, struct str text, struct error *e);
/* "an object", "a string": for messages. */
const char *value_type_name(const struct value *v);

#endif
