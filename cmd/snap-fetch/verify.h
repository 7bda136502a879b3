/* Verification of a download in a thread, by its content. */
#ifndef SNAP_FETCH_VERIFY_H
#define SNAP_FETCH_VERIFY_H
#include <stddef.h>
#include "content.h"
#include "settings.h"
#include "common/msg.h"

struct verifier; /* owned by the caller until verify_finish */

/* name is for messages; all three must outlive the verifier. A snapshot over s->max_size or past
 * s->deadline is an error. NULL with *e set: the thread cannot start. */
struct verifier *verify_start(
	const struct content *content, const struct settings *s, const char *name, struct error *e);
/* False: an error is known, and the download can stop. */
bool verify_feed(struct verifier *v, const void *bytes, size_t n);
/* Ends the bytes and frees v. Other than VERDICT_WHOLE: *e is set. */
enum verdict verify_finish(struct verifier *v, struct error *e);

#endif
