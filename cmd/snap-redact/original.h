/* The snapshot that is redacted: its text, and what must be known of it before it is walked. */
#ifndef REDACT_ORIGINAL_H
#define REDACT_ORIGINAL_H
#include "book.h"
#include "common/input.h"

/* Start with {0}; original_close releases it. */
struct original {
	struct input *in;
	struct str text;
	struct instant captured;            /* TIME_ZERO: not told */
	const struct capture_info *capture; /* owned by in; NULL: none */
};

/* Reads all of the file; NULL or "-": stdin. b gets the names that stay because schedulerParams
 * tell them, and the lots of source. False: *e is set. */
bool original_open(struct original *o, const char *file, struct book *b, struct error *e);
void original_close(struct original *o);

#endif
