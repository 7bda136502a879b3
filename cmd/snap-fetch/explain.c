/* Causes of kubectl's failures, from its stderr. The last line is often not the cause, so all lines
 * are searched. */
#include <stdio.h>
#include <string.h>
#include "common/proc.h"
#include "kubectl.h"
#include "sources.h"

static bool has(const struct strbuf *text, const char *part)
{
	return text->s && strstr(text->s, part);
}

/* "E1121 08:27:21.093316 ..." is a line of kubectl's own log. */
static bool is_logged(const char *line, size_t n)
{
	return n > 5 && strchr("EWIF", line[0]) && is_digit(line[1]) && is_digit(line[2]);
}

/* The last line that contains sign (NULL: any), if possible one that is not of kubectl's log. */
static const char *line_with(const struct strbuf *err, const char *sign, char *buf, size_t size)
{
	struct strbuf line = {0}, best = {0};
	bool best_logged = true;

	for (const char *p = err->s ? err->s : ""; *p;) {
		size_t n = strcspn(p, "\n");

		strbuf_clear(&line);
		strbuf_add(&line, p, n);
		bool logged = is_logged(p, n), empty = strspn(line.s, " \t\r") >= line.len;
		if (!empty && (best_logged || !logged) && (!sign || strstr(line.s, sign))) {
			strbuf_clear(&best);
			strbuf_addz(&best, line.s + strspn(line.s, "* "));
			best_logged = logged;
		}
		p += n + (p[n] == '\n');
	}
	kubectl_one_line(&best, buf, size);
	strbuf_free(&line);
	strbuf_free(&best);
	return buf;
}

enum trouble { CONTEXT, PLUGIN, LOGIN, CERTIFICATE, ADDRESS, CONFIG, NO_WAY };

/* In this order: earlier entries are causes of later ones. */
static const struct {
	const char *sign, *also; /* also: NULL or a second one on the same line */
	enum trouble trouble;
} signs[] = {
	{"context was not found", NULL, CONTEXT},
	{"no context exists", NULL, CONTEXT},
	{"does not exist", "context", CONTEXT},
	{"exec: executable", "not found", PLUGIN},
	{"exec: fork/exec", NULL, PLUGIN},
	{"getting credentials", NULL, LOGIN},
	{"Unauthorized", NULL, LOGIN},
	{"must be logged in", NULL, LOGIN},
	{"system:anonymous", NULL, LOGIN},
	{"error: EOF", NULL, LOGIN}, /* it asks for a user name on stdin */
	{"unable to read client-cert", NULL, CERTIFICATE},
	{"unable to read client-key", NULL, CERTIFICATE},
	{"unable to read certificate-authority", NULL, CERTIFICATE},
	{"unable to load root certificates", NULL, CERTIFICATE},
	{"tls: failed to find", NULL, CERTIFICATE},
	{"tls: private key", NULL, CERTIFICATE},
	{"host must be a URL", NULL, ADDRESS},
	{"invalid port", NULL, ADDRESS},
	{"unsupported protocol scheme", NULL, ADDRESS},
	{"error loading config", NULL, CONFIG},
	{"connection to the server", NULL, NO_WAY},
	{"Unable to connect", NULL, NO_WAY},
	{"no configuration has been provided", NULL, NO_WAY},
	{"dial tcp", NULL, NO_WAY},
	{"no such host", NULL, NO_WAY},
	{"i/o timeout", NULL, NO_WAY},
	{"TLS handshake", NULL, NO_WAY},
	{"x509:", NULL, NO_WAY},
};

