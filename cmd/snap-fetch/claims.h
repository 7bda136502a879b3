/* Resource claims, slices and device classes of resource.k8s.io/v1beta1 in the form of v1, which a
 * snapshot has. v1beta2 has it, too. */
#ifndef SNAP_FETCH_CLAIMS_H
#define SNAP_FETCH_CLAIMS_H
#include "common/msg.h"
#include "common/str.h"

/* Appends the object, JSON followed by JSON_PADDING readable bytes, in the form of v1. False: *e is
 * set, it is no JSON. */
bool claims_convert(struct str object, struct strbuf *out, struct error *e);

#endif
