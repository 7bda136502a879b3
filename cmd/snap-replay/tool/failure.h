/* Why a snapshot-tool died, from its last output. */
#ifndef SNAP_FAILURE_H
#define SNAP_FAILURE_H
#include "common/msg.h"
#include "common/str.h"
#include "common/log_line.h"

/* Start with {0}. Texts that are too long are cut. */
struct tool_failure {
	bool panicked;
	bool in_frames;                    /* "goroutine N [running]:" came: stack frames follow */
	char first[512];                   /* the message of the panic */
	char function[256], location[256]; /* of the panic's first frame outside Go's runtime */
	char fatal[512];                   /* the last FATAL line */
	char last[512];                    /* the last line that is ERROR or has no level */
};

void tool_failure_line(struct tool_failure *f, const struct log_line *line);
/* The tool's fake API server died because more than a hundred changes waited. That depends on how
 * busy the machine is, so another run may succeed. */
bool tool_failure_by_chance(const struct tool_failure *f);
/* Sets *e for a tool that ended with status, as from waitpid. doing: see tool/silence.h. */
void tool_failure_error(
	const struct tool_failure *f, int status, struct str doing, struct error *e);

#endif
