/* The autoscaler's loop, as far as a request for its snapshot waits for it: one at a time, until
 * the end of the first loop that starts after it. */
#ifndef SNAP_SERVE_LOOP_H
#define SNAP_SERVE_LOOP_H
#include <stdbool.h>
#include <stdint.h>
#include "common/msg.h"

struct loop; /* owned by the caller until loop_free */

/* A loop starts every interval_ms, and takes no time; 0: none ever starts, as in a replica that
 * does not lead. NULL: *e is set. */
struct loop *loop_new(int64_t interval_ms, struct error *e);
/* Call it when nobody waits any more. */
void loop_free(struct loop *l);

enum loop_turn {
	LOOP_MINE,  /* nobody else waits: loop_wait comes next */
	LOOP_BUSY,  /* another request waits */
	LOOP_CLOSED /* loop_close was called */
};
/* Thread-safe. After LOOP_MINE the caller calls loop_done once its response is sent. */
enum loop_turn loop_enter(struct loop *l);

enum loop_end { LOOP_ENDED, LOOP_STOPPED, LOOP_LOST, LOOP_LEFT };
/* Waits for the end of the next loop. LOOP_STOPPED: loop_close was called; LOOP_LOST: the
 * same, and no loop would ever have started. LOOP_LEFT: the client,
 * whose connection is fd, is gone. From then on another request may enter. */
enum loop_end loop_wait(struct loop *l, int fd);
void loop_done(struct loop *l);

/* Ends the wait, and waits until the response is sent, at most grace_ms. */
void loop_close(struct loop *l, int64_t grace_ms);

#endif