static void tell(const struct settings *s, enum trouble trouble, const char *why, struct error *e)
{
	static const char *const words[] = {
		[CONTEXT] = "no such context",
		[PLUGIN] = "the program that logs in to the cluster is missing",
		[LOGIN] = "not logged in to the cluster",
		[CERTIFICATE] = "a certificate of the kubeconfig cannot be read",
		[ADDRESS] = "the cluster's address is no URL",
		[CONFIG] = "the kubeconfig cannot be read",
		[NO_WAY] = "the cluster cannot be reached",
	};

	error_set(e, SNAP_SYSTEM, words[trouble], "%s", why);
	switch (trouble) {
	case CONTEXT:
		error_hint(e,
			"one of those that 'kubectl config get-contexts' lists (KUBECONFIG counts)");
		break;
	case PLUGIN:
		error_hint(e,
			"install it or put its folder into PATH: the kubeconfig names it under users, exec ('kubectl config view')");
		break;
	case LOGIN:
		error_hint(e, "log in again, then 'kubectl get pods -n %s'", s->namespace);
		break;
	case CERTIFICATE:
		error_hint(e,
			"is that file there, may you read it, is it PEM? 'kubectl config view' shows where the kubeconfig names it");
		break;
	case ADDRESS:
		error_hint(e,
			"'https://HOST:PORT' as the cluster's server in the kubeconfig; 'kubectl config view --minify' shows it");
		break;
	case CONFIG:
		error_hint(e, "'kubectl config view' reads the same file; KUBECONFIG names it");
		break;
	case NO_WAY:
		error_hint(e,
			"'kubectl cluster-info' with the same --context; KUBECONFIG names the file that is used");
		break;
	}
}

static enum kubectl_failure no_cluster(
	const struct settings *s, const struct strbuf *err, struct error *e)
{
	char why[700];

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		if (!has(err, signs[i].sign))
			continue;
		line_with(err, signs[i].sign, why, sizeof why);
		if (signs[i].also && !strstr(why, signs[i].also))
			continue;
		/* For an unreachable cluster the last line of kubectl is the best message. */
		if (signs[i].trouble == NO_WAY)
			line_with(err, NULL, why, sizeof why);
		tell(s, signs[i].trouble, why, e);
		return KUBECTL_HOPELESS;
	}
	return KUBECTL_OTHER;
}

static bool is_forbidden(const struct strbuf *err)
{
	return (has(err, "(Forbidden)") || has(err, "forbidden:")) && !has(err, "system:anonymous");
}

/* Where to look for what is not there, and the options that name it for this source. */
static void hint_names(const struct settings *s, struct error *e)
{
	bool deployment = strstr(s->source->options, " --deployment ") != NULL;
	bool pod = strstr(s->source->options, " --pod ") != NULL;

	error_hint(e, "'kubectl get %spods -n %s', then --namespace%s%s",
		deployment ? "deployments," : "", s->namespace,
		!deployment   ? ""
			: pod ? ", --deployment"
			      : " or --deployment",
		pod ? " or --pod" : "");
}

enum kubectl_failure kubectl_explain(const struct settings *s, const char *what,
	const struct strbuf *err, int status, struct error *e)
{
	char why[700], text[256], ended[64];

	line_with(err, NULL, why, sizeof why);
	if (is_forbidden(err)) {
		snprintf(text, sizeof text, "%.200s: forbidden", what);
		error_set(e, SNAP_SYSTEM, text, "%s", why);
		error_hint(e,
			"'snap-fetch --from %s%s --print-role -n %s' prints the Role to ask for; "
			"'kubectl auth can-i --list -n %s' shows which rights are there",
			s->source->name, s->profile.word ? " --profile heap" : "", s->namespace,
			s->namespace);
		return KUBECTL_FORBIDDEN;
	}
	enum kubectl_failure f = no_cluster(s, err, e);
	if (f != KUBECTL_OTHER)
		return f;
	if (has(err, "(NotFound)") || has(err, "\" not found")) {
		snprintf(text, sizeof text, "%.200s not found", what);
		error_set(e, SNAP_SYSTEM, text, "%s", why);
		hint_names(s, e);
		return KUBECTL_NOT_FOUND;
	}
	snprintf(text, sizeof text, "kubectl failed on %.200s", what);
	error_set(e, SNAP_SYSTEM, text, "%s",
		why[0] ? why : proc_status_text(status, ended, sizeof ended));
	return KUBECTL_OTHER;
}
