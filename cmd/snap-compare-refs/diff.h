/* diff.tsv: what the refs decide otherwise, pod by pod. */
#ifndef SNAP_COMPARE_DIFF_H
#define SNAP_COMPARE_DIFF_H
#include "row.h"

/* Writes DIR/diff.tsv: for each row that differs the pods for which it decides otherwise than the
 * first ref. Of both the first run counts. False: *e is set. */
bool diff_print(const struct rows *rows, struct error *e);

#endif
