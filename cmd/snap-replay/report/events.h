/* The events of a run (snap-replay(1), Events): decisions as they are committed, then the state at
 * the end. NDJSON events go out at once; text goes out in the end, as one page (report/page.h). */
#ifndef SNAP_EVENTS_H
#define SNAP_EVENTS_H
#include "session/statement.h"
#include "common/output.h"
#include "common/program.h"

/* The words of --show. A line is X(NAME, word, who, columns): the bit of the word is SHOW_NAME. who
 * is NATIVE for events that a snapshot-tool's log does not hold, so only the native engine writes
 * them. The others, ANY, are shown by default. columns: those of its table in TSV, paths into its
 * events. */
#define SHOW_WORDS(X) \
	X(START, start, ANY, \
		"engine follows capturedFrom now nowFrom seed nodes pods podGroups queues") \
	X(QUEUES, queues, ANY, \
		"queue parent fairShare.gpu fairShare.cpu fairShare.memory deserved.gpu deserved.cpu " \
		"deserved.memory allocated.gpu allocated.cpu allocated.memory requested.gpu " \
		"requested.cpu requested.memory") \
	X(DECISIONS, decisions, ANY, \
		"event action pod podGroup queue node gpuGroups preemptor message notReplayed numaZones.zone " \
		"resourceClaims.devices.device extendedResources.devices.device") \
	X(PENDING, pending, ANY, \
		"podGroup queue pods reasons.reason reasons.message reasons.count notReplayed") \
	X(PODS, pods, NATIVE, "pod podGroup status node gpuGroups numaZones.zone") \
	X(NET, net, ANY, \
		"pod podGroup queue change from.status from.node to.status to.node for notReplayed") \
	X(SUMMARY, summary, ANY, \
		"total_duration_ms binds pipelines evictions pending net.bound net.pipelined " \
		"net.evicted net.moved net.withdrawn net.evictedPodGroups decisions") \
	X(SEARCH, search, NATIVE, \
		"action podGroup queue result proposed duplicates simulated preemptorFailed refused " \
		"duration_ms") \
	X(UNPLACED, unplaced, NATIVE, \
		"podGroup queue reasons.reason reasons.message reasons.count notReplayed")

#define SHOW_PLACE(NAME, word, who, columns) SHOW_PLACE_##NAME,
enum { SHOW_WORDS(SHOW_PLACE) SHOW_COUNT };
#define SHOW_BIT(NAME, word, who, columns) SHOW_##NAME = 1u << SHOW_PLACE_##NAME,
enum show { SHOW_WORDS(SHOW_BIT) SHOW_ALL = (1u << SHOW_COUNT) - 1 };
#undef SHOW_PLACE
#undef SHOW_BIT

/* The words of --sort: how rows of queues are sorted. TREE, the default, has none: the tree, in it
 * by name. */
#define SORT_WORDS(X) X(ALLOCATED, allocated) X(OVER, over) X(REQUESTED, requested)
#define SORT_NAME(NAME, word) SORT_##NAME,
enum queue_sort { SORT_TREE, SORT_WORDS(SORT_NAME) };
#undef SORT_NAME

/* What is shown of the pods and pod groups; members that are NULL or 0 leave nothing out. */
struct events_filter {
	const char *queue; /* name or display name; its subtree, too */
	const char *ns;
	const char *pod_group; /* a pattern for fnmatch(3): of NAMESPACE/NAME, without / of NAME */
	int top; /* at most so many rows of a list (text), events of a kind (JSON and TSV) */
};
struct events_options {
	enum format format;
	unsigned show; /* enum show, ored */
	bool timings;  /* write durations, too */
	struct events_filter only;
	/* text only: */
	bool all; /* everything, not one screen */
	enum queue_sort sort;
	bool colour;
	size_t columns; /* tables are cut to so many; 0: not */
	size_t lines;   /* longer text goes through the pager; 0: none does */
};
struct action_time {
	const char *action;
	double ms;
};

struct events_origin {
	const char *now_from;     /* where the clock is from: "option", "capture", "newest" */
	bool other_config;        /* the configuration is that of --config */
	struct str captured_from; /* version of the captured scheduler; empty: not known */
};

struct events;

/* Copies the options; out must live longer. The first output error is kept and stops all output. */
struct events *events_new(struct output *out, const struct events_options *options);
void events_free(struct events *ev);
/* True: output failed, and *e is the error. */
bool events_failed(const struct events *ev, struct error *e);

/* Finds the queue of the filter. False: the session has none of that name, *e says so. */
bool events_filter(struct events *ev, struct session *s, struct error *e);
/* Sends the session's decisions and searches to ev from now on; ev NULL: stops that. */
void events_listen(struct events *ev, struct session *s);

/* native.c calls the rest, in this order. */
void events_start(struct events *ev, struct session *s, const struct events_origin *from);
/* The warnings from number `from` on: those before are written already. */
void events_warnings(struct events *ev, const struct warnings *w, int from);
/* Writes to stderr what makes the answer doubtful and what was not replayed. */
void warnings_print(const struct warnings *w);
/* False: something was not replayed, or the scheduler panics. */
bool warnings_fine(const struct warnings *w);
void events_queues(struct events *ev, struct session *s);
void events_pending(struct events *ev, struct session *s);
void events_pods(struct events *ev, struct session *s);
void events_net(struct events *ev, struct session *s);
/* As text this sends the page, as TSV the tables; call it even if nothing of the summary is shown.
 */
void events_summary(struct events *ev, struct session *s, const struct action_time *times, int n,
	double total_ms);

#endif
