/* A run of the native engine in its parts: native.c puts them together for the program, engine.c
 * for others (common/engine.h). */
#ifndef SNAP_NATIVE_H
#define SNAP_NATIVE_H
#include "common/progress.h"
#include "model/read/read.h"
#include "origin.h"
#include "replay.h"
#include "report/events.h"
#include "report/explain.h"
#include "solvers/searches.h"

#define MAX_ACTIONS 64

struct native_run {
	const struct replay_options *options;
	struct objects objects;
	struct cluster cluster;
	struct warnings warnings;
	struct session session;
	struct searches searches;
	struct events *events;
	struct explain *explain; /* NULL: not wanted */
	FILE *log;
	struct progress progress;
	struct action_time times[MAX_ACTIONS];
	int n_times;
	bool idle; /* no action can be run */
	double started_ms;
	struct origin origin;
	struct strbuf config; /* of --config */
};

/* In this order. Of the objects, which are read, and of the origin: what the version to be followed
 * makes of them. */
bool native_follow(struct native_run *r, struct error *e);
/* The cluster, and a session that is ready for its actions. */
bool native_build(struct native_run *r, struct error *e);
/* Runs the actions and writes the events. */
void native_replay(struct native_run *r);
/* Whether all of it was replayed, as far as the session knows. */
static inline bool native_whole(const struct native_run *r)
{
	return warnings_fine(&r->warnings) && !r->session.died && !r->idle;
}

#endif
