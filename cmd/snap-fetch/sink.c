#include "sink.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include "common/jsonw.h"
#include "common/operand.h"
#include "common/proc.h"
#include "kubectl.h"
#include "sources.h"

enum { PIECE = 4096 }; /* not over PIPE_BUF: a pipe that poll calls writable takes it at once */

static const struct content *content_of(const struct sink *k)
{
	return k->settings->source->content;
}

bool sink_open(struct sink *k, const struct settings *s, struct error *e)
{
	*k = (struct sink){.settings = s};
	k->out = output_open(s->output, e);
	progress_start(&k->progress, "fetching", 0);
	return k->out != NULL;
}

/* Writes to a pipe at once; the deadline also counts while the reader of the pipe is slow. */
static bool pass_on(struct sink *k, const char *p, size_t n, struct error *e)
{
	while (n) {
		size_t piece = n < PIECE ? n : PIECE;
		int64_t left = k->settings->deadline - proc_clock_ms();
		struct pollfd fd = {output_fd(k->out), POLLOUT, 0};

		/* past the deadline a reader that takes bytes is not to blame: whoever asks for
		 * more bytes next ends it */
		int ready = poll(&fd, 1, left > 0 ? (int)left : 0);
		if (ready < 0 && errno != EINTR)
			return error_errno(e, "cannot write to standard output");
		if (ready < 0)
			continue;
		if (ready == 0)
			return deadline_error(k->settings, e, "nobody reads our standard output");
		k->passed_on = true;
		if (!output_write(k->out, p, piece, e) || !output_flush(k->out, e))
			return false;
		p += piece;
		n -= piece;
	}
	return true;
}

static bool hand_on(void *ctx, const char *bytes, size_t n, struct error *e)
{
	struct sink *k = ctx;

	return operand_is_standard(k->settings->output) ? pass_on(k, bytes, n, e)
							: output_write(k->out, bytes, n, e);
}

/* A document about a fault is not for the pipe, unless it is wanted. */
static bool is_muted(const struct sink *k)
{
	return k->fault && !k->keep && operand_is_standard(k->settings->output);
}

static bool is_annexed(const struct sink *k)
{
	return content_of(k)->annexed && !k->settings->raw;
}

static bool deliver(struct sink *k, const void *bytes, size_t n, struct error *e)
{
	if (!is_muted(k) &&
		!(is_annexed(k) ? annex_feed(&k->annex, bytes, n, hand_on, k, e)
				: hand_on(k, bytes, n, e)))
		return false;
	if (!k->verifier || verify_feed(k->verifier, bytes, n))
		return true;
	k->refused = true; /* why comes out in sink_close */
	return error_set(e, SNAP_INPUT, "not a snapshot", "the verifier stopped it at byte %llu",
		(unsigned long long)k->bytes);
}

/* Checks the first bytes before anything is written: a web page must not reach stdout. */
static bool check_head(struct sink *k, struct error *e)
{
	char shown[32] = "";

	if (k->held == CONTENT_HEAD && content_of(k)->begins(k->head))
		return true;
	for (size_t i = 0; i < k->held; i++) {
		unsigned char c = (unsigned char)k->head[i];

		snprintf(shown + strlen(shown), sizeof shown - strlen(shown),
			c >= ' ' && c < 127 ? "%c" : "\\x%02x", c);
	}
	error_set(e, SNAP_INPUT, content_of(k)->other, "it begins with '%s'", shown);
	error_hint(e,
		"look at what answers there (a login page, a proxy, another service?): curl -i URL");
	return false;
}

bool sink_write(struct sink *k, const char *name, const void *bytes, size_t n, struct error *e)
{
	const char *p = bytes;

	k->name = name;
	k->bytes += n;
	progress_update(&k->progress, k->bytes);
	if (k->bytes > k->settings->max_size) {
		error_set(e, SNAP_LIMIT, "too big", "more than %llu bytes come",
			(unsigned long long)k->settings->max_size);
		error_hint(e, "--max-size with more, if that is the right one");
		return false;
	}
	if (!k->settings->verify)
		return deliver(k, p, n, e);
	if (!k->verifier) {
		for (; n && k->held < sizeof k->head; n--)
			k->head[k->held++] = *p++;
		if (k->held < sizeof k->head)
			return true;
		if (!check_head(k, e) ||
			!(k->verifier = verify_start(content_of(k), k->settings, name, e)) ||
			!deliver(k, k->head, sizeof k->head, e))
			return false;
	}
	return deliver(k, p, n, e);
}

static bool verdict(struct sink *k, struct error *e)
{
	struct error why = {0};
	enum verdict end = VERDICT_DAMAGED;

	if (k->verifier)
		end = verify_finish(k->verifier, &why);
	else
		check_head(k, &why);
	k->verifier = NULL;
	if (end == VERDICT_WHOLE && k->fault) {
		error_set(&why, SNAP_INPUT, "a failure that is not told",
			"HTTP status %ld, with a document without an error", k->fault);
		error_hint(&why, "the log of what answered may tell more");
	}
	k->unusable = end == VERDICT_UNUSABLE && !e->status;
	/* A failed download explains the damage of the document. */
	if (why.status && (!e->status || k->refused))
		*e = why;
	return e->status == 0;
}

/* {"capturedAt":"...",...} and a newline, without unknown fields. */
static void write_info(const struct capture_info *info, struct strbuf *to)
{
	struct jsonw w = {.out = to};

	jsonw_begin(&w, '{');
	for (size_t i = 0; i < CAPTURE_FIELDS; i++)
		if (info->field[i].n) {
			jsonw_key(&w, capture_names[i]);
			jsonw_str(&w, info->field[i]);
		}
	jsonw_end(&w, '}');
	jsonw_newline(&w);
}

/* Passes on the held bytes. sound: no error was found in the ZIP. */
static bool finish(struct sink *k, bool sound, struct error *e)
{
	struct strbuf json = {0};

	if (!sound || !is_annexed(k))
		return annex_flush(&k->annex, hand_on, k, e);
	write_info(&k->info, &json);
	bool added = false, had = annex_has_one(&k->annex);
	bool ok = annex_end(&k->annex, strbuf_str(&json), &added, hand_on, k, e);
	if (ok && !added && !had && k->settings->verify)
		msg_warn(k->name,
			"no " CAPTURE_MEMBER
			" is added: this is not a ZIP as the plugin writes it");
	strbuf_free(&json);
	return ok;
}

bool sink_close(struct sink *k, struct error *e)
{
	progress_end(&k->progress);
	if (!k->bytes && !e->status) {
		error_set(e, SNAP_INPUT, "the answer is empty", "%s", "not one byte came");
		error_hint(e, "look at what answers there: curl -i URL");
	}
	bool ok = k->bytes && k->settings->verify ? verdict(k, e) : e->status == 0;
	struct error late = {0};
	if (!finish(k, ok, &late) && ok) {
		*e = late;
		ok = false;
	}
	late = (struct error){0};
	if (ok || (!k->settings->verify && k->bytes) || (k->unusable && k->keep)) {
		bool written = output_commit(k->out, &late);
		if (!written && ok)
			*e = late;
		else if (written && !ok && k->unusable)
			msg_note("%s: the document about the error is kept", k->name);
	} else {
		output_abort(k->out);
	}
	k->out = NULL;
	annex_free(&k->annex);
	arena_free(&k->arena);
	return e->status == 0;
}
