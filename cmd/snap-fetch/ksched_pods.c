/* Pods of kube-scheduler, wherever a cluster has them. */
#include <stdio.h>
#include "ksched.h"

/* Where clusters have them: OpenShift, kubeadm and its like. */
static const struct {
	const char *namespace, *selector;
} places[] = {
	{"openshift-kube-scheduler", "app=openshift-kube-scheduler"},
	{"kube-system", "component=kube-scheduler"},
};

enum { PLACES = sizeof places / sizeof *places };

struct found {
	struct arena *arena;
	struct ksched_pod *pods;
	size_t count;
};

static enum kubectl_failure get(const struct settings *s, const char *const args[], bool list,
	struct found *found, struct error *e)
{
	struct strbuf json = {0};
	enum kubectl_failure f = kubectl_get(s, args, "pods", &json, e);

	if (f == KUBECTL_OK &&
		!ksched_pods_read(
			strbuf_str(&json), found->arena, list, &found->pods, &found->count, e))
		f = KUBECTL_OTHER;
	strbuf_free(&json);
	return f;
}

static bool nobody(const char *given, const char *selector, struct error *e)
{
	if (given)
		error_set(e, SNAP_SYSTEM, "no pod of kube-scheduler", "none in namespace %s has %s",
			given, selector ? selector : "the labels of OpenShift or kubeadm");
	else
		error_set(e, SNAP_SYSTEM, "no pod of kube-scheduler",
			"none in the namespaces openshift-kube-scheduler and kube-system");
	error_hint(e,
		"-n NS --selector LABEL=VALUE where it runs as a pod; a managed control plane does not show it at all");
	return false;
}

/* Which of the places is this cluster's is not known then. */
static void hint_rights(const struct settings *s, struct error *e)
{
	e->hint[0] = '\0';
	error_hint(e,
		"'snap-fetch --from kube-scheduler%s --print-role' prints the Role to ask for, in kube-system; with -n openshift-kube-scheduler the one for OpenShift",
		s->profile.word ? " --profile heap" : "");
}

/* A place where pods may not be listed does not end the search. */
static bool search(struct settings *s, struct found *found, struct error *e)
{
	const char *given = s->namespace, *refusing = NULL;
	/* With both given there is one place only. */
	size_t n = given && s->selector ? 1 : PLACES, forbidden = 0;
	struct error first = {0};

	for (size_t i = 0; i < n && !found->count; i++) {
		struct error why = {0};
		const char *args[] = {"get", "pods", "-l",
			s->selector ? s->selector : places[i].selector, "-o", "json", NULL};

		s->namespace = given ? given : places[i].namespace;
		enum kubectl_failure f = get(s, args, true, found, &why);
		forbidden += f == KUBECTL_FORBIDDEN;
		if (f != KUBECTL_OK && !first.status) {
			first = why;
			refusing = s->namespace;
		}
		if (f == KUBECTL_HOPELESS)
			break;
	}
	if (found->count)
		return true;
	if (!first.status)
		return nobody(given, s->selector, e);
	*e = first;
	s->namespace = refusing;
	if (!given && forbidden == PLACES)
		hint_rights(s, e);
	return false;
}

static bool named(struct settings *s, struct found *found, struct error *e)
{
	char resource[300];
	const char *args[] = {"get", resource, "-o", "json", NULL};

	snprintf(resource, sizeof resource, "pod/%s", s->pod);
	if (!s->namespace)
		s->namespace = places[!str_starts(str_of(s->pod), STR("openshift-"))].namespace;
	return get(s, args, false, found, e) == KUBECTL_OK &&
		(found->count ||
			error_set(
				e, SNAP_SYSTEM, "kubectl's answer cannot be read", "it is no pod"));
}

bool ksched_pods(struct settings *s, struct arena *a, struct ksched_pod **pods, size_t *count,
	struct error *e)
{
	struct found found = {.arena = a};
	bool ok = s->pod ? named(s, &found, e) : search(s, &found, e);

	*pods = found.pods;
	*count = found.count;
	return ok;
}
