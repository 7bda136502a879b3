/* The table of all fields that a redacted snapshot keeps: where they are, and what they hold. What
 * is not in it is dropped. */
#ifndef REDACT_TABLE_H
#define REDACT_TABLE_H
#include "what.h"

/* shape: what the path begins in: "snapshot", or a part that stands in several places. path: keys
 * with dots between them, "[]" behind a list; a key with dots stands in ''. what WHAT_SHAPE: `of`
 * names the shape of what is there. */
struct row {
	const char *shape, *path;
	enum what what;
	const char *of;
};
extern const struct row table[];
extern const size_t table_rows;

#endif
