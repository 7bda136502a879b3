/* The replays: snap-replay as a child, for each snapshot and ref. */
#ifndef SNAP_COMPARE_REPLAY_H
#define SNAP_COMPARE_REPLAY_H
#include "row.h"
#include "settings.h"

/* Where the replays of this run are. */
struct replays {
	const struct settings *settings;
	const char *program; /* path or name of snap-replay */
	const char *dir;     /* of the results */
	struct rows *rows;
};

/* Replays each snapshot with each ref; summary.tsv in the folder of the results has the rows so
 * far. False: *e is set; the system failed, and what follows is not run. */
bool replay_all(const struct replays *r, struct error *e);
/* Replays a snapshot with a ref and fills in the row. A failed run sets the status of the row and
 * writes its cause to the file row->log. False: *e is set; the log cannot be written. */
bool replay_ref(const struct replays *r, struct ref *ref, const char *path, struct row *row,
	struct error *e);

#endif
