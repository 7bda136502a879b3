/* --from cluster-autoscaler: its debugging snapshot, which the leader answers after a loop. */
#include "autoscaler.h"
#include "capture.h"
#include "sources.h"

/* The error document; others speak of failures in words of their own. */
static bool takes(long status, char first)
{
	return status == 500 && first == '{';
}

static enum download_end refused(const struct refusal *r, struct error *e)
{
	const char *ns = r->settings->namespace;

	switch (r->status) {
	case 404:
		error_hint(e,
			"start cluster-autoscaler with --debugging-snapshot-enabled=true (its log then says 'Debugging Snapshot is enabled'); the path is /snapshotz");
		return DOWNLOAD_FAILED;
	case 429:
		error_hint(e,
			"again in a few seconds; if it stays so, does this replica lead ('kubectl get lease " AUTOSCALER_LEASE
			" -n %s')? One that does not lets the first request wait for ever",
			ns);
		return DOWNLOAD_TRANSIENT;
	case 503:
		if (!e->why[0]) {
			*e = (struct error){0};
			error_set(e, SNAP_SYSTEM, "HTTP status 503", "%s",
				"the autoscaler is shutting down");
		}
		error_hint(e,
			"again, as soon as another replica leads: 'kubectl get lease " AUTOSCALER_LEASE
			" -n %s'",
			ns);
		return DOWNLOAD_TRANSIENT;
	default:
		if (r->pod)
			error_hint(e, "'kubectl logs %s -n %s' tells what went wrong there", r->pod,
				ns);
		error_hint(e, "look at what answers there: curl -i URL");
		return r->status >= 500 ? DOWNLOAD_TRANSIENT : DOWNLOAD_FAILED;
	}
}

static void silent(const struct settings *s, struct error *e)
{
	e->hint[0] = 0;
	error_hint(e,
		"does this replica lead ('kubectl get lease " AUTOSCALER_LEASE
		" -n %s')? One that does not never answers; or is its loop longer than --timeout?",
		s->namespace);
}

static const struct service snapshotz = {
	.who = "the autoscaler",
	.role = "snap-fetch-cluster-autoscaler",
	.path = "/snapshotz",
	.port = 8085,
	.port_flag = "--address",
	.retries = 5,
	.timeout_ms = 120000,
	.pause_ms = 1000,
	.patience = "no answer yet: it comes at the end of the autoscaler's next loop",
	.find = autoscaler_find,
	.takes = takes,
	.refused = refused,
	.silent = silent,
};

const struct source source_cluster_autoscaler = {
	.name = "cluster-autoscaler",
	.options = " --deployment --pod --url --local-port --remote-port --retries --keep-error ",
	.namespace = "kube-system",
	.deployment = "cluster-autoscaler",
	.service = &snapshotz,
	.content = &content_snapshotz,
	.suffix = "json",
	.fetch = capture,
	.role = capture_role,
};
