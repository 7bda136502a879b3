/* The table of results, in each format. */
#ifndef SNAP_COMPARE_TABLE_H
#define SNAP_COMPARE_TABLE_H
#include "common/jsonw.h"
#include "common/program.h"
#include "common/text.h"
#include "row.h"

struct table_look {
	enum format format;
	bool actions;              /* text has the times of the actions, too */
	size_t top;                /* pods in text for which the refs decide otherwise */
	const struct text *answer; /* that text ends with; NULL: none */
};

/* path NULL: stdout. */
bool table_print(
	const struct rows *rows, const struct table_look *look, const char *path, struct error *e);

/* Each format; text for lines of that many columns. */
void table_text(const struct rows *rows, const struct table_look *look, size_t columns, bool colour,
	struct text *out);
void table_tsv(const struct rows *rows, struct text *out);
void table_json(const struct row *row, bool bisected, struct jsonw *w);
/* For people: the pods for which not all of the n rows, the first and others of its snapshot,
 * decide the same, side by side. */
void table_side_by_side(const struct row *first, size_t n, const struct table_look *look,
	size_t columns, bool colour, struct text *out);
/* Cuts it to that many characters, the last of which is then "…". */
void table_cut(struct text *t, size_t width);

/* "pass", "fail", "timeout" or "unfinished". */
extern const char *const status_names[];
/* Appends milliseconds with up to three digits behind the point. */
void table_add_ms(struct strbuf *out, int64_t us);

#endif
