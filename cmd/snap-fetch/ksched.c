/* --from kube-scheduler: the dump that each leader writes to its log on the signal USR2, or with
 * --profile what its profiler gives. */
#include "ksched.h"
#include "common/output.h"
#include "role.h"
#include "sources.h"

bool ksched_put(void *out, struct str bytes, struct error *e)
{
	return output_write(out, bytes.p, bytes.n, e);
}

static bool write_all_dumps(
	const struct settings *s, struct ksched_log *const logs[], size_t n, struct error *e)
{
	struct output *out = output_open(s->output, e);

	for (size_t i = 0; out && i < n; i++)
		if (!ksched_log_write(logs[i], ksched_put, out, e)) {
			output_abort(out);
			return false;
		}
	return out && output_commit(out, e);
}

/* Nothing is written before the dumps of all leaders are whole. */
static bool dumps(const struct settings *s, struct arena *a,
	const struct ksched_pod *const *leaders, size_t n, struct strbuf *input, struct error *e)
{
	struct ksched_log **logs = ARENA_ARRAY(a, n, struct ksched_log *);
	size_t done = 0;
	bool ok = true;

	for (size_t i = 0; ok && i < n; i++) {
		strbuf_clear(input);
		strbuf_addf(input, "%s/%s", s->namespace, leaders[i]->name.p);
		logs[i] = ksched_log_open(s->max_size, e);
		done += logs[i] != NULL;
		ok = logs[i] && ksched_dump(s, leaders[i], logs[i], e);
		if (ok)
			msg_note("%s: %s", input->s,
				s->no_signal ? "the last dump of its log" : "dumped its cache");
	}
	ok = ok && write_all_dumps(s, logs, n, e);
	for (size_t i = 0; i < done; i++)
		ksched_log_close(logs[i]);
	return ok;
}

static bool profile(const struct settings *s, const struct ksched_pod *const *leaders, size_t n,
	struct strbuf *input, struct error *e)
{
	if (n > 1) {
		error_set(e, SNAP_SYSTEM, "more than one leader", "%zu pods lead, %s and %s", n,
			leaders[0]->name.p, leaders[1]->name.p);
		error_hint(e, "--pod with one of them");
		return false;
	}
	strbuf_addf(input, "/%s", leaders[0]->name.p);
	return ksched_profile(s, leaders[0], e);
}

static bool fetch(const struct settings *given, struct strbuf *input, struct error *e)
{
	struct settings s = *given;
	struct arena a = {0};
	struct ksched_pod *pods;
	size_t count, n;
	bool ok = ksched_pods(&s, &a, &pods, &count, e);

	if (ok) {
		const struct ksched_pod **leaders =
			ARENA_ARRAY(&a, count, const struct ksched_pod *);

		strbuf_addz(input, s.namespace);
		ok = ksched_leaders(&s, &a, pods, count, leaders, &n, e) &&
			(s.profile.word ? profile(&s, leaders, n, input, e)
					: dumps(&s, &a, leaders, n, input, e));
	} else if (s.namespace) {
		strbuf_addz(input, s.namespace);
	}
	arena_free(&a);
	return ok;
}

/* The rights of both: which pod leads. */
static const char common_rights[] = "- apiGroups: [coordination.k8s.io]\n"
				    "  resources: [leases]\n"
				    "  verbs: [get]\n"
				    "- apiGroups: [\"\"]\n"
				    "  resources: [pods]\n"
				    "  verbs: [get, list]\n";
static const char log_rights[] = "- apiGroups: [\"\"]\n"
				 "  resources: [pods/log]\n"
				 "  verbs: [get]\n";
static const char signal_rights[] = "- apiGroups: [\"\"]\n"
				    "  resources: [pods/exec]\n"
				    "  verbs: [create]\n";
static const char profile_rights[] = "- apiGroups: [\"\"]\n"
				     "  resources: [pods/portforward]\n"
				     "  verbs: [create]\n";
static const char path_rights[] = "- nonResourceURLs: [/debug/pprof/*]\n"
				  "  verbs: [get]\n";

static void role(const struct settings *s, struct strbuf *to)
{
	static const char pprof[] = "snap-fetch-pprof";
	bool profile = s->profile.word != NULL;
	const char *ns = s->namespace ? s->namespace : "kube-system";
	const char *name = profile ? pprof
		: s->no_signal     ? "snap-fetch-kube-scheduler-log"
				   : "snap-fetch-kube-scheduler";

	role_begin(to);
	role_binding(to, name, ns);
	if (profile)
		role_binding(to, pprof, NULL);
	if (!s->namespace)
		strbuf_addz(to, "# (OpenShift: -n openshift-kube-scheduler)\n");
	role_head(to, name, ns);
	strbuf_addf(to, "%s%s", common_rights, profile ? profile_rights : log_rights);
	if (!profile) {
		strbuf_addz(to, s->no_signal ? "" : signal_rights);
		return;
	}
	strbuf_addz(to, "---\n");
	role_head(to, pprof, NULL);
	strbuf_addz(to, path_rights);
}

const struct source source_kube_scheduler = {
	.name = "kube-scheduler",
	.options = " --pod --selector --no-signal --profile --local-port --remote-port ",
	.suffix = "log",
	.fetch = fetch,
	.role = role,
};
