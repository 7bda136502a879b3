/* The HTTP side: answers as the scheduler's plugin server does (rules/01 1.1). */
#ifndef SNAP_SERVE_ANSWER_H
#define SNAP_SERVE_ANSWER_H
#include "listen.h"
#include "source.h"

struct server; /* owned by the caller until answer_stop */

struct service {
	struct source *source;
	const struct listener *at;
	const char *listen; /* as the user wrote it: a name that requests may be for */
	int64_t idle_ms;    /* see guests_start */
};

/* Answers from threads of its own until answer_stop; all that the service points to must outlive
 * it. NULL with *e set on failure, and the listener's socket is the caller's still. */
struct server *answer_start(const struct service *service, struct error *e);
void answer_stop(struct server *server);

#endif
