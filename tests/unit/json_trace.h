/* What a JSON reader sees of a text, written down, so that its ways of reading (SIMD or not, memory
 * or stream, small or large windows, walking or skipping) can be compared. For the unit tests and
 * the fuzz target. */
#ifndef SNAP_JSON_TRACE_H
#define SNAP_JSON_TRACE_H
#include <stdio.h>
#include <stdlib.h>

#include "common/json.h"
#include "common/json_scan.h"
#include "common/mem.h"

enum trace_job { TRACE_WALK, TRACE_SKIP, TRACE_RAW, TRACE_KNOWN, TRACE_JOBS };

/* How to read. chunk 0: from memory; else a stream of blocks of that size. */
struct trace_way {
	const char *scanner; /* NULL: the best */
	size_t window, chunk;
};

struct trace_source {
	const char *text;
	size_t left, chunk;
	/* A copy of exactly one chunk, freed at the next one: a sanitizer reports a read from an
	 * old block. */
	char *block;
};

static inline int trace_fill(void *ctx, struct str *block, struct error *e)
{
	struct trace_source *s = ctx;
	size_t n = s->left < s->chunk ? s->left : s->chunk;

	(void)e;
	free(s->block);
	s->block = NULL;
	if (n == 0)
		return 0;
	s->block = xmalloc(n);
	memcpy(s->block, s->text, n);
	s->text += n;
	s->left -= n;
	*block = (struct str){s->block, n};
	return 1;
}

static inline void trace_text(struct strbuf *out, char kind, struct str text)
{
	strbuf_addc(out, kind);
	strbuf_addstr(out, text);
	strbuf_addc(out, '\n');
}

static inline void trace_scalar(struct json *r, enum json_type type, struct strbuf *out)
{
	struct str text = {NULL, 0};
	bool value = false;

	if (type == JSON_STRING && json_string(r, &text))
		trace_text(out, 's', text);
	else if (type == JSON_NUMBER && json_number(r, &text))
		trace_text(out, 'n', text);
	else if (type == JSON_NULL && json_null(r))
		trace_text(out, '0', text);
	else if ((type == JSON_TRUE || type == JSON_FALSE) && json_bool(r, &value))
		trace_text(out, value ? 't' : 'f', text);
}

/* Every third value is skipped instead of read, so that reading goes on behind a skip. */
static inline void trace_value(struct json *r, struct strbuf *out, bool mixed, size_t *count)
{
	struct str key;
	enum json_type type = json_peek(r);

	if (mixed && ++*count % 3 == 0 && type != JSON_END) {
		json_skip(r);
		return;
	}
	if (type != JSON_OBJECT && type != JSON_ARRAY) {
		trace_scalar(r, type, out);
		return;
	}
	json_enter(r);
	strbuf_addc(out, type == JSON_OBJECT ? '{' : '[');
	while (type == JSON_OBJECT ? json_key(r, &key) : json_element(r)) {
		if (type == JSON_OBJECT)
			trace_text(out, 'k', key);
		trace_value(r, out, mixed, count);
		strbuf_addf(
			out, "@%llu\n", json_failed(r) ? 0ULL : (unsigned long long)json_offset(r));
	}
	strbuf_addc(out, '/');
}

/* Writes the next value: by json_again, or else by json_raw, and then it becomes the known one, if
 * it can be remembered. *copy: the text of known, to be freed. */
static inline void trace_known_value(
	struct json *r, struct json_known *known, char **copy, struct strbuf *out)
{
	struct str raw;

	if (json_again(r, known)) {
		trace_text(out, 'r', known->text);
		return;
	}
	if (!json_raw(r, &raw))
		return;
	trace_text(out, 'r', raw);
	char *kept = xmalloc(raw.n);
	memcpy(kept, raw.p, raw.n);
	if (json_remember(r, (struct str){kept, raw.n}, known)) {
		free(*copy);
		*copy = kept;
	} else {
		free(kept);
	}
}

/* Walks into objects and arrays down to the third level; what is below is written as one value. */
static inline void trace_known(
	struct json *r, int level, struct json_known *known, char **copy, struct strbuf *out)
{
	struct str key;
	enum json_type type = json_peek(r);

	if (level == 3 || (type != JSON_OBJECT && type != JSON_ARRAY)) {
		trace_known_value(r, known, copy, out);
		return;
	}
	json_enter(r);
	while (type == JSON_OBJECT ? json_key(r, &key) : json_element(r)) {
		if (type == JSON_OBJECT)
			trace_text(out, 'k', key);
		trace_known(r, level + 1, known, copy, out);
		strbuf_addf(
			out, "@%llu\n", json_failed(r) ? 0ULL : (unsigned long long)json_offset(r));
	}
}

/* The document as one of the jobs sees it, then the error if there is one. text has JSON_PADDING
 * bytes behind it. */
static inline bool trace_read(const char *text, size_t len, struct trace_way way,
	enum trace_job job, bool mixed, struct strbuf *out, struct error *e)
{
	struct trace_source source = {text, len, way.chunk, NULL};
	struct json *r =
		way.chunk ? json_over_stream(trace_fill, &source) : json_over_memory(text, len);
	struct str raw = {NULL, 0};
	struct json_known known = {0};
	char *copy = NULL;
	size_t count = 0;

	json_tune(r, way.scanner, way.window);
	if (job == TRACE_WALK)
		trace_value(r, out, mixed, &count);
	else if (job == TRACE_SKIP)
		json_skip(r);
	else if (job == TRACE_KNOWN)
		trace_known(r, 1, &known, &copy, out);
	else if (json_raw(r, &raw))
		trace_text(out, 'r', raw);
	bool ok = json_finish(r);
	json_error(r, e);
	if (!ok)
		strbuf_addf(out, "%s: %s\n", e->what, e->why);
	json_free(r);
	free(copy);
	free(source.block);
	return ok;
}

#endif
