/* Whom a request is for. A web page in a browser on this machine can reach the loopback under a
 * name of its own that it has pointed there (DNS rebinding), and could then read the answer; the
 * name in the request gives it away. */
#ifndef SNAP_SERVE_HOST_H
#define SNAP_SERVE_HOST_H
#include "common/str.h"

/* Is authority ("localhost:8081", "[::1]") the loopback, or the name given to --listen? Ports do
 * not matter: a forwarded port is another one. */
bool host_is_ours(struct str authority, const char *listen);
/* Splits "http://authority/path". False: it is not of that form. */
bool host_of_url(const char *url, struct str *authority, const char **path);

#endif
