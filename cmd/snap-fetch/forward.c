#include "forward.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRACE_MS = 2000, SLICE_MS = 1000, KEEP = 65536, ROUNDS = 16, LAST_WORDS_MS = 1000 };

/* An endless talker: its last words count. */
static void forget_old(struct strbuf *text)
{
	if (text->len > KEEP)
		strbuf_clear(text);
}

bool forward_read(struct forward *f, int wait_ms)
{
	struct error failed = {0};

	/* A limited number of reads: output may never end, and the caller has a deadline. */
	for (int rounds = 0; rounds < ROUNDS; rounds++, wait_ms = 0) {
		forget_old(&f->out);
		forget_old(&f->err);
		enum proc_event event = proc_read(&f->proc, wait_ms, &f->out, &f->err, &failed);
		if (event == PROC_TIMEOUT)
			return true;
		if (event == PROC_FAILED)
			strbuf_addf(&f->err, "%s: %s\n", failed.what, failed.why);
		if (event != PROC_OUTPUT)
			return false;
	}
	return true;
}

/* "Forwarding from 127.0.0.1:40321 -> 8081"; only a whole line counts. */
static bool find_port(struct forward *f)
{
	static const char opening[] = "Forwarding from ";
	const char *from = f->out.s ? strstr(f->out.s, opening) : NULL;

	if (!from || !strchr(from, '\n'))
		return false;
	from += sizeof opening - 1;
	size_t n = strcspn(from, " \r\n");
	size_t colon = n;
	while (colon > 0 && from[colon - 1] != ':')
		colon--;
	unsigned long port = colon ? strtoul(from + colon, NULL, 10) : 0;
	if (!colon || colon > sizeof f->host || port == 0 || port > 65535)
		return false;
	memcpy(f->host, from, colon - 1);
	f->host[colon - 1] = 0;
	f->port = (unsigned)port;
	return true;
}

/* It ended without a word of a port. */
static enum kubectl_failure explain(struct forward *f, const struct settings *s, const char *pod,
	unsigned remote_port, struct error *e)
{
	int status = 0;
	char what[200], ended[64], output[600];

	if (!proc_wait(&f->proc, GRACE_MS, &status))
		proc_stop(&f->proc, GRACE_MS);
	if (f->err.s &&
		(strstr(f->err.s, "address already in use") ||
			strstr(f->err.s, "unable to listen"))) {
		error_set(e, SNAP_SYSTEM, "the local port cannot be used", "%s",
			kubectl_one_line(&f->err, output, sizeof output));
		error_hint(e, "without --local-port: a free one is taken");
		return KUBECTL_HOPELESS;
	}
	snprintf(what, sizeof what, "pod %s", pod);
	enum kubectl_failure failure = kubectl_explain(s, what, &f->err, status, e);
	if (failure != KUBECTL_OTHER)
		return failure;
	*e = (struct error){0};
	kubectl_one_line(&f->err, output, sizeof output);
	error_set(e, SNAP_SYSTEM, "port-forward died", "%s%s%s", output, output[0] ? ": " : "",
		proc_status_text(status, ended, sizeof ended));
	error_hint(e,
		"'kubectl get pod %s -n %s', then 'kubectl port-forward pod/%s :%u -n %s' by hand",
		pod, s->namespace, pod, remote_port, s->namespace);
	return failure;
}

enum kubectl_failure forward_start(struct forward *f, const struct settings *s, const char *pod,
	unsigned remote_port, struct error *e)
{
	char target[300], ports[32];

	snprintf(target, sizeof target, "pod/%s", pod);
	if (s->local_port)
		snprintf(ports, sizeof ports, "%u:%u", s->local_port, remote_port);
	else
		snprintf(ports, sizeof ports, ":%u", remote_port);
	const char *args[] = {"port-forward", target, ports, NULL};
	const char *argv[KUBECTL_ARGS];
	struct error started = {0};
	*f = (struct forward){.port = 0};
	kubectl_argv(s, args, argv);
	if (!proc_start(&f->proc, argv, NULL, NULL, PROC_NULL_IN | PROC_OUT | PROC_ERR, &started))
		return kubectl_missing(s, &started, e);
	while (!find_port(f)) {
		int64_t left = s->deadline - proc_clock_ms();

		if (left <= 0) {
			deadline_error(s, e, "kubectl port-forward to pod %s did not come up", pod);
			return KUBECTL_HOPELESS;
		}
		if (!forward_read(f, left < SLICE_MS ? (int)left : SLICE_MS))
			return find_port(f) ? KUBECTL_OK : explain(f, s, pod, remote_port, e);
	}
	return KUBECTL_OK;
}

bool forward_outlives(struct forward *f)
{
	int64_t until = proc_clock_ms() + LAST_WORDS_MS;

	for (int64_t left = LAST_WORDS_MS; left > 0; left = until - proc_clock_ms())
		if (!forward_read(f, (int)left))
			return false;
	return true;
}

/* In the words of containerd, CRI-O and kwok. */
bool forward_refused(const struct forward *f)
{
	static const char *const signs[] = {
		"refused", "failed to connect to localhost", "forward not found for port"};

	for (size_t i = 0; f->err.s && i < sizeof signs / sizeof *signs; i++)
		if (strstr(f->err.s, signs[i]))
			return true;
	return false;
}

void forward_stop(struct forward *f)
{
	proc_stop(&f->proc, GRACE_MS);
	strbuf_free(&f->out);
	strbuf_free(&f->err);
}
