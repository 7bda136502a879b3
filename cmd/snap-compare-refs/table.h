/* The table of results, in each format. */
#ifndef SNAP_COMPARE_TABLE_H
#define SNAP_COMPARE_TABLE_H
#include "common/jsonw.h"
#include "common/program.h"
#include "common/text.h"
#include "row.h"

/* path NULL: stdout. */
bool table_print(const struct rows *rows, enum format format, const char *path, struct error *e);

/* Formats: text for the terminal at fd, or tsv; and a line of JSON. */
void table_lines(const struct rows *rows, bool tsv, int fd, struct text *out);
void table_json(const struct row *row, struct jsonw *w);

/* "pass", "fail" or "timeout". */
extern const char *const status_names[];

#endif
