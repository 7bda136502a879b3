/* Who is connected, and for how long without doing anything. A thread of its own ends the
 * connections of those who only hold them: whose request is not whole, or who do not take what they
 * asked for. Bytes that trickle in do not count as doing something. */
#ifndef SNAP_SERVE_GUESTS_H
#define SNAP_SERVE_GUESTS_H
#include <stdint.h>
#include <sys/socket.h>
#include "common/msg.h"

enum {
	GUESTS = 128,     /* connections at once, */
	GUESTS_EACH = 64, /* and of those from one address that is not this machine's own */
	GUESTS_MORE =
		32 /* so many more until room is made for them; who comes then is turned away */
};

struct guests; /* owned by the caller until guests_stop */
struct guest;

/* Each may be idle for that time. When GUESTS are here, or most_each from one address, and one more
 * comes, the one of them goes who has been idle for longest. NULL with *e set. */
struct guests *guests_start(int64_t idle_ms, unsigned most_each, struct error *e);
/* When every guest has left. */
void guests_stop(struct guests *all);

/* fd stays the caller's; it stays open until guest_leave. */
struct guest *guest_come(struct guests *all, int fd, const struct sockaddr *address);
void guest_leave(struct guests *all, struct guest *g);
enum guest_state {
	GUEST_ASKS,  /* he is to send a request, whole */
	GUEST_WAITS, /* for us, which is not idle */
	GUEST_TAKES  /* he is to take what was sent */
};
/* He has done something, and this comes next. */
void guest_moves(struct guest *g, enum guest_state next);
const char *guest_name(const struct guest *g); /* his address */

#endif
