/* The snapshot as a file that a snapshot-tool can open: the tool takes a path, and only of a ZIP.
 */
#ifndef SNAP_SNAPSHOT_FILE_H
#define SNAP_SNAPSHOT_FILE_H
#include "common/msg.h"
#include "common/raw.h"
#include "common/str.h"

struct snapshot_file {
	struct strbuf path;
	enum raw_kind kind;
	bool temporary; /* made here: snapshot_file_close or cleanup removes it */
};

/* Start with {0}. A regular file is used as it is; standard input (file NULL or "-") and other
 * files that can be read once are copied to a temporary file. False: *e set; snapshot_file_close is
 * harmless then. */
bool snapshot_file_open(struct snapshot_file *s, const char *file, struct error *e);
/* Sets *zip, {0} before, to a ZIP of the snapshot with its times moved by ns (move_times.h). A ZIP
 * whose times do not move is used as it is; s keeps that file. False: *e set. */
bool snapshot_file_zip(
	const struct snapshot_file *s, int64_t ns, struct snapshot_file *zip, struct error *e);
void snapshot_file_close(struct snapshot_file *s);

#endif
