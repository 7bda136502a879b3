/* Where things are: snap-replay, the folder of the results, and the log of each row. */
#ifndef SNAP_COMPARE_PLACES_H
#define SNAP_COMPARE_PLACES_H
#include "row.h"

/* The snap-replay in the folder of this program, else the one in PATH. */
void places_replay(struct strbuf *path);
/* Makes the folder given by --output-dir; with NULL a new one, named after the time. */
bool places_output_dir(const char *given, struct strbuf *dir, struct error *e);
/* Sets the row's log to "DIR/[SNAPSHOT.]REF.log", with a number if an earlier row has that name. */
void places_name_log(const struct rows *rows, const char *dir, struct row *row);

#endif
