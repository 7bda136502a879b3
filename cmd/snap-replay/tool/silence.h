/* What a snapshot-tool is at, from what its log told so far, and how long it has been silent. */
#ifndef SNAP_TOOL_SILENCE_H
#define SNAP_TOOL_SILENCE_H
#include "common/text.h"
#include "tool/tool_run.h"

/* "reclaim, the last pod group tried: ns/big (number 12)". */
void tool_doing(const struct tool_run *r, struct text *out);
/* What is known of tools that stop where this one is; NULL: nothing. */
const char *tool_known_hang(const struct tool_run *r);

/* Times are those of proc_clock_ms. Start with heard_ms = now. */
struct silence {
	int64_t heard_ms; /* when the last line came */
	int64_t told_ms;  /* how long a silence has been told; 0: none */
};
void silence_ends(struct silence *s, int64_t now_ms);
/* Milliseconds until the next word about it is due, at least 0. It is told after ten seconds, and
 * each time when it has doubled. */
int64_t silence_due_in(const struct silence *s, int64_t now_ms);
/* A word about it was given. */
void silence_told(struct silence *s, int64_t now_ms);

#endif
