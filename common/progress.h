/* Progress line on stderr: bytes, rate and time left, or a step of the work. Only on a terminal,
 * and only after one second. */
#ifndef SNAP_PROGRESS_H
#define SNAP_PROGRESS_H
#include <stdint.h>
#include "common/str.h"
#include "common/text.h"

struct progress {
	const char *label;
	uint64_t total; /* bytes; 0: unknown */
	long at, of;    /* see progress_part; of 0: not told */
	int64_t started_ms, shown_ms;
	int enabled;
};

void progress_start(struct progress *p, const char *label, uint64_t total);
/* Cheap enough for every block. */
void progress_update(struct progress *p, uint64_t done);
/* The part of the work that is under way, from 1, and how many there are; p may be NULL. */
void progress_part(struct progress *p, long at, long of);
/* Shows "label: 3 of 8 groups, what: 12 units", the parts as far as they were told; unit is the
 * singular. p may be NULL. */
void progress_show(struct progress *p, struct str what, long done, const char *unit);
/* Clears the line. */
void progress_end(struct progress *p);
/* Clears the line that any progress shows, if one does, before the program ends in the midst of the
 * work. A signal handler may call it. */
void progress_clear(void);

/* Whether anything is shown: stderr is a terminal, and not --quiet. */
bool progress_able(void);
/* Replaces what is shown by n lines, which are no wider than the terminal and end without a
 * newline. Threads may call this and progress_write. */
void progress_board(const struct text *lines, int n);
/* Clears what is shown and writes a message to stderr. */
void progress_write(const char *bytes, size_t n);

#endif
