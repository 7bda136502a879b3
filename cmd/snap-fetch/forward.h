/* A `kubectl port-forward` to one pod, on a local port that is free unless the user named one. */
#ifndef SNAP_FETCH_FORWARD_H
#define SNAP_FETCH_FORWARD_H
#include "common/proc.h"
#include "kubectl.h"

struct forward {
	struct proc proc;
	char host[64]; /* "127.0.0.1" or "[::1]" */
	unsigned port;
	struct strbuf out, err;
};

/* Starts it and waits until it listens. Unless KUBECTL_OK, *e is set; forward_stop is due either
 * way. */
enum kubectl_failure forward_start(struct forward *f, const struct settings *s, const char *pod,
	unsigned remote_port, struct error *e);
/* Takes in what it has written since, waiting up to wait_ms for something new. False: it has ended.
 */
bool forward_read(struct forward *f, int wait_ms);
void forward_stop(struct forward *f);

#endif
