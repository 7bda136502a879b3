/* Private to common/document*.c. */
#ifndef SNAP_DOCUMENT_LOG_H
#define SNAP_DOCUMENT_LOG_H
#include "common/value.h"

/* The last record "Using component config" of a log, which kube-scheduler writes when it starts: of
 * a log in text, or of one in JSON, which has several values. *found: there is one. NULL: there is
 * none, or *e is set. */
struct value *document_of_text_log(struct arena *a, struct str text, bool *found, struct error *e);
struct value *document_of_json_log(struct arena *a, struct str text, bool *found, struct error *e);

#endif
