/* Data of Go's profiler as they pass by: gzip around messages of Protocol Buffers. */
#ifndef SNAP_FETCH_PPROF_H
#define SNAP_FETCH_PPROF_H
#include <zlib.h>
#include "common/msg.h"
#include "common/str.h"

struct pprof {
	z_stream gzip;
	uint64_t most, bytes; /* decompressed */
	bool begun, ended;
	/* In the fields of the outermost message. */
	enum { PPROF_TAG, PPROF_VALUE, PPROF_LENGTH } expects;
	unsigned field, shift; /* the field's number; bits of the number so far */
	uint64_t number, skip; /* skip: bytes of a value */
	bool names;            /* the names of functions are there */
};

/* most: bytes decompressed. False: *e is set. The caller calls pprof_close in any case. */
bool pprof_open(struct pprof *p, uint64_t most, struct error *e);
void pprof_close(struct pprof *p);
/* False: it is no profile, or too big; *e is set. */
bool pprof_feed(struct pprof *p, struct str bytes, struct error *e);
/* The error of more bytes than most, packed or not. False. */
bool pprof_too_big(uint64_t most, struct error *e);
/* That was all. False: it is not whole; *e is set. */
bool pprof_finish(const struct pprof *p, struct error *e);

#endif
