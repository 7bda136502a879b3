/* HTTP server: connections, requests, and the check whom they are meant for. */
#ifndef SNAP_SERVE_ANSWER_H
#define SNAP_SERVE_ANSWER_H
#include "listen.h"
#include "respond.h"
#include "source.h"

struct server; /* owned by the caller until answer_stop */

struct service {
	struct source *source;
	const struct listener *at;
	const char *listen; /* the argument of --listen: a valid Host of requests */
	int64_t idle_ms;    /* see guests_start */
	struct loop *loop;  /* of role_cluster_autoscaler; else NULL */
};

/* Starts threads that serve requests until answer_stop. What service points to must outlive the
 * server. NULL: *e is set, and the caller keeps owning the socket of the listener. */
struct server *answer_start(const struct service *service, struct error *e);
void answer_stop(struct server *server);

/* For roles: the offer that the source has now, with these headers and the offer's status; 500, if
 * there is none any more. */
enum MHD_Result answer_offer(struct request *q, const struct header *headers);

#endif
