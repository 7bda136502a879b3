/* The command that builds a snapshot-tool in a worktree. */
#ifndef SNAP_BUILDS_COMMAND_H
#define SNAP_BUILDS_COMMAND_H
#include "common/builds/watch.h"
#include "common/msg.h"
#include "common/str.h"

struct build_command {
	const char *commit, *arch;
	const char *own;          /* the user's shell command; NULL: the default */
	const char *folder, *tmp; /* the worktree, and the compiler's temporary files */
	const struct build_watch *watch;
	struct strbuf *log;  /* gets the output */
	struct strbuf *used; /* gets the command that ran last */
	bool ran;            /* Out: it ran to its end, so that a failure is the commit's. */
};

/* Runs it. False: *e is set; it could not start or failed. */
bool build_command_run(struct build_command *c, struct error *e);

#endif
