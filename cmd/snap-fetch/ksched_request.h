/* A GET on the secure port of kube-scheduler, with the login of the kubeconfig. */
#ifndef SNAP_FETCH_KSCHED_REQUEST_H
#define SNAP_FETCH_KSCHED_REQUEST_H
#include "forward.h"
#include "ksched.h"
#include "pprof.h"

struct ksched_request {
	const struct settings *settings;
	const struct ksched_pod *pod;
	struct forward forward;
	struct strbuf kubeconfig; /* path of a temporary file */
	struct proc proc;
	struct strbuf said; /* by kubectl, on stderr */
	struct spool *body;
	struct pprof pprof;
};

/* Gets a profile into body. kubectl makes the request: it alone knows the login, be it a token, a
 * certificate or what a plugin gives. False: *e is set. */
bool ksched_request(const struct settings *s, const struct ksched_pod *pod, const char *path,
	struct spool *body, struct error *e);
/* ksched_refused.c: sets *e from what kubectl said when it ended with that status. Returns false.
 */
bool ksched_refused(struct ksched_request *r, int status, struct error *e);

#endif
