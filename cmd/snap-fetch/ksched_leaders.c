/* Leaders among the pods of kube-scheduler: the holder of the Lease, one for each Lease. */
#include <stdio.h>
#include <strings.h>
#include "cluster.h"
#include "ksched.h"

enum { MOST = 256 };

static struct str lease_name(const struct ksched_pod *pod)
{
	return pod->lease.n ? pod->lease : STR("kube-scheduler");
}

static struct str lease_namespace(const struct settings *s, const struct ksched_pod *pod)
{
	return pod->lease_ns.n ? pod->lease_ns : str_of(s->namespace);
}

static bool same_lease(
	const struct settings *s, const struct ksched_pod *a, const struct ksched_pod *b)
{
	return str_eq(lease_name(a), lease_name(b)) &&
		str_eq(lease_namespace(s, a), lease_namespace(s, b));
}

/* The host of the holder's identity, HOST_UUID. */
static struct str host_of(struct str holder)
{
	for (size_t i = holder.n; i > 0; i--)
		if (holder.p[i - 1] == '_')
			return (struct str){holder.p, i - 1};
	return holder;
}

static struct str short_name(struct str host)
{
	const char *dot = str_find(host, '.');

	return dot ? (struct str){host.p, (size_t)(dot - host.p)} : host;
}

/* A node's name is the host's in small letters, the holder's identity has them as they are. */
static bool same_host(struct str a, struct str b)
{
	return a.n && a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

/* How sure the pod is on that host: its own name, in the node's network the node's name, one of the
 * two with its domain, or the end of a static pod's name. 0: it is not. */
static int match(const struct ksched_pod *pod, struct str host)
{
	size_t n = host.n;

	if (!n)
		return 0;
	if (str_eq(pod->name, host))
		return 4;
	if (same_host(pod->node, host))
		return 3;
	if (same_host(short_name(pod->node), short_name(host)) &&
		(!str_find(pod->node, '.') || !str_find(host, '.')))
		return 2;
	return !pod->node.n && pod->name.n > n + 1 && str_ends(pod->name, host) &&
		pod->name.p[pod->name.n - n - 1] == '-';
}

/* The one pod that matches best; NULL: none, or several. */
static const struct ksched_pod *holder_among(const struct settings *s,
	const struct ksched_pod *pods, size_t count, const struct ksched_pod *of, struct str host)
{
	const struct ksched_pod *best = NULL;
	int most = 0;

	for (size_t i = 0; i < count; i++) {
		int sure = same_lease(s, &pods[i], of) && !pods[i].deleted && !pods[i].no_election
			? match(&pods[i], host)
			: 0;

		if (sure > most)
			best = &pods[i];
		else if (sure && sure == most)
			best = NULL;
		most = sure > most ? sure : most;
	}
	return best;
}

static size_t others(const struct settings *s, const struct ksched_pod *pods, size_t count,
	const struct ksched_pod *of)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		n += same_lease(s, &pods[i], of) && !pods[i].deleted && !pods[i].no_election;
	return n - 1;
}

/* NULL: *e is set. */
static const struct ksched_pod *holder_of_lease(const struct settings *s, struct arena *a,
	const struct ksched_pod *pods, size_t count, const struct ksched_pod *of, struct error *e)
{
	struct settings there = *s;
	struct lease lease;
	const char *name = arena_str(a, lease_name(of)).p;

	there.namespace = arena_str(a, lease_namespace(s, of)).p;
	if (!is_dns_name(str_of(name)) || !is_dns_name(str_of(there.namespace))) {
		error_set(e, SNAP_SYSTEM, "no such Lease", "its arguments name %.100s in %.100s",
			name, there.namespace);
		return NULL;
	}
	enum kubectl_failure f = cluster_lease(&there, name, a, &lease, e);
	if (f == KUBECTL_NOT_FOUND)
		e->hint[0] = '\0'; /* other options do not find it */
	if (f != KUBECTL_OK)
		return NULL;
	const struct ksched_pod *pod = holder_among(s, pods, count, of, host_of(lease.holder));
	if (!pod)
		error_set(e, SNAP_SYSTEM, "the leader is not known",
			lease.holder.n
				? "the Lease %s/%s is held by %.200s, which is none of the pods"
				: "nobody holds the Lease %s/%s: it was released%.0s",
			there.namespace, name, lease.holder.p ? lease.holder.p : "");
	return pod;
}

/* The leader of the pod's Lease. A single pod needs none to be known. */
static const struct ksched_pod *leader_of(const struct settings *s, struct arena *a,
	const struct ksched_pod *pods, size_t count, const struct ksched_pod *of, struct error *e)
{
	struct error why = {0};
	const struct ksched_pod *pod = holder_of_lease(s, a, pods, count, of, &why);

	if (pod)
		return pod;
	if (others(s, pods, count, of) == 0) {
		msg_warn(of->name.p, "%s: %s; it is the only pod, so it is asked", why.what,
			why.why);
		return of;
	}
	*e = why;
	error_hint(e,
		"--pod NAME asks that one, but what a standby dumps lacks the pods that the leader has assumed: 'kubectl get pods -n %s'",
		s->namespace);
	return NULL;
}

static bool seen_before(
	const struct settings *s, const struct ksched_pod *pods, const struct ksched_pod *pod)
{
	for (const struct ksched_pod *p = pods; p < pod; p++)
		if (!p->deleted && !p->no_election && same_lease(s, p, pod))
			return true;
	return false;
}

bool ksched_leaders(const struct settings *s, struct arena *a, const struct ksched_pod *pods,
	size_t count, const struct ksched_pod **leaders, size_t *n, struct error *e)
{
	*n = 0;
	if (count > MOST)
		return error_set(e, SNAP_LIMIT, "too many pods", "%zu of kube-scheduler", count);
	for (size_t i = 0; i < count; i++) {
		const struct ksched_pod *leader = &pods[i];

		if (!s->pod && leader->deleted)
			continue;
		if (!s->pod && !leader->no_election) {
			if (seen_before(s, pods, leader))
				continue;
			leader = leader_of(s, a, pods, count, leader, e);
			if (!leader)
				return false;
		}
		leaders[(*n)++] = leader;
	}
	if (*n)
		return true;
	error_set(e, SNAP_SYSTEM, "no pod of kube-scheduler", "all of them are being deleted");
	error_hint(e, "again, as soon as a new one runs: 'kubectl get pods -n %s'", s->namespace);
	return false;
}
