/* What all threads work at: the builds, the replays and the rows that come out of them. */
#ifndef SNAP_COMPARE_WORK_H
#define SNAP_COMPARE_WORK_H
#include <pthread.h>
#include "board.h"
#include "replay.h"
#include "result.h"
#include "schedule.h"

/* Shared by the threads; what changes does so under lock. */
struct work {
	const struct replays *r;
	struct schedule schedule;
	/* Of the round that is under way. */
	size_t *built_for, *rows; /* of each build: the ref; of each replay: the row */
	enum { ROW_TO_RUN, ROW_RUNS, ROW_DONE } * states;
	struct mark *marks; /* of each snapshot, once it is known */
	struct strbuf summary;
	struct board board;
	bool changed; /* rows that summary.tsv does not have yet */
	pthread_mutex_t lock;
};

/* Makes a row for each snapshot and ref, of which none is run yet, and keeps signals from now on
 * (common/stop.h). There is one work at a time; r outlives it. False: *e is set. */
bool work_open(struct work **w, const struct replays *r, struct error *e);
/* A round: builds n refs, by their numbers, and replays each snapshot with them. A signal ends the
 * program, with tables of what was run. False: *e is set; the program ends, and w is not closed,
 * since threads may still be at work. */
bool work_round(struct work *w, const size_t *refs, size_t n, struct error *e);
/* Writes the tables of all that was run, and frees w but not the rows. False: *e is set. */
bool work_close(struct work *w, struct error *e);

/* A schedule_run: builds for a ref, or replays for a row; to is a struct work. */
bool work_run(void *to, bool is_build, size_t index, struct error *e);
/* A schedule_tick: writes summary.tsv where rows have changed, and draws the board. */
bool work_tick(void *to, struct error *e);
/* Writes summary.tsv with the rows so far. False: *e is set. */
bool work_write(const struct work *w, struct error *e);
/* Writes the tables of what was run, and ends the program by the signal that asked for it. A file
 * of --output stays as it is: what it gets is whole. */
_Noreturn void work_stop(struct work *w);

#endif
