/* The socket that snap-serve listens on. */
#ifndef SNAP_SERVE_LISTEN_H
#define SNAP_SERVE_LISTEN_H
#include "common/msg.h"
#include "common/str.h"

/* Listens on a host name or numeric address, port 0: a free one. Returns the socket with *port the port it got and authority
 * ("127.0.0.1:8081", "[::1]:8081") appended; -1 with *e set. */
int listen_on(const char *address, unsigned port, unsigned *got, struct strbuf *authority, struct error *e);

#endif
