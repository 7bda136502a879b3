/* Listening socket. */
#ifndef SNAP_SERVE_LISTEN_H
#define SNAP_SERVE_LISTEN_H
#include "common/msg.h"
#include "common/str.h"

struct listener {
	int fd;
	unsigned port;
	bool loopback;
	struct strbuf authority; /* "127.0.0.1:8081", "[::1]:8081"; owned */
};

/* Listens on a host name or numeric address. port 0: a free port. False: *e is set, and there is
 * nothing to free. */
bool listen_on(const char *address, unsigned port, struct listener *at, struct error *e);

#endif
