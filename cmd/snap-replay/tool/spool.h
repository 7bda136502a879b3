/* The snapshot as a file that a snapshot-tool can open: it takes a path, and nothing but a ZIP. */
#ifndef SNAP_SPOOL_H
#define SNAP_SPOOL_H
#include "common/msg.h"
#include "common/str.h"

struct spool {
	struct strbuf path; /* of the ZIP */
	bool temporary;     /* it is ours, gone with spool_close or by cleanup */
};

/* Start with {0}. file (NULL or "-": stdin) itself where it is a ZIP in a regular file, else a temporary copy, zipped where need be.
 * False with *e set; spool_close is harmless then. */
bool spool_open(struct spool *s, const char *file, struct error *e);
void spool_close(struct spool *s);

#endif
