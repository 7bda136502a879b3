/* Pull reader for JSON: strict RFC 8259, UTF-8 validated, built for snapshots of hundreds of
 * megabytes.
 *
 *     if (json_enter(r))                               // into the object
 *             while (json_key(r, &key))
 *                     if (str_eq(key, STR("pods"))) read_pods(r);
 *                     else json_skip(r);
 *     if (json_failed(r)) ...
 *
 * Errors stick: after one every call returns false (json_peek: JSON_END), so loops end by
 * themselves and one look at json_failed() at the end is enough. Duplicate keys are handed out as
 * they come: the reader of a member takes the last one, as Go's decoder does. */
#ifndef SNAP_JSON_H
#define SNAP_JSON_H
#include <stdint.h>
#include "msg.h"
#include "str.h"

enum json_type {
	JSON_END,
	JSON_OBJECT,
	JSON_ARRAY,
	JSON_STRING,
	JSON_NUMBER,
	JSON_TRUE,
	JSON_FALSE,
	JSON_NULL
};
#define JSON_MAX_DEPTH 512

struct json; /* owned by the caller until json_free */

/* Over a block of memory, which must outlive the reader. JSON_PADDING readable bytes behind text +
 * len (of any value) are required. */
#define JSON_PADDING 64
struct json *json_over_memory(const char *text, size_t len);
/* Over a stream. fill hands out the next block (valid until its next call): 1 a block, 0 the end,
 * -1 failed with *e set. */
typedef int json_fill(void *ctx, struct str *block, struct error *e);
struct json *json_over_stream(json_fill *fill, void *ctx);
void json_free(struct json *r);

static inline enum json_type json_peek(struct json *r); /* the type of the value that comes next */
static inline bool json_enter(
	struct json *r); /* into the object or array that comes next; error when it is neither */
static inline bool json_key(struct json *r,
	struct str
		*key); /* next member's key; false when the object is over (and left) or on error */
static inline bool json_element(struct json *r); /* is there another element? false when the array
						    is over (and left) or on error */

/* The next value, consumed. A lone surrogate (\ud800) becomes U+FFFD, as in Go. The text (escapes
 * decoded) is valid until the next call; from memory, a text without escapes points into that
 * memory. A wrong type is an error that names path, what was wanted and what is there. */
static inline bool json_string(struct json *r, struct str *text);
bool json_number(struct json *r, struct str *text); /* the number as written */
bool json_int(struct json *r,
	int64_t *value); /* as Go takes an int64: 1.0, 1e3 and what does not fit are errors */
bool json_double(struct json *r,
	double *value); /* nearest double; too large a number is an error, as in Go */
bool json_bool(struct json *r, bool *value);
static inline bool json_null(
	struct json *r); /* consumes a null if that is what comes; false (no error) otherwise */
static inline bool json_skip(struct json *r); /* any value, validated, not built */
bool json_raw(struct json *r,
	struct str *text);        /* any value, validated, as written; valid until the next call */
bool json_finish(struct json *r); /* nothing but white space is left; else an error */

/* For the caller's own complaints at this place ("bad quantity"): sticks like the reader's. Returns
 * false. */
bool json_fail(struct json *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with what to try, a literal. */
bool json_fail_hint(struct json *r, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same where the input may be right, but this program cannot take so much. hint: what to try;
 * stays. */
bool json_fail_limit(struct json *r, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The error of inner, a reader over (a copy of) the text raw that json_raw(r) gave last, as one of
 * r: offset and path continue those of r. True when inner has none. */
bool json_fail_inside(struct json *r, struct str raw, const struct json *inner);
bool json_failed(const struct json *r);
uint64_t json_offset(const struct json *r);
/* The error as "invalid JSON: <text> at byte B, line L, column C (rawObjects.pods[17].spec)",
 * status SNAP_INPUT, or what fill said. Bytes count from 0, lines and columns (in bytes) from 1. A
 * wrong type and json_fail's complaints say "unexpected value: ...", deep nesting and
 * json_fail_limit's "over a limit: ...", with status SNAP_LIMIT. */
void json_error(struct json *r, struct error *e);
/* Which code path runs: "avx2" or "scalar". SNAP_JSON_SIMD=scalar in the environment forces one,
 * for tests. */
const char *json_simd(void);

#include "common/json_quick.h"

#endif
