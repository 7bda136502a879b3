/* Guests: the connected clients. A thread closes the connection of a guest that is idle too long:
 * its request stays incomplete, or it does not read the response. Single bytes that trickle in do
 * not end the idle time. */
#ifndef SNAP_SERVE_GUESTS_H
#define SNAP_SERVE_GUESTS_H
#include <stdint.h>
#include <sys/socket.h>
#include "common/msg.h"

enum {
	GUESTS = 128,     /* connections at once */
	GUESTS_EACH = 64, /* connections of one address, except loopback */
	/* Connections beyond GUESTS that wait for others to be closed; more are refused. */
	GUESTS_MORE = 32
};

struct guests; /* owned by the caller until guests_stop */
struct guest;

/* idle_ms: the time that a guest may be idle. A new guest beyond GUESTS, or beyond most_each of one
 * address, closes the connection of the one that has been idle longest. NULL: *e is set. */
struct guests *guests_start(int64_t idle_ms, unsigned most_each, struct error *e);
/* Call it after guest_leave of every guest. */
void guests_stop(struct guests *all);

/* Registers a connection. The caller keeps owning fd, which stays open until guest_leave. */
struct guest *guest_come(struct guests *all, int fd, const struct sockaddr *address);
void guest_leave(struct guests *all, struct guest *g);
enum guest_state {
	GUEST_ASKS,  /* the guest must send the rest of a request */
	GUEST_WAITS, /* the server works: the guest is not idle */
	GUEST_TAKES  /* the guest must read the response */
};
/* Ends the idle time of a guest, which enters the state next. */
void guest_moves(struct guest *g, enum guest_state next);
const char *guest_name(const struct guest *g); /* address, for messages */

#endif
