#include "ksched_request.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "common/fd.h"
#include "common/mem.h"
#include "common/temporary.h"

enum { SLICE_MS = 200, GRACE_MS = 2000, KEEP = 65536 };

/* Name of the port-forward in the kubeconfig that goes before the user's own. */
#define CLUSTER "snap-fetch"

extern char **environ;

/* A cluster in a file of its own, which has no secret. With options of kubectl instead, those of
 * the user's cluster would stay in force: a proxy-url would lead the login elsewhere. */
static bool name_cluster(struct ksched_request *r, struct error *e)
{
	struct strbuf text = {0};
	int fd = temporary_open(&r->kubeconfig, e);

	if (fd < 0)
		return false;
	strbuf_addf(&text,
		"apiVersion: v1\n"
		"kind: Config\n"
		"clusters:\n"
		"- name: " CLUSTER "\n"
		"  cluster:\n"
		"    server: https://%s:%u\n"
		"    insecure-skip-tls-verify: true\n",
		r->forward.host, r->forward.port);
	bool ok = write_all(fd, strbuf_str(&text));
	ok = fd_close(fd) == 0 && ok;
	strbuf_free(&text);
	if (!ok)
		return error_path(e, "cannot write to", r->kubeconfig.s);
	if (strchr(r->kubeconfig.s, ':'))
		return error_set(e, SNAP_SYSTEM, "KUBECONFIG cannot name a temporary file",
			"there is a : in %.300s, from TMPDIR", r->kubeconfig.s);
	return true;
}

/* "KUBECONFIG=OURS:THEIRS"; of a name that is in both, kubectl takes ours. */
static void kubeconfigs(const struct ksched_request *r, struct strbuf *to)
{
	const char *theirs = getenv("KUBECONFIG"), *home = getenv("HOME");

	strbuf_addf(to, "KUBECONFIG=%s", r->kubeconfig.s);
	if (theirs && *theirs)
		strbuf_addf(to, ":%s", theirs);
	else if (home && *home)
		strbuf_addf(to, ":%s/.kube/config", home);
}

static bool start(struct ksched_request *r, const char *path, struct error *e)
{
	const char *args[] = {"get", "--raw", path, "--cluster", CLUSTER, NULL};
	const char *argv[KUBECTL_ARGS];
	struct strbuf kubeconfig = {0};
	struct error started = {0};
	size_t n = 0, kept = 0;

	while (environ[n])
		n++;
	char **envp = xcalloc(n + 2, sizeof *envp);
	kubeconfigs(r, &kubeconfig);
	envp[kept++] = kubeconfig.s;
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "KUBECONFIG=", strlen("KUBECONFIG=")) != 0)
			envp[kept++] = environ[i];
	kubectl_argv(r->settings, args, argv);
	bool ok = proc_start(
		&r->proc, argv, NULL, envp, PROC_NULL_IN | PROC_OUT | PROC_ERR, &started);
	if (!ok)
		kubectl_missing(r->settings, &started, e);
	free(envp);
	strbuf_free(&kubeconfig);
	return ok;
}

static bool take(struct ksched_request *r, struct str bytes, struct error *e)
{
	if (spool_size(r->body) + bytes.n > r->settings->max_size)
		return pprof_too_big(r->settings->max_size, e);
	return pprof_feed(&r->pprof, bytes, e) && spool_add(r->body, bytes, e);
}

/* Reads the body. What is wrong with it is known only when kubectl has ended well: before that, its
 * own words count. */
static bool read_body(struct ksched_request *r, struct error *wrong, struct error *e)
{
	struct strbuf out = {0};
	enum proc_event event = PROC_TIMEOUT;
	size_t useless = 0;

	while (event == PROC_TIMEOUT || event == PROC_OUTPUT) {
		if (proc_clock_ms() >= r->settings->deadline) {
			deadline_error(
				r->settings, e, "no whole profile from pod %s", r->pod->name.p);
			break;
		}
		strbuf_clear(&out);
		if (r->said.len > KEEP)
			strbuf_clear(&r->said);
		event = proc_read(&r->proc, SLICE_MS, &out, &r->said, e);
		forward_read(&r->forward, 0); /* its pipe must not fill up */
		if (!wrong->status)
			take(r, strbuf_str(&out), wrong);
		useless += wrong->status ? out.len : 0;
		if (useless > KEEP || wrong->status == SNAP_LIMIT || wrong->status == SNAP_SYSTEM) {
			*e = *wrong;
			break;
		}
	}
	strbuf_free(&out);
	return !e->status;
}

static bool get(struct ksched_request *r, const char *path, struct error *e)
{
	struct error wrong = {0};
	int status = 0;

	if (!name_cluster(r, e) || !start(r, path, e) || !read_body(r, &wrong, e))
		return false;
	if (!proc_wait(&r->proc, GRACE_MS, &status))
		return error_set(e, SNAP_SYSTEM, "kubectl does not end", "get --raw");
	if (status != 0)
		return ksched_refused(r, status, e);
	if (!wrong.status && pprof_finish(&r->pprof, &wrong))
		return true;
	*e = wrong;
	error_hint(e, "is that port kube-scheduler's? --remote-port with its --secure-port");
	return false;
}

bool ksched_request(const struct settings *s, const struct ksched_pod *pod, const char *path,
	struct spool *body, struct error *e)
{
	struct ksched_request r = {.settings = s, .pod = pod, .body = body};
	unsigned port = s->remote_port ? s->remote_port : pod->secure_port;
	bool ok = pprof_open(&r.pprof, s->max_size, e) &&
		forward_start(&r.forward, s, pod->name.p, port, e) == KUBECTL_OK &&
		get(&r, path, e);

	proc_stop(&r.proc, GRACE_MS);
	forward_stop(&r.forward);
	temporary_remove(&r.kubeconfig);
	strbuf_free(&r.said);
	pprof_close(&r.pprof);
	return ok;
}
