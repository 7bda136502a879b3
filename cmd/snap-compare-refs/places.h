/* Where things are: snap-replay, the folder of the results, and the files of each row. */
#ifndef SNAP_COMPARE_PLACES_H
#define SNAP_COMPARE_PLACES_H
#include "row.h"

/* Makes the folder given by --output-dir; with NULL a new one, named after the time. */
bool places_output_dir(const char *given, struct strbuf *dir, struct error *e);
/* Makes the rows of each of n snapshots and each ref, without a run. rows->dir is set. Each has its
 * base, "DIR/[SNAPSHOT.]REF", with a number if files of an earlier row could have that name, and
 * its log. */
void rows_init(struct rows *rows, const struct refs *refs, const char *const *snapshots, size_t n);
/* Removes the files of the row that an earlier run has left. */
void places_clear(const struct row *row);

#endif
