/* What each ref is doing: on a terminal a line for each, redrawn. Its owner sees to it that one
 * thread at a time calls these. */
#ifndef SNAP_COMPARE_BOARD_H
#define SNAP_COMPARE_BOARD_H
#include "ref.h"

struct board_ref {
	const char *name;
	struct strbuf stage, said; /* of a build */
	const char *snapshot;      /* that is replayed; NULL: none */
	const char *base;          /* of that replay's files, see row_path */
	bool building;
	int64_t since_ms;
	size_t done, running;
};

struct board {
	bool shown;     /* else board_draw does nothing */
	bool only_busy; /* the refs that wait have no line */
	struct board_ref *refs;
	size_t n, n_snapshots;
};

void board_init(struct board *b, const struct refs *refs, size_t n_snapshots);
void board_free(struct board *b);
void board_stage(struct board *b, size_t ref, const char *stage);
void board_said(struct board *b, size_t ref, struct str line);
/* The build has ended. */
void board_built(struct board *b, size_t ref);
/* A replay begins, whose files have that base (row_path); and ends. */
void board_replay(struct board *b, size_t ref, const char *snapshot, const char *base);
void board_replayed(struct board *b, size_t ref);
void board_draw(const struct board *b);

#endif
