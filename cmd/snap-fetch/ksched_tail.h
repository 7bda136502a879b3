/* `kubectl logs` of a pod of kube-scheduler. */
#ifndef SNAP_FETCH_KSCHED_TAIL_H
#define SNAP_FETCH_KSCHED_TAIL_H
#include "common/proc.h"
#include "ksched.h"
#include "ksched_log.h"

enum { KSCHED_SLICE_MS = 100, KSCHED_GRACE_MS = 2000 };

struct ksched_tail {
	const struct settings *settings;
	const struct ksched_pod *pod;
	struct ksched_log *log; /* which gets the lines */
	struct proc proc;
	struct strbuf out, err;
	int64_t heard; /* when bytes came last, by proc_clock_ms */
	bool ended;
};

/* follow: from the last line on, without an end; else the whole log. False: *e is set. The caller
 * calls ksched_tail_close in any case. */
bool ksched_tail_open(struct ksched_tail *t, bool follow, struct error *e);
void ksched_tail_close(struct ksched_tail *t);
/* Hands on what has come within wait_ms. False: *e is set. */
bool ksched_tail_read(struct ksched_tail *t, int wait_ms, struct error *e);
/* Waits for a line, so that none is missed that is written from now on. False: *e is set. */
bool ksched_tail_attach(struct ksched_tail *t, struct error *e);
/* The log is at its end. False: kubectl failed, *e is set. */
bool ksched_tail_finish(struct ksched_tail *t, struct error *e);
/* The log ended while a dump was awaited. Sets *e. Returns false. */
bool ksched_tail_broke(struct ksched_tail *t, struct error *e);

/* ksched_signal.c: sends the scheduler the signal USR2, and reads on in the log meanwhile. False:
 * *e is set. */
bool ksched_signal(struct ksched_tail *t, struct error *e);

#endif
