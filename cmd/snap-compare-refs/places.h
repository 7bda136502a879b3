/* Where things are: snap-replay, the folder of the results, and the files of each row. */
#ifndef SNAP_COMPARE_PLACES_H
#define SNAP_COMPARE_PLACES_H
#include "row.h"

/* The snap-replay in the folder of this program, else the one in PATH. */
void places_replay(struct strbuf *path);
/* Makes the folder given by --output-dir; with NULL a new one, named after the time. */
bool places_output_dir(const char *given, struct strbuf *dir, struct error *e);
/* Sets the row's base to "DIR/[SNAPSHOT.]REF", with a number if files of a row that is named
 * already could have that name, and its log. Files there of an earlier run are removed. */
void places_name_row(const struct rows *rows, struct row *row);
/* Removes the files of all runs of the row. */
void places_remove_files(const struct row *row);

#endif
