/* The events of a run (snap-replay(1), Events): decisions as they are committed, then the state at
 * the end. As NDJSON events go out at once; as text they are gathered into tables (report/text.c).
 */
#ifndef SNAP_EVENTS_H
#define SNAP_EVENTS_H
#include "session/statement.h"
#include "common/output.h"

enum show {
	SHOW_START = 1,
	SHOW_QUEUES = 2,
	SHOW_DECISIONS = 4,
	SHOW_PENDING = 8,
	SHOW_PODS = 16,
	SHOW_SUMMARY = 32,
	SHOW_SEARCH = 64,
	SHOW_UNPLACED = 128
};

struct events_options {
	bool json;
	unsigned show; /* enum show, ored */
	bool timings;
};
struct action_time {
	const char *action;
	double ms;
};

struct events_origin {
	const char *now_from;     /* "option", "capture", "newest": where the clock is from */
	struct str captured_from; /* version of the scheduler that was captured; empty: not known */
};

struct events; /* owned by the caller until events_free */

/* out is not owned. Output errors are kept and handed out by events_failed. */
struct events *events_new(struct output *out, const struct events_options *options);
void events_free(struct events *ev);
bool events_failed(const struct events *ev, struct error *e);

/* Sends the session's decisions and searches to ev from now on; NULL: no longer. */
void events_listen(struct events *ev, struct session *s);

/* The rest, called by the driver in this order. */
void events_start(struct events *ev, struct session *s, const struct events_origin *from);
void events_warnings(struct events *ev, const struct warnings *w,
	int from); /* from: how many were told before */
/* On stderr: what makes the answer doubtful, and what was not replayed. Was there any of the
 * latter? */
bool warnings_say(const struct warnings *w);
void events_queues(struct events *ev, struct session *s);
void events_pending(struct events *ev, struct session *s);
void events_pods(struct events *ev, struct session *s);
void events_summary(struct events *ev, struct session *s, const struct action_time *times, int n,
	double total_ms);

#endif
