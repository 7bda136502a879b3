/* The JSON of an input as a pull reader: streamed, large files decompressed ahead in a thread, with
 * progress on the terminal. */
#ifndef SNAP_SOURCE_H
#define SNAP_SOURCE_H
#include "ahead.h"
#include "json.h"
#include "progress.h"

typedef void block_observer(void *ctx, struct str block);

struct source {
	struct input *in;
	struct ahead *ahead; /* NULL: in is read directly */
	struct json *r;
	block_observer *observe; /* sees each block before the reader does; may be NULL */
	void *observe_ctx;
	struct progress progress;
	uint64_t done;
};

/* False: *e set. Otherwise source_close releases it. */
bool source_open(struct source *s, const char *path, struct error *e);
/* Everything is read: from now on in may be asked about its members. */
void source_end(struct source *s);
void source_close(struct source *s);

#endif
