#include "cluster.h"
#include <stdio.h>
#include <string.h>
#include "sources.h"

enum kubectl_failure cluster_deployment(
	const struct settings *s, struct arena *a, struct deployment *d, struct error *e)
{
	const char *args[] = {"get", "deployment", s->deployment, "-o", "json", NULL};
	char what[200];
	struct strbuf json = {0};

	snprintf(what, sizeof what, "deployment %s", s->deployment);
	enum kubectl_failure f = kubectl_get(s, args, what, &json, e);
	if (f == KUBECTL_OK && !deployment_read(strbuf_str(&json), a, d, e))
		f = KUBECTL_OTHER;
	strbuf_free(&json);
	return f;
}

bool cluster_pods(const struct settings *s, struct arena *a, const struct deployment *d,
	struct pod **pods, size_t *count, struct error *e)
{
	const char *args[] = {"get", "pods", "-l", d->selector.p, "-o", "json", NULL};
	struct strbuf json = {0};

	if (!d->selector.n)
		return error_set(e, SNAP_SYSTEM, "no way to its pods",
			"deployment %s has no spec.selector.matchLabels", s->deployment);
	if (!is_selector(d->selector))
		return error_set(e, SNAP_SYSTEM, "no way to its pods",
			"deployment %s has odd labels: %.200s", s->deployment, d->selector.p);
	bool ok = kubectl_get(s, args, "pods", &json, e) == KUBECTL_OK &&
		pods_read(strbuf_str(&json), a, pods, count, e);
	strbuf_free(&json);
	return ok;
}

enum kubectl_failure cluster_lease(const struct settings *s, const char *name, struct arena *a,
	struct lease *lease, struct error *e)
{
	char what[300], resource[300];
	struct strbuf json = {0};

	snprintf(what, sizeof what, "lease %s", name);
	snprintf(resource, sizeof resource, "lease/%s", name);
	const char *args[] = {"get", resource, "-o", "json", NULL};
	*lease = (struct lease){.duration_ms = 0};
	enum kubectl_failure f = kubectl_get(s, args, what, &json, e);
	if (f == KUBECTL_OK && !lease_read(strbuf_str(&json), a, lease, e))
		f = KUBECTL_OTHER;
	strbuf_free(&json);
	return f;
}

/* False only if all other calls would fail, too; a missing Lease is no failure. *found: there is a
 * Lease. */
static bool look_up(const struct settings *s, const char *name, struct arena *a,
	struct lease *lease, bool *found, struct error *e)
{
	struct error why = {0};

	*found = false;
	if (!is_dns_name(str_of(name))) {
		msg_warn(NULL,
			"the leader is not known, its pods are tried one by one: no Lease has such a name: %.100s",
			name);
		return true;
	}
	enum kubectl_failure f = cluster_lease(s, name, a, lease, &why);
	if (f == KUBECTL_HOPELESS) {
		*e = why;
		return false;
	}
	*found = f == KUBECTL_OK;
	if (why.status && f != KUBECTL_NOT_FOUND)
		msg_warn(NULL, "the leader is not known, its pods are tried one by one: %s: %s",
			why.what, why.why);
	return true;
}

/* The pod that holds a Lease: its identity is POD_UUID. */
static struct str holding_pod(const struct lease *lease)
{
	const char *end = str_find(lease->holder, '_');

	return (struct str){
		lease->holder.p, end ? (size_t)(end - lease->holder.p) : lease->holder.n};
}

static const struct pod *pod_named(const struct pod *pods, size_t count, struct str name)
{
	for (size_t i = 0; name.n && i < count; i++)
		if (str_eq(pods[i].name, name))
			return &pods[i];
	return NULL;
}

/* The name of the Lease is that of the scheduler, followed by the node pool if one is set. Another
 * scheduler of the same name may hold the Lease without a pool, so a holder counts only if it is a
 * pod of this deployment. */
static bool find_leader(const struct settings *s, struct arena *a, struct cluster *c,
	const struct pod *pods, size_t count, const struct pod **leader, struct error *e)
{
	const struct deployment *d = &c->deployment;
	struct strbuf name = {0};
	bool ok = true;

	*leader = NULL;
	for (int pool = d->node_pool.n > 0; ok && pool >= 0 && !*leader; pool--) {
		struct lease lease;
		bool found;

		strbuf_clear(&name);
		strbuf_addstr(&name, d->scheduler_name);
		if (pool) {
			strbuf_addc(&name, '-');
			strbuf_addstr(&name, d->node_pool);
		}
		ok = look_up(s, name.s, a, &lease, &found, e);
		if (!ok || !found)
			continue;
		*leader = pod_named(pods, count, holding_pod(&lease));
		if (*leader || !c->lease_name) {
			c->lease = lease;
			c->lease_name = arena_str(a, strbuf_str(&name)).p;
		}
	}
	strbuf_free(&name);
	return ok;
}

static void order_pods(struct cluster *c, struct arena *a, const struct pod *pods, size_t count,
	const struct pod *leader)
{
	c->pods = ARENA_ARRAY(a, count + 1, const struct pod *);
	c->pod_count = 0;
	c->leader_known = leader && !leader->deleted;
	if (c->leader_known)
		c->pods[c->pod_count++] = leader;
	for (size_t i = 0; i < count; i++)
		if (&pods[i] != leader && pods[i].ready && !pods[i].deleted)
			c->pods[c->pod_count++] = &pods[i];
}

void cluster_take_named(const struct settings *s, struct arena *a, struct cluster *c)
{
	struct pod *pod = ARENA_NEW(a, struct pod);

	pod->name = str_of(s->pod);
	c->pods = ARENA_ARRAY(a, 1, const struct pod *);
	c->pods[c->pod_count++] = pod;
}

bool cluster_none_ready(
	const struct settings *s, const struct deployment *d, size_t count, struct error *e)
{
	error_set(e, SNAP_SYSTEM, "no ready pod", "deployment %s has %zu pod%s, none ready",
		s->deployment, count, plural_s((long long)count));
	error_hint(e, "'kubectl get pods -n %s -l %s'", s->namespace, d->selector.p);
	return false;
}

bool cluster_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e)
{
	struct deployment *d = &c->deployment;
	struct pod *pods = NULL;
	size_t count = 0;
	const struct pod *leader = NULL;

	*c = (struct cluster){
		.remote_port = s->remote_port ? s->remote_port : s->source->service->port};
	if (s->pod) {
		cluster_take_named(s, a, c);
		return true;
	}
	if (cluster_deployment(s, a, d, e) != KUBECTL_OK ||
		!cluster_pods(s, a, d, &pods, &count, e) ||
		!find_leader(s, a, c, pods, count, &leader, e))
		return false;
	if (!s->remote_port && d->plugin_port)
		c->remote_port = d->plugin_port;
	order_pods(c, a, pods, count, leader);
	return c->pod_count || cluster_none_ready(s, d, count, e);
}
