/* What a snapshot-tool's log told about its run. What it did not tell is empty, or has a flag that
 * says so. */
#ifndef SNAP_TOLD_H
#define SNAP_TOLD_H
#include "common/arena.h"
#include "common/timefmt.h"

enum told_kind { TOLD_BIND, TOLD_PIPELINE, TOLD_EVICT };

/* Equal actions are the same pointer. */
struct told_decision {
	const char *action;
	enum told_kind kind;
	int statement; /* numbered; 0: outside of any */
	bool refused;  /* the API did not do it: no message will come */
	struct str pod, pod_group, queue, node, preemptor, message;
	struct str groups; /* GPU groups as logged, separated by blanks */
};

/* A pod group that stays pending, as its status condition says. */
struct told_pending {
	struct str pod_group, queue, reason;
	struct str *pods, *messages;
	size_t n_pods, n_messages;
};

enum { TOLD_DESERVED, TOLD_REQUESTED, TOLD_ALLOCATED, TOLD_FAIR_SHARE, TOLD_FIGURES };
enum { TOLD_GPU, TOLD_CPU, TOLD_MEMORY, TOLD_RESOURCES };

struct told_queue {
	struct str name, parent;
	bool known; /* in the snapshot; else the parent is not known and the name is the display
		       name */
	double figures[TOLD_FIGURES][TOLD_RESOURCES]; /* GPUs, milli-CPU, bytes; -1: unlimited */
};

struct told_warning {
	struct str what, where;
	size_t at; /* how many decisions were taken before */
};

struct told_time {
	const char *action;
	int64_t ms;
};

struct told {
	struct arena arena; /* of all texts and arrays of texts */
	struct told_decision *decisions;
	size_t n_decisions, cap_decisions;
	struct told_pending *pending;
	size_t n_pending, cap_pending;
	struct told_queue *queues;
	size_t n_queues, cap_queues;
	struct told_warning *warnings;
	size_t n_warnings, cap_warnings;
	struct told_time *times;
	size_t n_times, cap_times;
	const char **actions; /* names, see told_action */
	size_t n_actions, cap_actions;
	bool total_known, now_known, session_known;
	int64_t total_ms;
	struct instant now; /* the cycle's clock when the session was opened, else when the tool was
			       started */
	const char *now_from;     /* as in struct events_origin; NULL: it is the wall clock */
	struct str captured_from; /* the same */
	int64_t nodes, jobs, queue_count;
};

void told_free(struct told *t);
/* Room for one more in one of the arrays above; cleared. */
#define TOLD_ADD(t, what) \
	((t)->what = told_grow((t)->what, (t)->n_##what, &(t)->cap_##what, sizeof *(t)->what), \
		&(t)->what[(t)->n_##what++])
void *told_grow(void *items, size_t n, size_t *cap, size_t size);
/* The time of an action; a later one replaces an earlier one. */
void told_set_time(struct told *t, const char *action, int64_t ms);
/* One pointer for each name, whoever asks; the name is copied. */
const char *told_action(struct told *t, struct str name);

#endif
