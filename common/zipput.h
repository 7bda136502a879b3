/* The parts of an archive that all our writers of ZIP make alike. */
#ifndef SNAP_ZIPPUT_H
#define SNAP_ZIPPUT_H
#include <stdint.h>
#include "common/str.h"

enum { ZIP_VERSION = 20, ZIP_VERSION_64 = 45, ZIP_64_EXTRA = 1 };

/* So many bytes of value, the lowest first. */
void zip_put(struct strbuf *b, uint64_t value, int bytes);
/* What follows the directory, with the records of ZIP64 where it begins beyond 4 GiB. directory:
 * where it begins; length: its bytes. */
void zip_put_end(
	struct strbuf *b, int entries, uint64_t directory, uint64_t length, struct str comment);

#endif
