/* The snapshot as a file that a snapshot-tool can open: the tool takes only the path of a ZIP. */
#ifndef SNAP_SNAPSHOT_FILE_H
#define SNAP_SNAPSHOT_FILE_H
#include "common/msg.h"
#include "common/raw.h"
#include "common/str.h"

struct snapshot_file {
	struct strbuf path;
	enum raw_kind kind;
	bool temporary; /* snapshot_file_close, or the cleanup at exit, removes the file */
};

/* Start with {0}. A regular file is used as it is. Standard input (file NULL or "-") and other
 * files that can be read only once are copied to a temporary file. False: *e set.
 * snapshot_file_close may be called in any case. */
bool snapshot_file_open(struct snapshot_file *s, const char *file, struct error *e);
/* Sets *zip, {0} before, to a ZIP of the snapshot with its times moved by ns (move_times.h). If s
 * is a ZIP and ns 0, *zip is the file of s, which keeps owning it. False: *e set. */
bool snapshot_file_zip(
	const struct snapshot_file *s, int64_t ns, struct snapshot_file *zip, struct error *e);
void snapshot_file_close(struct snapshot_file *s);

#endif
