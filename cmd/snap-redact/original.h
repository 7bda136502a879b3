/* The snapshot that is redacted. It is read twice or oftener: to gather the names, and to write
 * others. What cannot be read again, a pipe, is copied to a temporary file first. */
#ifndef REDACT_ORIGINAL_H
#define REDACT_ORIGINAL_H
#include "common/capture_info.h"
#include "common/json.h"
#include "common/source.h"

/* Start with {0}; original_close releases it. */
struct original {
	const char *file; /* NULL or "-": stdin */
	int fd;           /* is read again from its first byte; -1: none */
	struct input *in; /* whose text is in memory; NULL: it is somebody else's, or streamed */
	struct str text;  /* with JSON_PADDING bytes behind it; empty: it is streamed */
	struct source source;
	struct json *r;                     /* of the pass that goes on */
	bool read;                          /* there was a pass */
	struct instant captured;            /* by capture.json; TIME_ZERO: not told */
	const struct capture_info *capture; /* only of a text in memory; NULL: none */
};

/* whole: the text is taken into memory. False: *e is set. */
bool original_open(struct original *o, const char *file, bool whole, struct error *e);
/* The same of a text in memory, with JSON_PADDING bytes behind it, and its capture (NULL: none);
 * both must live longer. */
void original_of(struct original *o, struct str text, const struct capture_info *capture);
/* A reader of all of it, owned by o; false: *e is set. Each pass is ended. */
bool original_begin(struct original *o, struct error *e);
/* False: *e is set: what was read is no JSON to its end, or cannot be read. */
bool original_end(struct original *o, struct error *e);
void original_close(struct original *o);

#endif
