/* One page out of kubectl: read while it comes, and taken only when all of it is there. */
#include <string.h>
#include "api.h"
#include "common/proc.h"

enum {
	WORDS = 1 << 15, /* of kubectl on stderr; the last ones are the cause */
	LAST_WORDS_MS = 1000
};

struct answer {
	const struct settings *s;
	const char *what;
	struct proc kubectl;
	struct strbuf out, err;
	struct page *page;
	size_t bytes;
	bool at_end; /* of both pipes */
};

static void keep_last(struct strbuf *text)
{
	if (text->len <= 2 * WORDS)
		return;
	memmove(text->s, text->s + text->len - WORDS, WORDS);
	strbuf_cut(text, WORDS);
}

static int too_large(const struct answer *a, struct error *e)
{
	error_set(e, SNAP_LIMIT, "kubectl writes too much", "more than 64MiB about %s", a->what);
	error_hint(e, "is that a kubectl (--kubectl, now '%.100s')?", a->s->kubectl);
	return -1;
}

/* A json_fill. */
static int next_block(void *ctx, struct str *block, struct error *e)
{
	struct answer *a = ctx;

	for (;;) {
		int64_t left = a->s->deadline - proc_clock_ms();

		strbuf_clear(&a->out);
		switch (proc_read(&a->kubectl, left > 0 ? (int)left : 0, &a->out, &a->err, e)) {
		case PROC_OUTPUT: break;
		case PROC_EOF: a->at_end = true; return 0;
		case PROC_FAILED: return -1;
		case PROC_TIMEOUT:
			deadline_error(a->s, e, "kubectl get %s did not end", a->what);
			return -1;
		}
		keep_last(&a->err);
		if (!a->out.len)
			continue;
		a->bytes += a->out.len;
		a->page->too_large |= a->bytes > PAGE_MAX;
		if (a->page->too_large)
			return too_large(a, e);
		*block = strbuf_str(&a->out);
		return 1;
	}
}

/* Whether the words on stderr tell more than what was read. */
static bool has_failed(struct answer *a, int *status)
{
	struct error ignored = {0};
	int64_t until = proc_clock_ms() + LAST_WORDS_MS;

	while (!a->at_end && proc_clock_ms() < until &&
		proc_read(&a->kubectl, LAST_WORDS_MS, NULL, &a->err, &ignored) == PROC_OUTPUT)
		keep_last(&a->err);
	return proc_wait(&a->kubectl, LAST_WORDS_MS, status) && *status != 0;
}

static bool is_expired(const struct strbuf *err)
{
	return err->s &&
		(strstr(err->s, "(Expired)") || strstr(err->s, "(Gone)") ||
			strstr(err->s, "continue parameter is too old"));
}

static enum page_end blame(struct answer *a, int status, struct error *e)
{
	struct error why = {0};
	enum kubectl_failure f = kubectl_explain(a->s, a->what, &a->err, status, &why);

	if (is_expired(&a->err)) {
		error_set(e, SNAP_SYSTEM, "the list has expired", "%s: %s", a->what, why.why);
		return PAGE_EXPIRED;
	}
	*e = why;
	if (f != KUBECTL_FORBIDDEN && f != KUBECTL_NOT_FOUND)
		return PAGE_BROKEN; /* earlier answers showed a way and a login */
	e->hint[0] = '\0';          /* of other captures */
	return f == KUBECTL_FORBIDDEN ? PAGE_FORBIDDEN : PAGE_NOT_FOUND;
}

/* bad: what is wrong with the page, unless it is whole. */
static enum page_end judge(struct answer *a, const struct error *bad, struct error *e)
{
	int status = 0;

	if (a->page->too_large) {
		too_large(a, e);
		return PAGE_TOO_LARGE;
	}
	if (bad->status == SNAP_LIMIT && a->s->deadline <= proc_clock_ms()) {
		*e = *bad;
		return PAGE_FAILED;
	}
	if (has_failed(a, &status))
		return blame(a, status, e);
	if (!bad->status)
		return PAGE_WHOLE;
	error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read", "%s: %s%s%s", a->what,
		bad->what, bad->why[0] ? ": " : "", bad->why);
	return PAGE_BROKEN;
}

enum page_end api_page(const struct settings *s, const char *what, const char *path, struct page *p,
	struct error *e)
{
	const char *args[] = {"get", "--raw", path, NULL}, *argv[KUBECTL_ARGS];
	struct answer a = {.s = s, .what = what, .page = p};
	struct error bad = {0}, started = {0};

	kubectl_argv(s, args, argv);
	if (!proc_start(
		    &a.kubectl, argv, NULL, NULL, PROC_OUT | PROC_ERR | PROC_NULL_IN, &started)) {
		kubectl_missing(s, &started, e);
		return PAGE_FAILED;
	}
	struct json *r = json_over_stream(next_block, &a);
	page_read(p, r, &bad);
	json_free(r);
	enum page_end end = judge(&a, &bad, e);
	proc_stop(&a.kubectl, LAST_WORDS_MS);
	strbuf_free(&a.out);
	strbuf_free(&a.err);
	return end;
}
