/* Signs of life of a build, which can take ten minutes. */
#ifndef SNAP_BUILDS_WATCH_H
#define SNAP_BUILDS_WATCH_H
#include <stdint.h>
#include "common/progress.h"
#include "common/str.h"

/* Both are called by the thread that builds. */
struct build_watch {
	/* A stage begins: "checking out". */
	void (*stage)(void *to, const char *what);
	/* At least once a second within a stage; line: the latest one that the build wrote, or
	 * empty. */
	void (*tick)(void *to, struct str line);
	void *to;
};

/* On a terminal the time and the latest line, redrawn; elsewhere a line for each stage, and one a
 * minute. */
struct plain_watch {
	const char *ref;
	struct strbuf what; /* the stage */
	struct progress progress;
	int64_t began_ms, told_ms;
};

/* p is the caller's, and outlives the watch. */
struct build_watch plain_watch_start(struct plain_watch *p, const char *ref);
void plain_watch_end(struct plain_watch *p);

/* "go build ./cmd/snapshot-tool, 3m12s: k8s.io/api", of a stage that began so long ago. */
void build_watch_line(struct strbuf *line, const char *what, int64_t ms, struct str said);

#endif
