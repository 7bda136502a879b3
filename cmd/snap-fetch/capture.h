/* The capture as a whole: from whom, in what order, how often, and where it goes. */
#ifndef SNAP_FETCH_CAPTURE_H
#define SNAP_FETCH_CAPTURE_H
#include "common/msg.h"
#include "settings.h"

/* True: the snapshot is where it should be. False: *e says why not, and input (owned by the caller)
 * whom it is about. */
struct strbuf;
bool capture(const struct settings *s, struct strbuf *input, struct error *e);

#endif
