/* The replays: snap-replay as a child, for each snapshot and ref. */
#ifndef SNAP_COMPARE_REPLAY_H
#define SNAP_COMPARE_REPLAY_H
#include "row.h"
#include "settings.h"

/* Where the replays of this run are. */
struct replays {
	const struct settings *settings;
	const char *program; /* path or name of snap-replay */
	struct rows *rows;
};

/* Replays each snapshot with each ref, several at once (work.h); summary.tsv in the folder of the
 * results has the rows so far. False: *e is set, the system failed, and threads may still be at
 * work: the caller frees nothing of r, and ends the program. */
bool replay_all(const struct replays *r, struct error *e);
/* Replays a snapshot with the row's ref, whose build has ended, as often as is wanted. The row gets
 * its runs, or the status and the cause of a failure, which is in the file row->log, too. False: *e
 * is set; a result cannot be written. */
bool replay_row(const struct replays *r, const char *snapshot, struct row *row, struct error *e);

/* One run of it, the next one of the row; its ref is built. */
bool replay_run(const struct replays *r, const char *snapshot, struct row *row, struct error *e);
/* Appends to a log, which is created if it is missing. Text is escaped: no build controls the
 * terminal of a reader. */
bool replay_log(const char *path, struct str output, struct error *e);

#endif
