/* One replay by a real snapshot-tool: what its parts share. */
#ifndef SNAP_TOOL_RUN_H
#define SNAP_TOOL_RUN_H
#include "replay.h"
#include "tool/failure.h"
#include "tool/log_events.h"
#include "tool/snapshot_index.h"
#include "tool/translate.h"

struct tool_run {
	const struct replay_options *o;
	const char *input; /* for messages */
	int verbosity;
	int log_fd;            /* where the log goes; -1: nowhere */
	struct strbuf pending; /* bytes of stderr whose line is not complete */
	size_t scanned;        /* how many bytes of pending have no newline */
	struct strbuf out;     /* stdout */
	struct log_events log;
	struct translate translate;
	/* Empty if the snapshot cannot be read: then the tool reports that. */
	struct snapshot_index index;
	struct tool_failure failure;
	bool logged; /* some line came from the scheduler's log */
	/* The tool failed or took too long, and error says how: what its log told until then is
	 * left. */
	bool broke;
	struct error error;
};

/* Writes to the log. A closed stderr does not stop the run; a full disk does. */
bool tool_write_log(struct tool_run *r, struct str log);
/* Runs the tool on the file zip and takes in its log and its summary. False: r->error. */
bool tool_process(struct tool_run *r, const char *tool, const char *zip);

#endif
