/* The events of a run (snap-replay(1), Events): decisions as they are committed, then the state at
 * the end. As NDJSON events go out at once; as text they are gathered into tables (report/text.c).
 */
#ifndef SNAP_EVENTS_H
#define SNAP_EVENTS_H
#include "session/statement.h"
#include "common/output.h"

/* What --show names. A line is X(NAME, word, who): the bit is SHOW_NAME; who is ANY, or NATIVE for
 * events that only the native engine has, since the log of a snapshot-tool does not hold them. ANY
 * is shown by default. */
#define SHOW_WORDS(X) \
	X(START, start, ANY) \
	X(QUEUES, queues, ANY) \
	X(DECISIONS, decisions, ANY) \
	X(PENDING, pending, ANY) \
	X(PODS, pods, NATIVE) \
	X(SUMMARY, summary, ANY) \
	X(SEARCH, search, NATIVE) \
	X(UNPLACED, unplaced, NATIVE)

#define SHOW_PLACE(NAME, word, who) SHOW_PLACE_##NAME,
enum { SHOW_WORDS(SHOW_PLACE) SHOW_COUNT };
#define SHOW_BIT(NAME, word, who) SHOW_##NAME = 1u << SHOW_PLACE_##NAME,
enum show { SHOW_WORDS(SHOW_BIT) SHOW_ALL = (1u << SHOW_COUNT) - 1 };
#undef SHOW_PLACE
#undef SHOW_BIT

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
