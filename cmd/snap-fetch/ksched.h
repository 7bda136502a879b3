/* --from kube-scheduler: the parts of it. */
#ifndef SNAP_FETCH_KSCHED_H
#define SNAP_FETCH_KSCHED_H
#include "ksched_log.h"
#include "kubectl.h"
#include "objects.h"

/* A pod of kube-scheduler. All texts have a NUL at their end; the arena of the call that found the
 * pod owns them. */
struct ksched_pod {
	struct str name, node;      /* names as of is_dns_name; node may be empty */
	struct str container;       /* the one that runs kube-scheduler; empty: none does */
	struct str lease, lease_ns; /* of leader election; empty: kube-scheduler, the pod's own */
	unsigned secure_port;       /* 0: it has none */
	bool no_election;           /* it leads without a Lease */
	bool deleted;
	bool foreign_pids; /* process 1 of its container is not the container's program */
};

/* ksched_pods.c: reads the pods in text, a List of kubectl or one pod. text is followed by
 * JSON_PADDING readable bytes. False: *e is set. */
bool ksched_pods_read(struct str text, struct arena *a, bool list, struct ksched_pod **pods,
	size_t *count, struct error *e);
/* Looks for pods in the namespaces where a cluster has them, or in that of
 * --namespace; *s gets the namespace. False: *e is set. */
bool ksched_pods(struct settings *s, struct arena *a, struct ksched_pod **pods, size_t *count,
	struct error *e);
/* ksched_leaders.c: the pods to be asked, of which there is one at least. False: *e is set. */
bool ksched_leaders(const struct settings *s, struct arena *a, const struct ksched_pod *pods,
	size_t count, const struct ksched_pod **leaders, size_t *n, struct error *e);

/* ksched.c: writes bytes to a struct output. A spool_put. */
bool ksched_put(void *out, struct str bytes, struct error *e);
/* ksched_profile.c: writes the profile of --profile. False: *e is set. */
bool ksched_profile(const struct settings *s, const struct ksched_pod *pod, struct error *e);
/* ksched_dump.c: makes the pod dump its cache, unless --no-signal is given, and reads the dump from
 * its log. False: *e is set. */
bool ksched_dump(const struct settings *s, const struct ksched_pod *pod, struct ksched_log *log,
	struct error *e);

#endif
