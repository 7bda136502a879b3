/* Probes: questions with yes or no, asked of copies of the program (twin.h), some of them
 * side by side. What a copy does, a crash included, changes nothing here. */
#ifndef SNAP_MINIMISE_PROBE_H
#define SNAP_MINIMISE_PROBE_H
#include <stdbool.h>
#include <stdint.h>
#include "common/progress.h"

struct prober {
	int jobs;        /* 1 .. OPTIONS_AT_ONCE */
	int64_t ends_ms; /* proc_clock_ms when the budget is used up; 0: there is none */
	long probes;     /* that were begun */
	bool over;       /* the budget is used up, or a signal asks to stop: nothing is asked now */
	bool refused;    /* the system gives no processes: the same */
	struct progress progress;
	struct strbuf doing; /* for the progress */
};

/* The answer to question i, in a copy of the program. */
typedef bool probe_fn(void *ctx, int i);

/* The first of the questions from .. n - 1 whose answer is yes; n: none, or p is over. However many
 * jobs there are, the answer is the same. */
int probe_first(struct prober *p, int from, int n, probe_fn *ask, void *ctx);

#endif
