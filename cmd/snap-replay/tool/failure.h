/* How a snapshot-tool died, as its last output says. */
#ifndef SNAP_FAILURE_H
#define SNAP_FAILURE_H
#include "common/msg.h"
#include "common/str.h"
#include "tool/log_line.h"

/* Start with {0}; fixed size, texts that are too long are cut. */
struct tool_failure {
	bool panicked;
	bool in_frames;                    /* behind "goroutine N [running]:" */
	char first[512];                   /* of a panic: what it says */
	char function[256], location[256]; /* of its first frame outside of Go's own runtime */
	char fatal[512];                   /* the last FATAL line */
	char last[512]; /* the last line that is not part of the log proper, or the last ERROR */
};

void tool_failure_line(struct tool_failure *f, const struct log_line *line);
/* Its fake API server keeps a hundred changes that nobody has taken yet, and dies of one more:
 * hangs on how busy the machine is. */
bool tool_failure_by_chance(const struct tool_failure *f);
/* Sets *e for a tool that ended with status (as from waitpid). */
void tool_failure_error(const struct tool_failure *f, int status, struct error *e);

#endif
