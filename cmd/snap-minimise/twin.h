/* Twins: copies of the running program, made by fork, that work something out, tell it through a
 * pipe, and are thrown away. What a twin does changes nothing here, and whatever becomes of it
 * (no memory, a crash, a signal) is no error: only its answer is missing.
 *
 * A twin is a process group of its own. It ends with this program, however that ends. Standard
 * input, output and error are /dev/null in it, and all other descriptors but its pipe are closed.
 * It has no timers (--timeout, --cpuprofile); limits of the system hold for each process. Call
 * twin_start when no other thread runs. */
#ifndef SNAP_TWIN_H
#define SNAP_TWIN_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct twin {
	pid_t pid; /* 0: none, or reaped */
	int fd;    /* of the pipe; -1: closed */
};
enum twin_start {
	TWIN_REFUSED, /* the system gives no process or pipe */
	TWIN_STARTED, /* here: read from it */
	TWIN_IS_THIS  /* in the twin: write to fd, and end with _exit */
};

/* Memory, cleared, that twins started later share with this program. NULL: the system gives none.
 * size: the same for both. */
void *twin_share(size_t size);
void twin_unshare(void *shared, size_t size);

enum twin_start twin_start(struct twin *t);
/* In the twin: writes all of it, or ends if nobody reads any more. */
void twin_write(const struct twin *t, const void *bytes, size_t n);

/* Kills the twin, without waiting for its end. Does nothing where there is none. */
void twin_kill(struct twin *t);
/* True: there is no process of the twin any more. wait: waits for that; call twin_kill first. */
bool twin_is_gone(struct twin *t, bool wait);

#endif
