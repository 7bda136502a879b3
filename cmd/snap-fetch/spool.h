/* Bytes of unknown number, in a temporary file once they are many. */
#ifndef SNAP_FETCH_SPOOL_H
#define SNAP_FETCH_SPOOL_H
#include <stdint.h>
#include "common/msg.h"
#include "common/str.h"

struct spool {
	int fd;
	struct strbuf tail; /* what is not in the file yet */
	uint64_t in_file;
};

/* False: *e is set, and spool_close is not needed. */
bool spool_open(struct spool *s, struct error *e);
void spool_close(struct spool *s);
void spool_clear(struct spool *s);
static inline uint64_t spool_size(const struct spool *s)
{
	return s->in_file + s->tail.len;
}
/* False: *e is set. */
bool spool_add(struct spool *s, struct str bytes, struct error *e);
/* Takes bytes. False: *e is set. */
typedef bool (*spool_put)(void *ctx, struct str bytes, struct error *e);
/* Hands all bytes on. False: *e is set, by put or by a file that cannot be read. */
bool spool_copy(const struct spool *s, spool_put put, void *ctx, struct error *e);

#endif
