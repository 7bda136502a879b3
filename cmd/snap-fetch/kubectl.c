#include "kubectl.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "common/json.h"
#include "common/proc.h"
#include "common/timefmt.h"
#include "sources.h"

enum { OUTPUT_MAX = 64 << 20 };

void kubectl_argv(
	const struct settings *s, const char *const args[], const char *argv[KUBECTL_ARGS])
{
	size_t n = 0;

	argv[n++] = s->kubectl;
	for (size_t i = 0; args[i] && n < KUBECTL_ARGS - 5; i++)
		argv[n++] = args[i];
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
	/* After the deadline, the time-out is the cause of any failure. */
	*e = (struct error){0};
	error_set(e, SNAP_LIMIT, "time-out", "%s after %s", doing, limit.s);
	error_hint(e, "--timeout with more time than %s", limit.s);
	strbuf_free(&limit);
	return false;
}

/* Replaces user and secret of each "https://user:secret@host" by stars. */
static void hide_passwords(char *text)
{
	for (char *p = text; (p = strstr(p, "://")) != NULL;) {
		p += 3;
		size_t n = strcspn(p, "@/ \"'");
		if (p[n] == '@' && n >= 3) {
			memcpy(p, "***", 3);
			memmove(p + 3, p + n, strlen(p + n) + 1);
		}
	}
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
	hide_passwords(buf);
	return buf;
}

enum kubectl_failure kubectl_missing(
	const struct settings *s, const struct error *started, struct error *e)
{
	error_set(e, SNAP_SYSTEM, "kubectl cannot be run", "%s", started->why);
	error_hint(e, "install kubectl, or name it with --kubectl PATH (now '%.100s')%s",
		s->kubectl,
		strstr(s->source->options, " --url ")
			? ", or forward the port yourself and use --url"
			: "");
	return KUBECTL_HOPELESS;
}

static void too_much(const struct settings *s, const char *what, struct error *e)
{
	error_set(e, SNAP_LIMIT, "kubectl writes too much", "more than 64MiB about %s", what);
	error_hint(e,
		"is that a kubectl (--kubectl, now '%.100s')? --pod NAME goes without a look at the deployment",
		s->kubectl);
}

enum kubectl_failure kubectl_get(const struct settings *s, const char *const args[],
	const char *what, struct strbuf *json, struct error *e)
{
	const char *argv[KUBECTL_ARGS];
	struct strbuf err = {0};
	struct error run = {0};
	int status = 0;
	int64_t left = s->deadline - proc_clock_ms();

	kubectl_argv(s, args, argv);
	strbuf_clear(json);
	enum kubectl_failure f = KUBECTL_OK;
	if (!proc_run_bounded(
		    argv, NULL, left > 0 ? (int)left : 0, OUTPUT_MAX, json, &err, &status, &run)) {
		f = KUBECTL_HOPELESS;
		if (json->len > OUTPUT_MAX || err.len > OUTPUT_MAX)
			too_much(s, what, e);
		else if (run.status == SNAP_LIMIT)
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
