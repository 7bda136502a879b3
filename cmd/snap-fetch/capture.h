/* The whole capture: choice of pods, order, retries, and destination. */
#ifndef SNAP_FETCH_CAPTURE_H
#define SNAP_FETCH_CAPTURE_H
#include "common/msg.h"
#include "settings.h"

/* True: the snapshot is written. False: *e is set, and input, owned by the caller, names the pod or
 * URL of the error. */
struct strbuf;
bool capture(const struct settings *s, struct strbuf *input, struct error *e);
/* struct source's role, with the rights that capture takes. */
void capture_role(const struct settings *s, struct strbuf *to);

#endif
