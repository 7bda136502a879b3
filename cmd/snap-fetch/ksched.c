/* --from kube-scheduler: the dump that each leader writes to its log on the signal USR2. */
#include "ksched.h"
#include "common/output.h"
#include "sources.h"

static bool put(void *out, struct str bytes, struct error *e)
{
	return output_write(out, bytes.p, bytes.n, e);
}

static bool write_all_dumps(
	const struct settings *s, struct ksched_log *const logs[], size_t n, struct error *e)
{
	struct output *out = output_open(s->output, e);

	for (size_t i = 0; out && i < n; i++)
		if (!ksched_log_write(logs[i], put, out, e)) {
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
			dumps(&s, &a, leaders, n, input, e);
	} else if (s.namespace) {
		strbuf_addz(input, s.namespace);
	}
	arena_free(&a);
	return ok;
}

static void role(const struct settings *s, struct strbuf *to)
{
	const char *ns = s->namespace ? s->namespace : "kube-system";

	strbuf_addf(to,
		"# kubectl apply -f - takes this; then, for each who may capture:\n"
		"# kubectl create rolebinding snap-fetch-kube-scheduler -n %s --role=snap-fetch-kube-scheduler --user=NAME\n"
		"# (OpenShift: -n openshift-kube-scheduler)\n"
		"apiVersion: rbac.authorization.k8s.io/v1\n"
		"kind: Role\n"
		"metadata:\n"
		"  name: snap-fetch-kube-scheduler\n"
		"  namespace: %s\n"
		"rules:\n"
		"- apiGroups: [coordination.k8s.io]\n"
		"  resources: [leases]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods]\n"
		"  verbs: [get, list]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods/log]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods/exec] # not with --no-signal\n"
		"  verbs: [create]\n",
		ns, ns);
}

const struct source source_kube_scheduler = {
	.name = "kube-scheduler",
	.options = " --pod --selector --no-signal ",
	.suffix = "log",
	.fetch = fetch,
	.role = role,
};
