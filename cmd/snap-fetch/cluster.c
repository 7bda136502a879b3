#include "cluster.h"
#include <stdio.h>
#include "objects.h"

static bool find_deployment(const struct settings *s, struct arena *a, struct deployment *d, struct error *e)
{
	const char *words[] = {"get", "deployment", s->deployment, "-o", "json", NULL};
	char what[200];
	struct strbuf json = {0};
	snprintf(what, sizeof what, "deployment %s", s->deployment);
	bool ok = kubectl_get(s, words, what, &json, e) == KUBECTL_OK && deployment_read(strbuf_str(&json), a, d, e);
	strbuf_free(&json);
	return ok;
}

static bool find_pods(const struct settings *s, struct arena *a, const struct deployment *d, struct pod **pods, size_t *count, struct error *e)
{
	const char *words[] = {"get", "pods", "-l", d->selector.p, "-o", "json", NULL};
	struct strbuf json = {0};
	if (!d->selector.n)
		return error_set(e, SNAP_SYSTEM, "no way to its pods", "deployment %s has no spec.selector.matchLabels", s->deployment);
	bool ok = kubectl_get(s, words, "pods", &json, e) == KUBECTL_OK && pods_read(strbuf_str(&json), a, pods, count, e);
	strbuf_free(&json);
	return ok;
}

/* The pod that holds a Lease: its identity is POD_UUID. False only when nothing else will work either; no Lease is no failure. */
static bool holder_of(const struct settings *s, const char *lease, struct arena *a, struct str *pod, struct error *e)
{
	const char *words[] = {"get", "lease", lease, "-o", "json", NULL};
	char what[200];
	struct strbuf json = {0};
	struct error why = {0};
	struct str holder = {0};
	snprintf(what, sizeof what, "lease %s", lease);
	enum kubectl_failure f = kubectl_get(s, words, what, &json, &why);
	if (f == KUBECTL_OK)
		lease_read(strbuf_str(&json), a, &holder, &why);
	strbuf_free(&json);
	if (f == KUBECTL_HOPELESS) {
		*e = why;
		return false;
	}
	if (why.status && f != KUBECTL_NOT_FOUND)
		msg_warn(NULL, "the leader is not known, its pods are tried one by one: %s: %s", why.what, why.why);
	const char *end = holder.n ? memchr(holder.p, '_', holder.n) : NULL;
	*pod = (struct str){holder.p, end ? (size_t)(end - holder.p) : holder.n};
	return true;
}

static const struct pod *pod_named(const struct pod *pods, size_t count, struct str name)
{
	for (size_t i = 0; name.n && i < count; i++)
		if (str_eq(pods[i].name, name))
			return &pods[i];
	return NULL;
}

/* The Lease is named after the scheduler, with the node pool behind it where one is set. Another scheduler of the same name may
 * hold the plain one, so a holder counts only when it is one of our pods. */
static bool find_leader(const struct settings *s, struct arena *a, const struct deployment *d, const struct pod *pods, size_t count,
	const struct pod **leader, struct error *e)
{
	struct strbuf lease = {0};
	bool ok = true;
	*leader = NULL;
	for (int pool = d->node_pool.n > 0; ok && pool >= 0 && !*leader; pool--) {
		struct str holder = {0};
		strbuf_clear(&lease);
		strbuf_addstr(&lease, d->scheduler_name);
		if (pool) {
			strbuf_addc(&lease, '-');
			strbuf_addstr(&lease, d->node_pool);
		}
		ok = holder_of(s, lease.s, a, &holder, e);
		*leader = ok ? pod_named(pods, count, holder) : NULL;
	}
	strbuf_free(&lease);
	return ok;
}

static void order_pods(struct cluster *c, struct arena *a, const struct pod *pods, size_t count, const struct pod *leader)
{
	c->pods = ARENA_ARRAY(a, count + 1, const char *);
	c->pod_count = 0;
	c->leader_known = leader && !leader->deleted;
	if (c->leader_known)
		c->pods[c->pod_count++] = leader->name.p;
	for (size_t i = 0; i < count; i++)
		if (&pods[i] != leader && pods[i].ready && !pods[i].deleted)
			c->pods[c->pod_count++] = pods[i].name.p;
}

bool cluster_find(const struct settings *s, struct arena *a, struct cluster *c, struct error *e)
{
	struct deployment d;
	struct pod *pods = NULL;
	size_t count = 0;
	const struct pod *leader = NULL;
	*c = (struct cluster){.remote_port = s->remote_port ? s->remote_port : PLUGIN_PORT};
	if (s->pod) {
		c->pods = ARENA_ARRAY(a, 1, const char *);
		c->pods[c->pod_count++] = s->pod;
		return true;
	}
	if (!find_deployment(s, a, &d, e) || !find_pods(s, a, &d, &pods, &count, e) || !find_leader(s, a, &d, pods, count, &leader, e))
		return false;
	if (!s->remote_port && d.plugin_port)
		c->remote_port = d.plugin_port;
	order_pods(c, a, pods, count, leader);
	if (c->pod_count)
		return true;
	error_set(e, SNAP_SYSTEM, "no ready pod", "deployment %s has %zu pods, none of them ready", s->deployment, count);
	error_hint(e, "'kubectl get pods -n %s -l %s'", s->namespace, d.selector.p);
	return false;
}
