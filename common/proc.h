/* Child processes with their pipes. Each child has its own process group and is registered with
 * common/cleanup.h. */
#ifndef SNAP_PROC_H
#define SNAP_PROC_H
#include <stdint.h>
#include <sys/types.h>
#include "msg.h"
#include "str.h"

struct proc {
	pid_t pid; /* 0: not running */
	/* This program's ends of the pipes, owned by the struct. -1: not requested, or at the end.
	 */
	int in, out, err;
	bool whole_group;
	/* proc_clock_ms when proc_read saw the end of the child; 0: it has not. */
	int64_t ended_at;
};

enum proc_pipe {
	PROC_IN = 1,
	PROC_OUT = 2,
	PROC_ERR = 4,
	PROC_ERR_TO_OUT = 8,
	PROC_NULL_IN = 16,
	PROC_WHOLE_GROUP = 32 /* when the child has ended, the rest of its group is killed */
};

/* Starts a child. argv ends in NULL; argv[0] is searched in PATH, or relative to cwd if it has a
 * slash. cwd may be NULL. envp NULL: inherited; else its PATH is the one searched. False: *e has
 * SNAP_SYSTEM, also for a failed exec.
 *
 * The child never outlives this program: the guard (common/cleanup.h) ends its group. On Linux the
 * child also gets SIGTERM when the thread that started it ends, so that thread must outlive it. */
bool proc_start(struct proc *p, const char *const argv[], const char *cwd, char *const envp[],
	int pipes, struct error *e);
/* Waits at most timeout_ms (-1: no limit). True: the child has ended, *status is as from waitpid,
 * and the pipes are closed. False: the child is running. */
bool proc_wait(struct proc *p, int timeout_ms, int *status);
/* Sends SIGTERM to the group and SIGKILL after grace_ms, reaps the child and closes the pipes. Does
 * nothing when no child is running. */
void proc_stop(struct proc *p, int grace_ms);

enum proc_event {
	PROC_OUTPUT,  /* bytes, or the end of one pipe */
	PROC_TIMEOUT, /* nothing within wait_ms */
	/* Both pipes are at their end, or the child has ended and other processes hold the pipes.
	 */
	PROC_EOF,
	PROC_FAILED /* *e has SNAP_SYSTEM */
};
/* Waits at most wait_ms (-1: no limit) for output, and appends at most 64 KiB of each pipe. out or
 * err NULL: discarded. */
enum proc_event proc_read(
	struct proc *p, int wait_ms, struct strbuf *out, struct strbuf *err, struct error *e);

/* Runs a command with an empty stdin and appends its output to out and err (NULL: discarded).
 * timeout_ms -1: no limit. The caller judges *status. False: *e has SNAP_SYSTEM if the command
 * could not start, SNAP_LIMIT if it was stopped after timeout_ms; its output so far is in out and
 * err. */
bool proc_run(const char *const argv[], const char *cwd, int timeout_ms, struct strbuf *out,
	struct strbuf *err, int *status, struct error *e);
/* As proc_run. A command that writes more than about `most` bytes to a pipe is stopped, and *e has
 * SNAP_LIMIT. */
bool proc_run_bounded(const char *const argv[], const char *cwd, int timeout_ms, size_t most,
	struct strbuf *out, struct strbuf *err, int *status, struct error *e);
/* Writes "exit status 1" or "killed by signal 9 (Killed)" to buf. Returns buf. */
char *proc_status_text(int status, char *buf, size_t size);
/* Milliseconds of the monotonic clock, for time-outs. */
int64_t proc_clock_ms(void);

#endif
