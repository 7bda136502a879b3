/* Why kube-scheduler gave no profile, from the words of kubectl. */
#include <stdio.h>
#include <string.h>
#include "ksched_request.h"

static bool has(const struct strbuf *text, const char *part)
{
	return text->s && strstr(text->s, part);
}

static bool by_status(const struct ksched_request *r, const char *why, struct error *e)
{
	const char *ns = r->settings->namespace;

	if (has(&r->said, "must be logged in")) {
		error_set(
			e, SNAP_SYSTEM, "HTTP status 401: it does not accept the login", "%s", why);
		error_hint(e,
			"'kubectl auth whoami'; if that works, the scheduler cannot check logins: 'kubectl logs %s -n %s', and its --authentication-kubeconfig",
			r->pod->name.p, ns);
	} else if (has(&r->said, "(Forbidden)") && has(&r->said, "system:anonymous")) {
		error_set(e, SNAP_SYSTEM, "HTTP status 403: it does not know who asks", "%s", why);
		error_hint(e,
			"a context that logs in with a token ('kubectl create token SERVICEACCOUNT'): a certificate counts only where the scheduler knows its authority (--client-ca-file)");
	} else if (has(&r->said, "(Forbidden)")) {
		error_set(e, SNAP_SYSTEM, "HTTP status 403: forbidden", "%s", why);
		error_hint(e,
			"'snap-fetch --from kube-scheduler --profile heap --print-role -n %s' prints the rights to ask for",
			ns);
	} else if (has(&r->said, "(NotFound)")) {
		error_set(e, SNAP_SYSTEM, "HTTP status 404: profiling is off", "%s", why);
		error_hint(e,
			"'enableProfiling: true' in its configuration, which OpenShift sets to false, or no --profiling=false among its arguments");
	}
	return e->status != 0;
}

/* The port-forward is at fault: it has died, it complains, or it leads to another service. */
static bool by_forward(struct ksched_request *r, const char *why, struct error *e)
{
	const struct forward *f = &r->forward;
	const char *pod = r->pod->name.p, *ns = r->settings->namespace;
	char output[600];

	if (has(&r->said, "HTTP response to HTTPS client") || has(&r->said, "tls: first record")) {
		error_set(e, SNAP_SYSTEM, "not a secure port", "%s", why);
		error_hint(e, "--remote-port with the --secure-port of kube-scheduler");
		return true;
	}
	if (has(&r->said, "getting credentials") ||
		(!has(&r->said, f->host) && !has(&r->said, "Unable to connect to the server")))
		return false;
	bool alive = forward_outlives(&r->forward);
	kubectl_one_line(&f->err, output, sizeof output);
	error_set(e, SNAP_SYSTEM, alive ? "port-forward failed" : "port-forward died", "%s",
		output[0] ? output : why);
	if (forward_refused(f))
		error_hint(e,
			"nothing listens there in pod %s: --remote-port with the --secure-port of kube-scheduler",
			pod);
	else
		error_hint(e, "'kubectl get pod %s -n %s': has it been restarted?", pod, ns);
	return true;
}

bool ksched_refused(struct ksched_request *r, int status, struct error *e)
{
	char why[600], what[300];

	kubectl_one_line(&r->said, why, sizeof why);
	if (by_status(r, why, e) || by_forward(r, why, e))
		return false;
	snprintf(what, sizeof what, "the profile of pod %s", r->pod->name.p);
	kubectl_explain(r->settings, what, &r->said, status, e);
	return false;
}
