/* The guard: a process beside ours that undoes what we leave behind, however we end, SIGKILL
 * included.
 *
 * It is forked before the first child is, so it is small, and does nothing but wait for the end of
 * file of a pipe whose other end is held by this process alone: the system closes that end when we
 * end. It has a session of its own, blocks every signal and holds none of our descriptors, so that
 * neither Ctrl-C nor whoever waits for the end of our output meets it. It reads no input: what it
 * holds is what the program held when it started it. A program that has no children has no guard.
 */
#ifndef SNAP_GUARD_H
#define SNAP_GUARD_H
#include <stdbool.h>

/* From now on undo runs, in the guard, once we have ended or called guard_finish. False with errno
 * set when there is none. */
bool guard_start(void (*undo)(void));
bool guard_is_up(void);
/* Lets it do its work now, and waits at most so long until it is done and gone. Async-signal-safe;
 * harmless without a guard. */
void guard_finish(int patience_ms);
/* In a process that was forked off and goes on as a program of its own: the guard is not its, but
 * its parent's. */
void guard_forget(void);

#endif
