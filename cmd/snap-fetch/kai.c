/* --from kai: the snapshot plugin of KAI Scheduler. */
#include "capture.h"
#include "sources.h"

static void role(const struct settings *s, struct strbuf *to)
{
	strbuf_addf(to,
		"# kubectl apply -f - takes this; then, for each who may capture:\n"
		"# kubectl create rolebinding snap-fetch -n %s --role=snap-fetch --user=NAME\n"
		"apiVersion: rbac.authorization.k8s.io/v1\n"
		"kind: Role\n"
		"metadata:\n"
		"  name: snap-fetch\n"
		"  namespace: %s\n"
		"rules:\n"
		"- apiGroups: [apps]\n"
		"  resources: [deployments]\n"
		"  verbs: [get]\n"
		"- apiGroups: [coordination.k8s.io]\n"
		"  resources: [leases]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods]\n"
		"  verbs: [get, list]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods/portforward]\n"
		"  verbs: [create]\n",
		s->namespace, s->namespace);
}

const struct source source_kai = {
	.name = "kai",
	.options =
		" --deployment --pod --url --local-port --remote-port --retries --no-verify --raw ",
	.namespace = "kai-scheduler",
	.deployment = "kai-scheduler-default",
	.suffix = "zip",
	.fetch = capture,
	.role = role,
};
