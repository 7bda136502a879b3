/* The snapshot that is served: looked at once at the start, read anew for each request. */
#ifndef SNAP_SERVE_SOURCE_H
#define SNAP_SERVE_SOURCE_H
#include <sys/types.h>
#include "common/msg.h"
#include "common/str.h"

struct source {
	char *path;     /* a regular file; owned */
	bool temporary; /* it goes with source_close */
	bool zip;       /* served as it is, else zipped on the way */
};

/* FILE or stdin (NULL, "-"). What is not a regular file is copied to a temporary one first, since it is to be read many times. */
bool source_open(struct source *s, const char *file, struct error *e);
void source_close(struct source *s);

/* One pass over the bytes of the ZIP; owned by the caller. */
struct stream;
struct stream *stream_open(const struct source *s, struct error *e);
/* Up to n bytes; 0 at the end, -1 with *e set. */
ssize_t stream_read(struct stream *st, char *buf, size_t n, struct error *e);
void stream_close(struct stream *st);

#endif
