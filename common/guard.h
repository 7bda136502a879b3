/* The guard: a second process that removes what the program leaves behind, however the program
 * ends, SIGKILL included.
 *
 * The guard waits for the end of file of a pipe whose other end only the program holds: the system
 * closes that end when the program ends. The guard is forked before the first child, so that its
 * copy of the memory is small and holds no input. It has its own process group, blocks every
 * signal and closes all other descriptors: Ctrl-C does not reach it, and nobody who waits for the
 * end of the program's output waits for the guard. A program without children has no guard. */
#ifndef SNAP_GUARD_H
#define SNAP_GUARD_H
#include <stdbool.h>

/* Forks the guard, which calls undo once the program has ended or called guard_finish. False: errno
 * is set. */
bool guard_start(void (*undo)(void));
bool guard_is_up(void);
/* Makes the guard call undo now, and waits at most patience_ms until the guard has ended. Does
 * nothing without a guard. Async-signal-safe. */
void guard_finish(int patience_ms);
/* For a forked process that continues as a program of its own: drops the guard of its parent. */
void guard_forget(void);

#endif
