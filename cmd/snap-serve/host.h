/* Check of a request's Host, against DNS rebinding: a web page in a browser on this machine can
 * point a name of its own to the loopback address, and could then read the response. Its requests
 * have that name as Host. */
#ifndef SNAP_SERVE_HOST_H
#define SNAP_SERVE_HOST_H
#include "common/str.h"

/* True if authority ("localhost:8081", "[::1]") is the loopback or the argument of --listen. The
 * port is ignored: a forwarded port differs. */
bool host_is_ours(struct str authority, const char *listen);
/* Splits "http://authority/path". False: url has another form. */
bool host_of_url(const char *url, struct str *authority, const char **path);

#endif
