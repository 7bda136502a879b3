/* Builds and replays, several at once: threads take them one after the other, and each runs its
 * children. What is done first decides nothing but the time. */
#ifndef SNAP_COMPARE_SCHEDULE_H
#define SNAP_COMPARE_SCHEDULE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/msg.h"

struct schedule_item {
	bool ready;     /* a replay: its ref is built */
	bool taken;     /* by a thread */
	size_t after;   /* a replay that is not ready: index of its build */
	uint64_t bytes; /* memory that it needs */
};

/* Runs one item in a thread of its own. False: *e is set, the system failed, and nothing else is
 * begun. */
typedef bool schedule_run(void *to, bool build, size_t index, struct error *e);
/* Called every 0.2 seconds and after each item, by the thread that called schedule_all. False: to
 * stop; *e is set if something failed. */
typedef bool schedule_tick(void *to, struct error *e);

struct schedule {
	struct schedule_item *builds,
		*replays; /* in the order in which one thread would take them */
	size_t n_builds, n_replays;
	size_t jobs;     /* how many at once */
	uint64_t memory; /* that they may need together */
	bool live;       /* and not more than the system has at that moment */
	schedule_run *run;
	schedule_tick *tick;
	void *to;
};

enum schedule_end {
	SCHEDULE_DONE,
	SCHEDULE_FAILED, /* *e is set */
	SCHEDULE_STOPPED /* by tick */
};
/* Runs all items. Unless it is SCHEDULE_DONE threads are still at their items: the caller ends the
 * program, and leaves to them what they work with. */
enum schedule_end schedule_all(struct schedule *s, struct error *e);

#endif
