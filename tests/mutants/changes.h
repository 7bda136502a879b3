/* Small changes of a C file that a test should notice. Most of the changed files compile. */
#ifndef SNAP_CHANGES_H
#define SNAP_CHANGES_H
#include "common/arena.h"
#include "tests/mutants/tokens.h"

/* The file with `old`, a part of its text, replaced by `made`. */
struct change {
	struct str old, made;
	int line;
};

struct changes {
	struct change *items;
	int n, cap;
};

/* All changes of a file, in the order of its text. Texts live in the arena and in the file; free
 * out->items. */
void changes_find(struct changes *out, struct arena *, struct str file);

#endif
