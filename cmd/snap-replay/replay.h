/* The options of a run, and the two engines. */
#ifndef SNAP_REPLAY_H
#define SNAP_REPLAY_H
#include "common/follows.h"
#include "common/output.h"
#include "common/program.h"
#include "common/refbuild.h"
#include "common/timefmt.h"
#include "report/events.h"
#include "report/explain.h"

enum replay_engine { ENGINE_NATIVE, ENGINE_TOOL };

#define VICTIM_NOTES 50000
#define VERBOSITY_NONE (-1) /* neither -v nor --verbosity was given */
#define VERBOSITY_USUAL 4   /* of a log file without a level, and of a snapshot-tool */

/* Texts are those of argv; absent options are NULL. */
struct replay_options {
	enum replay_engine engine;
	struct follows follows;           /* ENGINE_NATIVE */
	bool follows_given, follows_auto; /* auto: follows is not used */
	/* By number of the switch: 0: as the version has it; 1: on; -1: off. */
	signed char switches[FOLLOWS_COUNT];
	bool switched;    /* some are given */
	const char *tool; /* ENGINE_TOOL: a snapshot-tool; NULL: build it from ref */
	const char *ref;  /* built with build */
	struct refbuild build;
	bool now_given;
	struct instant now;  /* meaningful when now_given */
	int verbosity;       /* as given, or VERBOSITY_NONE: no log */
	const char *config;  /* a file; NULL: the snapshot's configuration */
	const char *actions; /* comma-separated; NULL: those of the snapshot's configuration */
	unsigned show;       /* enum show of report/events.h, ored */
	struct events_filter only;
	bool all, no_pager; /* text only, as is sort */
	enum queue_sort sort;
	const char **explain; /* pods or pod groups, "NAME" or "NAMESPACE/NAME" */
	int n_explain;
	enum explain_depth depth;
	bool depth_given;
	bool seed_given;
	uint64_t seed; /* of the dice (model/dice.h); meaningful when seed_given */
	bool like_snapshot_tool, no_timings;
	bool config_as_is; /* what the configuration leaves out is left out */
	bool exhaustive;   /* no short cuts */
	bool victim_notes_given;
	long victim_notes; /* see diagnostics_limit in solvers/searches.h */
	bool threads_given;
	int threads; /* that search, at least 1 */
	bool budget_given;
	int budget;        /* enum budget_mode of solvers/budget.h */
	int64_t step_cost; /* ns of the virtual clock per scenario */
	const char *cpuprofile, *memprofile;
	const char *log_file; /* NULL: logs go to stderr */
	enum format format;   /* not FORMAT_AUTO */
	const char *output;   /* for messages; the opened one is handed over */
	const char *file;     /* NULL or "-": stdin */
};

/* What the events are to look like; out: where they go. */
struct events_options replay_events_options(const struct replay_options *o, struct output *out);

/* Each replays o->file and writes the events to out, which stays the caller's. Returns the exit
 * status: SNAP_OK, or SNAP_NO when something in the snapshot was not replayed; anything else means
 * that the reason is on stderr and that what is in out is to be thrown away. */
int native_run(const struct replay_options *o, struct output *out);
/* *partial: the tool broke or took too long, and what is in out, marked as partial, is not to be
 * thrown away. */
int tool_run(const struct replay_options *o, struct output *out, bool *partial);

#define PARTIAL ".partial" /* ends the name of --output for such events */

#endif
