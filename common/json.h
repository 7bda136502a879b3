/* Pull reader for JSON: strict RFC 8259 with validated UTF-8, for snapshots of hundreds of
 * megabytes.
 *
 *     if (json_enter(r))                               // into the object
 *             while (json_key(r, &key))
 *                     if (str_eq(key, STR("pods"))) read_pods(r);
 *                     else json_skip(r);
 *     if (json_failed(r)) ...
 *
 * Errors are sticky: after an error every call returns false (json_peek: JSON_END), so loops end
 * and one call of json_failed at the end is enough. Duplicate keys are all returned; the caller
 * lets the last one win, as Go's decoder does. */
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

/* Reads text, which must outlive the reader and be followed by JSON_PADDING readable bytes of any
 * value. */
#define JSON_PADDING 64
struct json *json_over_memory(const char *text, size_t len);
/* Returns the next block, valid until its next call. 1: a block; 0: the end; -1: *e is set. */
typedef int json_fill(void *ctx, struct str *block, struct error *e);
struct json *json_over_stream(json_fill *fill, void *ctx);
void json_free(struct json *r);

/* The type of the next value, which is not consumed. */
static inline enum json_type json_peek(struct json *r);
/* Enters the next value, an object or array; anything else is an error. */
static inline bool json_enter(struct json *r);
/* The key of the next member. False: the object has ended and is left, or an error. */
static inline bool json_key(struct json *r, struct str *key);
/* True: there is a next element. False: the array has ended and is left, or an error. */
static inline bool json_element(struct json *r);

/* These consume the next value. Another type is an error that names the path, the wanted and the
 * actual type.
 *
 * The decoded string, valid until the next call; a string without escapes points into the memory of
 * json_over_memory. A lone surrogate (\ud800) becomes U+FFFD, as in Go. */
static inline bool json_string(struct json *r, struct str *text);
/* The number as written. */
bool json_number(struct json *r, struct str *text);
/* As Go decodes an int64: 1.0, 1e3 and overflows are errors. */
bool json_int(struct json *r, int64_t *value);
/* The nearest double; an overflow is an error, as in Go. */
bool json_double(struct json *r, double *value);
bool json_bool(struct json *r, bool *value);
/* Consumes a null. False without an error: the next value is another. */
static inline bool json_null(struct json *r);
/* Validates and skips any value. */
static inline bool json_skip(struct json *r);
/* Validates any value and returns it as written, valid until the next call. */
bool json_raw(struct json *r, struct str *text);

/* An object or array that was read before, to skip it fast where it is written again. {0}: none. */
struct json_known {
	struct str text; /* the caller's */
	/* private */
	uint32_t places;
	ptrdiff_t depth;
};
/* text: a copy of what json_raw has just returned. False: it cannot be recognised; *known stays. */
bool json_remember(const struct json *r, struct str text, struct json_known *known);
/* The next value is written as known, byte by byte, and is skipped. False: it is another, or that
 * cannot be told fast; nothing is consumed. */
bool json_again(struct json *r, const struct json_known *known);
/* Checks that only white space is left; else an error. */
bool json_finish(struct json *r);

/* Sets an error of the caller at this place ("bad quantity"), as sticky as one of the reader.
 * Returns false. */
bool json_fail(struct json *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* As json_fail, for a document that is no snapshot; without a place. hint, a literal, is for
 * error_try. */
bool json_fail_foreign(struct json *r, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* As json_fail, with a hint, for input that may be valid but exceeds a limit of this program. */
bool json_fail_limit(struct json *r, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Makes the error of inner one of r, with offset and path relative to r. inner reads raw, the
 * latest text of json_raw(r), or a copy. True: inner has no error. */
bool json_fail_inside(struct json *r, struct str raw, const struct json *inner);
bool json_failed(const struct json *r);
uint64_t json_offset(const struct json *r);
/* Sets *e to the error. Bytes count from 0, lines and columns (in bytes) from 1.
 * - Bad JSON: "invalid JSON: TEXT at byte B, line L, column C (rawObjects.pods[17].spec)",
 * SNAP_INPUT.
 * - Wrong types and json_fail: "unexpected value: ...", SNAP_INPUT.
 * - json_fail_foreign: "not a snapshot: TEXT", SNAP_INPUT.
 * - Deep nesting and json_fail_limit: "over a limit: ...", SNAP_LIMIT.
 * - A failed read: the error of fill. */
void json_error(struct json *r, struct error *e);
/* The scanner in use: "avx512", "avx2" or "scalar". The environment variable SNAP_JSON_SIMD=scalar
 * selects one, for tests. */
const char *json_simd(void);

#include "common/json_quick.h"

#endif
