/* Parts of a ZIP that several writers share. */
#ifndef SNAP_ZIPPUT_H
#define SNAP_ZIPPUT_H
#include <stdint.h>
#include "common/str.h"

enum { ZIP_VERSION = 20, ZIP_VERSION_64 = 45, ZIP_64_EXTRA = 1 };

/* Appends value as a little-endian number of `bytes` bytes. */
void zip_put(struct strbuf *b, uint64_t value, int bytes);
/* Appends the end records, with those of ZIP64 if the directory begins beyond 4 GiB. directory: its
 * offset; length: its bytes. */
void zip_put_end(
	struct strbuf *b, int entries, uint64_t directory, uint64_t length, struct str comment);

#endif
