/* The JSON of an input as a pull reader, with progress on the terminal. Large files are
 * decompressed by a thread. */
#ifndef SNAP_SOURCE_H
#define SNAP_SOURCE_H
#include "ahead.h"
#include "json.h"
#include "progress.h"

typedef void block_observer(void *ctx, struct str block);

struct source {
	struct input *in;
	struct ahead *ahead; /* NULL: no thread, in is read directly */
	struct json *r;
	block_observer
		*observe; /* called with each block before the reader parses it; may be NULL */
	void *observe_ctx;
	struct progress
		progress; /* of bytes of JSON, else, where their total is unknown, of the file */
	bool of_file;
	uint64_t done; /* bytes of JSON */
};

/* False: *e is set. True: the caller calls source_close. */
bool source_open(struct source *s, const char *path, struct error *e);
/* The same for an input of which nothing is read yet, and which is taken over. path: of the file,
 * as of source_open. */
void source_open_input(struct source *s, struct input *in, const char *path);
/* Ends the thread once everything is read; from then on the caller may use in. */
void source_end(struct source *s);
void source_close(struct source *s);

#endif
