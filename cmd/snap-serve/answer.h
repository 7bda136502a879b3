/* HTTP server, with the responses of the scheduler's plugin server (rules/01 1.1). */
#ifndef SNAP_SERVE_ANSWER_H
#define SNAP_SERVE_ANSWER_H
#include "listen.h"
#include "source.h"

struct server; /* owned by the caller until answer_stop */

struct service {
	struct source *source;
	const struct listener *at;
	const char *listen; /* the argument of --listen: a valid Host of requests */
	int64_t idle_ms;    /* see guests_start */
};

/* Starts threads that serve requests until answer_stop. What service points to must outlive the
 * server. NULL: *e is set, and the caller keeps owning the socket of the listener. */
struct server *answer_start(const struct service *service, struct error *e);
void answer_stop(struct server *server);

#endif
