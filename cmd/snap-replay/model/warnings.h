/* What is odd in a snapshot but replayed (`warning`), and what is met but not replayed (`unsupported`). Texts live in the arena. */
#ifndef SNAP_WARNINGS_H
#define SNAP_WARNINGS_H
#include "common/arena.h"

struct warning {
	struct str what, where; /* unsupported: feature, example */
	int count;              /* equal `what`s are merged: the first `where` and a count */
	bool unsupported;
};
struct warnings {
	struct arena arena;
	struct warning *items;
	int n, cap;
};

void warn_odd(struct warnings *w, struct str where, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void warn_unsupported(struct warnings *w, const char *feature, struct str example);
void warnings_free(struct warnings *w);

#endif
