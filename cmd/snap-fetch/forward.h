/* A `kubectl port-forward` to one pod, on a free local port or the one of --local-port. */
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

/* Starts kubectl and waits until it listens. Other than KUBECTL_OK: *e is set. The caller calls
 * forward_stop in any case. */
enum kubectl_failure forward_start(struct forward *f, const struct settings *s, const char *pod,
	unsigned remote_port, struct error *e);
/* Reads new output of kubectl, and waits at most wait_ms for some. False: kubectl has ended. */
bool forward_read(struct forward *f, int wait_ms);
/* A connection through it failed. False: kubectl has ended, within the time that it needs to report
 * an error. */
bool forward_outlives(struct forward *f);
/* kubectl has said that nothing listens on the port. */
bool forward_refused(const struct forward *f);
void forward_stop(struct forward *f);

#endif
