/* All that is below the current folder: names, modes, contents. */
#ifndef SNAP_FAULT_TREE_H
#define SNAP_FAULT_TREE_H
#include <stdbool.h>
#include <sys/types.h>
#include "common/str.h"

struct entry {
	char *path;
	mode_t mode;
	struct strbuf text; /* of a file; where a link leads */
};

struct tree {                  /* start with {0}, end with tree_free */
	struct entry *entries; /* by path */
	size_t count, cap;
};

void tree_take(struct tree *t);
const struct entry *tree_find(const struct tree *t, const char *path); /* NULL: not there */
bool tree_equal(const struct entry *a, const struct entry *b);         /* mode and text */
/* Makes the current folder, which is as now says, what it was. False: it cannot, errno is set. */
bool tree_restore(const struct tree *was, const struct tree *now);
void tree_free(struct tree *t);

#endif
