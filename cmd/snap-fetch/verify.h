/* Is what goes by a whole snapshot? A thread reads the bytes as they come: ZIP structure and CRC,
 * one snapshot.json, complete JSON. */
#ifndef SNAP_FETCH_VERIFY_H
#define SNAP_FETCH_VERIFY_H
#include <stddef.h>
#include "settings.h"
#include "common/msg.h"

struct verifier; /* owned by the caller until verify_finish */

/* name is for messages; it and s must outlive it. Over s->max_size or past s->deadline it is a
 * fault. NULL with *e set when it cannot be started. */
struct verifier *verify_start(const struct settings *s, const char *name, struct error *e);
/* False as soon as a fault is known: no need to go on. */
bool verify_feed(struct verifier *v, const void *bytes, size_t n);
/* That was all. True: a whole snapshot; false: *e says what is wrong with it. Frees v. */
bool verify_finish(struct verifier *v, struct error *e);

#endif
