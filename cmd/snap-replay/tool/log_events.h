/* The log events: what the log of a snapshot-tool contains about its run. What the log leaves out
 * is empty, or a flag is false. */
#ifndef SNAP_LOG_EVENTS_H
#define SNAP_LOG_EVENTS_H
#include "common/arena.h"
#include "common/decisions.h"
#include "common/timefmt.h"

/* action: from log_action. */
struct log_decision {
	const char *action;
	enum decision_kind kind;
	int statement; /* number of its statement, from 1; 0: none */
	bool refused;  /* the API refused it, so it has no message */
	bool hidden;   /* the filter leaves it out */
	struct str pod, pod_group, queue, node, preemptor, message;
	struct str groups; /* GPU groups as logged, separated by blanks */
};

/* A pod group that stays pending, with the texts of its status condition. */
struct log_pending {
	struct str pod_group, queue, reason;
	struct str *pods, *messages;
	size_t n_pods, n_messages;
};

enum { LOG_DESERVED, LOG_REQUESTED, LOG_ALLOCATED, LOG_FAIR_SHARE, LOG_FIGURES };
enum { LOG_GPU, LOG_CPU, LOG_MEMORY, LOG_RESOURCES };

struct log_queue {
	struct str name, parent;
	bool known; /* in the snapshot; else name is the display name and parent is empty */
	double figures[LOG_FIGURES][LOG_RESOURCES]; /* GPUs, milli-CPU, bytes; -1: unlimited */
};

struct log_warning {
	struct str what, where;
	size_t at; /* number of decisions before it */
};

struct log_time {
	const char *action;
	int64_t ns;
};

struct log_events {
	struct arena arena; /* of all texts and arrays of texts; the arrays below are on the heap */
	struct log_decision *decisions;
	size_t n_decisions, cap_decisions;
	struct log_pending *pending;
	size_t n_pending, cap_pending;
	struct log_queue *queues;
	size_t n_queues, cap_queues;
	struct log_warning *warnings;
	size_t n_warnings, cap_warnings;
	struct log_time *times;
	size_t n_times, cap_times;
	const char **actions; /* names, see log_action */
	size_t n_actions, cap_actions;
	bool total_known, now_known, session_known;
	int64_t total_ns;
	/* If now_known: the cycle's clock when the session opened, else when the tool started. */
	struct instant now;
	const char *now_from;     /* as in struct events_origin; NULL: the wall clock */
	struct str captured_from; /* as in struct events_origin */
	int64_t nodes, jobs, queue_count;
	struct str partial; /* why the log ends early; empty: it does not */
};

void log_events_free(struct log_events *t);
/* A pointer to a new, zeroed item of an array above; valid until the next LOG_ADD to it. */
#define LOG_ADD(t, what) \
	((t)->what = log_grow((t)->what, (t)->n_##what, &(t)->cap_##what, sizeof *(t)->what), \
		&(t)->what[(t)->n_##what++])
void *log_grow(void *items, size_t n, size_t *cap, size_t size);
/* Sets the duration of an action, from log_action; a later one replaces an earlier one. */
void log_set_time(struct log_events *t, const char *action, int64_t ns);
/* A copy of the name in the arena; equal names give the same pointer. */
const char *log_action(struct log_events *t, struct str name);

#endif
