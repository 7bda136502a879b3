/* Child processes with their pipes: started in a process group of their own, registered with
 * cleanup, ended and reaped. */
#ifndef SNAP_PROC_H
#define SNAP_PROC_H
#include <stdint.h>
#include <sys/types.h>
#include "msg.h"
#include "str.h"

struct proc {
	pid_t pid;        /* 0 when not running */
	int in, out, err; /* our ends of the pipes, -1 where none was asked for or it is at its end;
			     owned by the struct */
	bool whole_group;
	int64_t ended_at; /* when proc_read saw that it has ended, by proc_clock_ms; 0: it has not
			   */
};

enum proc_pipe {
	PROC_IN = 1,
	PROC_OUT = 2,
	PROC_ERR = 4,
	PROC_ERR_TO_OUT = 8,
	PROC_NULL_IN = 16,
	PROC_WHOLE_GROUP = 32 /* what it leaves behind in its group is killed when it has ended */
};

/* argv ends in NULL and argv[0] is looked up in PATH; cwd may be NULL; envp NULL: inherited.
 * SNAP_SYSTEM when it cannot be started (exec failure included: reported here, not as exit 127). A
 * PATH in envp is the one that counts, and an argv[0] with a slash is taken from cwd. Not even
 * SIGKILL of this program leaves the child behind: the guard ends its group, see common/cleanup.h.
 * On Linux the child gets SIGTERM when the thread that started it ends, too: start children from a
 * thread that outlives them. */
bool proc_start(struct proc *p, const char *const argv[], const char *cwd, char *const envp[],
	int pipes, struct error *e);
/* Waits at most timeout_ms (-1: for ever). True: ended, *status as from waitpid and the pipes
 * closed; false: still running. */
bool proc_wait(struct proc *p, int timeout_ms, int *status);
/* SIGTERM to the group, grace_ms later SIGKILL; reaps and closes the pipes. Harmless when not
 * running. */
void proc_stop(struct proc *p, int grace_ms);

enum proc_event {
	PROC_OUTPUT,  /* something, or the end of one pipe */
	PROC_TIMEOUT, /* nothing in that time */
	PROC_EOF,   /* both pipes are at their end, or it has ended and only others still hold them:
			nothing will come */
	PROC_FAILED /* *e is set, SNAP_SYSTEM */
};
/* Waits at most wait_ms (-1: for ever) until it writes something, and appends that, at most 64 KiB
 * of each pipe; NULL: thrown away. */
enum proc_event proc_read(
	struct proc *p, int wait_ms, struct strbuf *out, struct strbuf *err, struct error *e);

/* Runs a command to its end and collects what it writes (appended; out and err may be NULL: thrown
 * away), its stdin empty. False with *e set when it could not be started (SNAP_SYSTEM) or did not
 * end within timeout_ms (SNAP_LIMIT; it is stopped, and what it wrote so far is there). -1: no
 * limit. An exit status other than 0 is for the caller to judge. */
bool proc_run(const char *const argv[], const char *cwd, int timeout_ms, struct strbuf *out,
	struct strbuf *err, int *status, struct error *e);
/* The same, with at most about so many bytes of each: a command that writes more is stopped, and *e
 * has SNAP_LIMIT. */
bool proc_run_bounded(const char *const argv[], const char *cwd, int timeout_ms, size_t most,
	struct strbuf *out, struct strbuf *err, int *status, struct error *e);
/* "exit status 1" or "killed by signal 9 (Killed)" into buf; returns buf. */
char *proc_status_text(int status, char *buf, size_t size);
/* Milliseconds of a clock that nobody sets, for time-outs. */
int64_t proc_clock_ms(void);

#endif
