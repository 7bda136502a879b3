/* The log events: what the log of a snapshot-tool says about its run. What the log leaves out is
 * empty or has a flag that says so. */
#ifndef SNAP_LOG_EVENTS_H
#define SNAP_LOG_EVENTS_H
#include "common/arena.h"
#include "common/timefmt.h"

enum log_decision_kind { LOG_BIND, LOG_PIPELINE, LOG_EVICT };

/* Equal actions are the same pointer. */
struct log_decision {
	const char *action;
	enum log_decision_kind kind;
	int statement; /* numbered; 0: outside of any */
	bool refused;  /* the API did not do it: no message will come */
	struct str pod, pod_group, queue, node, preemptor, message;
	struct str groups; /* GPU groups as logged, separated by blanks */
};

/* A pod group that stays pending, as its status condition says. */
struct log_pending {
	struct str pod_group, queue, reason;
	struct str *pods, *messages;
	size_t n_pods, n_messages;
};

enum { LOG_DESERVED, LOG_REQUESTED, LOG_ALLOCATED, LOG_FAIR_SHARE, LOG_FIGURES };
enum { LOG_GPU, LOG_CPU, LOG_MEMORY, LOG_RESOURCES };

struct log_queue {
	struct str name, parent;
	bool known; /* in the snapshot; else the parent is not known and the name is the display
		       name */
	double figures[LOG_FIGURES][LOG_RESOURCES]; /* GPUs, milli-CPU, bytes; -1: unlimited */
};

struct log_warning {
	struct str what, where;
	size_t at; /* how many decisions were taken before */
};

struct log_time {
	const char *action;
	int64_t ms;
};

struct log_events {
	struct arena arena; /* of all texts and arrays of texts */
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
	int64_t total_ms;
	struct instant now; /* the cycle's clock when the session was opened, else when the tool was
			       started */
	const char *now_from;     /* as in struct events_origin; NULL: it is the wall clock */
	struct str captured_from; /* the same */
	int64_t nodes, jobs, queue_count;
};

void log_events_free(struct log_events *t);
/* Room for one more in one of the arrays above; cleared. */
#define LOG_ADD(t, what) \
	((t)->what = log_grow((t)->what, (t)->n_##what, &(t)->cap_##what, sizeof *(t)->what), \
		&(t)->what[(t)->n_##what++])
void *log_grow(void *items, size_t n, size_t *cap, size_t size);
/* The duration of an action; a later one replaces an earlier one. */
void log_set_time(struct log_events *t, const char *action, int64_t ms);
/* One pointer for each name: equal names give the same pointer. The name is copied. */
const char *log_action(struct log_events *t, struct str name);

#endif
