/* The HTTP side: answers as the scheduler's plugin server does (kai/01 section 1.1). */
#ifndef SNAP_SERVE_ANSWER_H
#define SNAP_SERVE_ANSWER_H
#include "source.h"

/* Serves source on listen_fd from threads of its own until answer_stop; both must outlive it. NULL with *e set on failure. */
struct MHD_Daemon *answer_start(int listen_fd, const struct source *source, struct error *e);
void answer_stop(struct MHD_Daemon *daemon);

#endif
