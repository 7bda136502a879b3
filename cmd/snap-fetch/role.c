#include "role.h"

void role_begin(struct strbuf *to)
{
	strbuf_addz(to, "# kubectl apply -f - takes this; then, for each who may capture:\n");
}

void role_binding(struct strbuf *to, const char *name, const char *namespace)
{
	if (namespace)
		strbuf_addf(to, "# kubectl create rolebinding %s -n %s --role=%s --user=NAME\n",
			name, namespace, name);
	else
		strbuf_addf(to,
			"# kubectl create clusterrolebinding %s --clusterrole=%s --user=NAME\n",
			name, name);
}

void role_head(struct strbuf *to, const char *name, const char *namespace)
{
	strbuf_addf(to,
		"apiVersion: rbac.authorization.k8s.io/v1\n"
		"kind: %s\n"
		"metadata:\n"
		"  name: %s\n",
		namespace ? "Role" : "ClusterRole", name);
	if (namespace)
		strbuf_addf(to, "  namespace: %s\n", namespace);
	strbuf_addz(to, "rules:\n");
}
