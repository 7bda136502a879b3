/* The snapshot as a file that a snapshot-tool can open: it takes a path, and nothing but a ZIP. */
#ifndef SNAP_SPOOL_H
#define SNAP_SPOOL_H
#include "common/msg.h"
#include "common/raw.h"
#include "common/str.h"

struct spool {
	struct strbuf path;
	enum raw_kind kind;
	bool temporary; /* it is ours, gone with spool_close or by cleanup */
};

/* Start with {0}. file (NULL or "-": stdin) where it can be read several times: itself, or a
 * temporary copy if it is no regular file. False with *e set; spool_close is harmless then. */
bool spool_open(struct spool *s, const char *file, struct error *e);
/* *zip, {0} before: a ZIP of it for the tool, its times moved by ns (move_times.h). With 0 a ZIP is
 * that file itself, which s keeps. */
bool spool_zip(const struct spool *s, int64_t ns, struct spool *zip, struct error *e);
void spool_close(struct spool *s);

#endif
