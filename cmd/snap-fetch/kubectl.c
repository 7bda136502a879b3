#include "kubectl.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "common/json.h"
#include "common/proc.h"
#include "common/timefmt.h"

void kubectl_argv(const struct settings *s, const char *const words[], const char *argv[KUBECTL_ARGS])
{
	size_t n = 0;
	argv[n++] = s->kubectl;
	for (size_t i = 0; words[i] && n < KUBECTL_ARGS - 5; i++)
		argv[n++] = words[i];
	argv[n++] = "--namespace";
	argv[n++] = s->namespace;
	if (s->context) {
		argv[n++] = "--context";
		argv[n++] = s->context;
	}
	argv[n] = NULL;
}

bool deadline_error(const struct settings *s, struct error *e, const char *fmt, ...)
{
	char doing[512];
	struct strbuf limit = {0};
	va_list args;
	va_start(args, fmt);
	vsnprintf(doing, sizeof doing, fmt, args);
	va_end(args);
	duration_format(&limit, s->timeout_ms * 1000000);
	/* A failure that we have put down to something else is one of the clock in truth. */
	*e = (struct error){0};
	error_set(e, SNAP_LIMIT, "time-out", "%s after %s", doing, limit.s);
	error_hint(e, "--timeout with more time than %s", limit.s);
	strbuf_free(&limit);
	return false;
}

char *kubectl_one_line(const struct strbuf *text, char *buf, size_t size)
{
	const char *from = text->s ? text->s : "";
	size_t len = 0;
	if (text->len >= size)
		from += text->len - size + 1;
	for (; *from; from++) {
		bool blank = *from == '\n' || *from == '\r' || *from == '\t' || *from == ' ';
		if (!blank)
			buf[len++] = *from;
		else if (len && buf[len - 1] != ' ')
			buf[len++] = ' ';
	}
	while (len && buf[len - 1] == ' ')
		len--;
	buf[len] = 0;
	return buf;
}

/* The last line that is not one of kubectl's own log ("E1121 08:27:21.093316 ..."): it sums up. */
static const char *summary_line(const struct strbuf *err, char *buf, size_t size)
{
	struct strbuf best = {0};
	const char *p = err->s ? err->s : "";
	while (*p) {
		size_t n = strcspn(p, "\n");
		bool logged = n > 5 && strchr("EWIF", p[0]) && p[1] >= '0' && p[1] <= '9' && p[2] >= '0' && p[2] <= '9';
		bool empty = strspn(p, " \t\r") >= n;
		if (!empty && (!logged || !best.len)) {
			strbuf_clear(&best);
			strbuf_add(&best, p, n);
		}
		p += n + (p[n] == '\n');
	}
	kubectl_one_line(&best, buf, size);
	strbuf_free(&best);
	return buf;
}

static bool has(const struct strbuf *text, const char *part)
{
	return text->s && strstr(text->s, part);
}

static enum kubectl_failure no_cluster(const struct settings *s, const struct strbuf *err, const char *why, struct error *e)
{
	if (has(err, "context") && (has(err, "does not exist") || has(err, "no context exists"))) {
		error_set(e, SNAP_SYSTEM, "no such context", "%s", why);
		error_hint(e, "one of those that 'kubectl config get-contexts' lists (KUBECONFIG counts)");
		return KUBECTL_HOPELESS;
	}
	if (has(err, "Unauthorized") || has(err, "must be logged in") || has(err, "getting credentials")) {
		error_set(e, SNAP_SYSTEM, "not logged in to the cluster", "%s", why);
		error_hint(e, "log in again, then 'kubectl get pods -n %s'", s->namespace);
		return KUBECTL_HOPELESS;
	}
	static const char *const signs[] = {"connection to the server", "Unable to connect", "no configuration has been provided",
		"dial tcp", "no such host", "i/o timeout", "TLS handshake", "x509:", "error loading config"};
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (has(err, signs[i])) {
			error_set(e, SNAP_SYSTEM, "the cluster cannot be reached", "%s", why);
			error_hint(e, "'kubectl cluster-info' with the same --context; KUBECONFIG names the file that is used");
			return KUBECTL_HOPELESS;
		}
	return KUBECTL_OTHER;
}

enum kubectl_failure kubectl_explain(const struct settings *s, const char *what, const struct strbuf *err, int status, struct error *e)
{
	char why[700], text[256];
	summary_line(err, why, sizeof why);
	if (has(err, "(Forbidden)") || has(err, "forbidden:")) {
		snprintf(text, sizeof text, "%.200s: forbidden", what);
		error_set(e, SNAP_SYSTEM, text, "%s", why);
		error_hint(e,
			"ask for a role that may get deployments, pods and leases and create pods/portforward in namespace %s "
			"('kubectl auth can-i create pods/portforward -n %s' checks), or use --pod NAME",
			s->namespace, s->namespace);
		return KUBECTL_FORBIDDEN;
	}
	if (has(err, "(NotFound)") || has(err, "\" not found")) {
		snprintf(text, sizeof text, "%.200s not found", what);
		error_set(e, SNAP_SYSTEM, text, "%s", why);
		error_hint(e, "'kubectl get deployments,pods -n %s', then --namespace, --deployment or --pod", s->namespace);
		return KUBECTL_NOT_FOUND;
	}
	enum kubectl_failure f = no_cluster(s, err, why, e);
	if (f == KUBECTL_OTHER) {
		char ended[64];
		snprintf(text, sizeof text, "kubectl failed on %.200s", what);
		error_set(e, SNAP_SYSTEM, text, "%s", why[0] ? why : proc_status_text(status, ended, sizeof ended));
	}
	return f;
}

enum kubectl_failure kubectl_missing(const struct settings *s, const struct error *started, struct error *e)
{
	error_set(e, SNAP_SYSTEM, "kubectl cannot be run", "%s", started->why);
	error_hint(e, "install kubectl, name it with --kubectl PATH (now '%.100s'), or forward the port yourself and use --url", s->kubectl);
	return KUBECTL_HOPELESS;
}

enum kubectl_failure kubectl_get(
	const struct settings *s, const char *const words[], const char *what, struct strbuf *json, struct error *e)
{
	const char *argv[KUBECTL_ARGS];
	struct strbuf err = {0};
	struct error run = {0};
	int status = 0;
	int64_t left = s->deadline - proc_clock_ms();
	kubectl_argv(s, words, argv);
	strbuf_clear(json);
	enum kubectl_failure f = KUBECTL_OK;
	if (!proc_run(argv, NULL, left > 0 ? (int)left : 0, json, &err, &status, &run)) {
		f = KUBECTL_HOPELESS;
		if (run.status == SNAP_LIMIT)
			deadline_error(s, e, "kubectl get %s did not end", what);
		else
			kubectl_missing(s, &run, e);
	} else if (status != 0) {
		f = kubectl_explain(s, what, &err, status, e);
	}
	memset(strbuf_reserve(json, JSON_PADDING), 0, JSON_PADDING);
	strbuf_free(&err);
	return f;
}
