/* --from kai: the snapshot plugin of KAI Scheduler. */
#include "capture.h"
#include "cluster.h"
#include "sources.h"

static bool takes(long status, char first)
{
	(void)status, (void)first;
	return false;
}

static enum download_end refused(const struct refusal *r, struct error *e)
{
	const struct settings *s = r->settings;

	if (r->status == 404 && s->pod)
		error_hint(e,
			"without --pod the leader is looked up, since a standby answers 404; "
			"or is '- name: snapshot' missing in the scheduler's ConfigMap ('kubectl get configmaps -n %s -o yaml')?",
			s->namespace);
	else if (r->status == 404 && s->url)
		error_hint(e,
			"is '- name: snapshot' in the scheduler's ConfigMap? A standby of a scheduler with leader election answers 404 too, "
			"and so does cluster-autoscaler, which --from cluster-autoscaler asks");
	else if (r->status == 404)
		error_hint(e,
			"is '- name: snapshot' in the scheduler's ConfigMap ('kubectl get configmap %s -n %s -o yaml')? "
			"A standby of a scheduler with leader election answers 404 too",
			s->deployment, s->namespace);
	else if (r->status >= 500 && r->pod)
		error_hint(e, "'kubectl logs %s -n %s' tells what went wrong there", r->pod,
			s->namespace);
	return r->status == 404    ? DOWNLOAD_NOT_FOUND
		: r->status >= 500 ? DOWNLOAD_TRANSIENT
				   : DOWNLOAD_FAILED;
}

static const struct service plugin = {
	.who = "the scheduler",
	.role = "snap-fetch",
	.path = "/get-snapshot",
	.port = 8081, /* rules/01 1.1 */
	.port_flag = "--plugin-server-port",
	.retries = 2,
	.timeout_ms = 600000,
	.pause_ms = 500,
	.find = cluster_find,
	.takes = takes,
	.refused = refused,
};

const struct source source_kai = {
	.name = "kai",
	.options =
		" --deployment --pod --url --local-port --remote-port --retries --no-verify --raw ",
	.namespace = "kai-scheduler",
	.deployment = "kai-scheduler-default",
	.service = &plugin,
	.content = &content_zip,
	.suffix = "zip",
	.fetch = capture,
	.role = capture_role,
};
