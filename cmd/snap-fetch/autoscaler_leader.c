/* Which pod leads. A standby takes a request and never answers it, so no pod is asked on chance. */
#include <stdlib.h>
#include <string.h>
#include "autoscaler.h"
#include "sources.h"

/* The port of "HOST:PORT"; 0: there is none. */
static unsigned port_of(struct str address)
{
	size_t at = address.n;

	while (at > 0 && address.p[at - 1] != ':')
		at--;
	unsigned long port = at ? strtoul(address.p + at, NULL, 10) : 0;
	return port <= 65535 ? (unsigned)port : 0;
}

static void take(const struct settings *s, struct arena *a, struct cluster *c,
	const struct pod *pod, struct str address)
{
	unsigned port = port_of(address);

	c->pods = ARENA_ARRAY(a, 1, const struct pod *);
	c->pods[c->pod_count++] = pod;
	if (!s->remote_port && port)
		c->remote_port = port;
}

/* The holder is the pod's host name: of a pod in its node's network, the node's, maybe without its
 * domain. */
static bool holds(const struct pod *pod, struct str holder)
{
	if (!holder.n || str_eq(pod->name, holder))
		return holder.n > 0;
	return str_starts(pod->node, holder) &&
		(pod->node.n == holder.n || pod->node.p[holder.n] == '.');
}

/* Sets c->lease_name where there is a Lease. False: nothing else would work either. */
static bool find_lease(
	const struct settings *s, struct arena *a, struct cluster *c, bool *unread, struct error *e)
{
	struct error why = {0};
	struct str name = c->deployment.lease_name;

	*unread = false;
	if (!name.n || !is_dns_name(name))
		name = STR(AUTOSCALER_LEASE);
	switch (cluster_lease(s, name.p, a, &c->lease, &why)) {
	case KUBECTL_OK: c->lease_name = name.p; return true;
	case KUBECTL_NOT_FOUND: return true; /* one replica may do without */
	case KUBECTL_HOPELESS: *e = why; return false;
	default:
		*unread = true;
		msg_warn(NULL, "the leader is not known: %s: %s", why.what, why.why);
		return true;
	}
}

static bool leader_unknown(const struct settings *s, const struct cluster *c, size_t ready,
	bool unread, struct error *e)
{
	const char *lease = c->lease_name ? c->lease_name : AUTOSCALER_LEASE;

	error_set(e, SNAP_SYSTEM, "the leader is not known",
		"%zu pods are ready, and the Lease %s %s%.200s", ready, lease,
		unread                      ? "may not be read"
			: !c->lease_name    ? "is missing"
			: c->lease.holder.n ? "is held by "
					    : "has no holder",
		c->lease.holder.n ? c->lease.holder.p : "");
	error_hint(e,
		"--pod NAME with the one that leads: the others never answer ('kubectl get lease,pods -n %s')",
		s->namespace);
	return false;
}

/* One of the deployment's pods. */
static bool choose(
	const struct settings *s, struct arena *a, struct cluster *c, bool unread, struct error *e)
{
	struct pod *pods = NULL;
	const struct pod *chosen = NULL;
	size_t count = 0, ready = 0;

	if (!cluster_pods(s, a, &c->deployment, &pods, &count, e))
		return false;
	for (size_t i = 0; i < count && !c->leader_known; i++) {
		c->leader_known = holds(&pods[i], c->lease.holder) && !pods[i].deleted;
		ready += pods[i].ready && !pods[i].deleted;
		if (c->leader_known || (pods[i].ready && !pods[i].deleted))
			chosen = &pods[i];
	}
	/* If it does not lead yet, it answers as soon as it does. */
	if (!c->leader_known && ready != 1)
		return ready ? leader_unknown(s, c, ready, unread, e)
			     : cluster_none_ready(s, &c->deployment, count, e);
	take(s, a, c, chosen, c->deployment.address);
	return true;
}

/* Without a deployment of that name, as Helm gives it another one. *e: of the deployment. */
static bool take_holder(
	const struct settings *s, struct arena *a, struct cluster *c, struct error *e)
{
	struct pod *pod = ARENA_NEW(a, struct pod);
	struct strbuf resource = {0}, json = {0};
	struct error ignored = {0};

	if (!is_dns_name(c->lease.holder))
		return false;
	strbuf_addz(&resource, "pod/");
	strbuf_addstr(&resource, c->lease.holder);
	const char *args[] = {"get", resource.s, "-o", "json", NULL};
	bool found = kubectl_get(s, args, "pod", &json, &ignored) == KUBECTL_OK &&
		pod_read(strbuf_str(&json), a, pod, &ignored) && str_eq(pod->name, c->lease.holder);
	strbuf_free(&resource);
	strbuf_free(&json);
	if (!found)
		return false;
	*e = (struct error){0};
	c->leader_known = true;
	take(s, a, c, pod, pod->address);
	return true;
}

bool autoscaler_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e)
{
	bool unread;

	*c = (struct cluster){
		.remote_port = s->remote_port ? s->remote_port : s->source->service->port};
	if (s->pod) {
		cluster_take_named(s, a, c);
		return true;
	}
	enum kubectl_failure f = cluster_deployment(s, a, &c->deployment, e);
	if (f == KUBECTL_NOT_FOUND && s->deployment == s->source->deployment) {
		e->hint[0] = 0;
		error_hint(e,
			"--deployment with its name (Helm: RELEASE-PROVIDER-cluster-autoscaler) and --namespace: 'kubectl get deployments -A'");
		return find_lease(s, a, c, &unread, e) && take_holder(s, a, c, e);
	}
	return f == KUBECTL_OK && find_lease(s, a, c, &unread, e) && choose(s, a, c, unread, e);
}
