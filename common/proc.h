/* Child processes with their pipes: started in a process group of their own, registered with cleanup, ended and reaped. */
#ifndef SNAP_PROC_H
#define SNAP_PROC_H
#include <stdint.h>
#include <sys/types.h>
#include "msg.h"

struct proc {
	pid_t pid;   /* 0 when not running */
	int in, out, err; /* our ends of the pipes, -1 where none was asked for; owned by the struct */
};

enum proc_pipe { PROC_IN = 1, PROC_OUT = 2, PROC_ERR = 4, PROC_ERR_TO_OUT = 8, PROC_NULL_IN = 16 };

/* argv ends in NULL and argv[0] is looked up in PATH; cwd may be NULL; envp NULL: inherited. SNAP_SYSTEM when it cannot be
 * started (exec failure included: reported here, not as exit 127). */
bool proc_start(struct proc *p, const char *const argv[], const char *cwd, char *const envp[], int pipes, struct error *e);
/* Waits at most timeout_ms (-1: for ever). True: ended, *status as from waitpid and the pipes closed; false: still running. */
bool proc_wait(struct proc *p, int timeout_ms, int *status);
/* SIGTERM to the group, grace_ms later SIGKILL; reaps and closes the pipes. Harmless when not running. */
void proc_stop(struct proc *p, int grace_ms);

#endif
