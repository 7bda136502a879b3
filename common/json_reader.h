/* Private to the JSON reader: its state, and the functions that its files share. */
#ifndef SNAP_JSON_READER_H
#define SNAP_JSON_READER_H
#include "common/json.h"
#include "common/json_scan.h"

/* A slow path out of line: the fast path of the same function then needs no stack frame. */
#define JSON_SLOW __attribute__((noinline, cold))

#define JSON_NO_HOLD UINT64_MAX

struct json {
	struct json_head h;
	bool suspect; /* strings of the window need a check of each byte */
	uint32_t win_len;
	uint64_t value_end; /* end of the latest string or scalar of a slow path */
	/* Places of the latest value of json_raw; 0: it crossed a border of windows. */
	uint32_t raw_places;

	/* The buffered bytes, from offset text_off on; the window is their last part. With
	 * json_over_memory: the whole input. */
	const char *text;
	uint64_t text_off;
	size_t text_len;
	size_t scanned; /* memory only: number of bytes that have been in a window */
	uint64_t hold;  /* stream only: bytes from this offset on must stay buffered */
	struct json_scan scan;
	const struct json_scanner *scanner;
	uint32_t *places;
	size_t window;

	json_fill *fill; /* NULL: memory */
	void *ctx;
	struct str block; /* the rest of the latest block of fill */
	char *buf;
	size_t buf_cap;
	bool ended; /* fill has returned 0 */
	struct error fill_error;
	uint64_t newlines; /* in text; the last one is at last_newline */
	uint64_t last_newline;
	uint64_t lines;    /* newlines before text */
	uint64_t line_off; /* offset of the line that text begins in */
	/* Keys of the outer levels whose texts have left the buffer, concatenated. */
	struct strbuf saved;

	struct strbuf decoded;
	uint64_t error_off;
	enum json_fault {
		JSON_SYNTAX,  /* bad JSON */
		JSON_MEANING, /* a value that the caller does not accept */
		JSON_FOREIGN, /* valid, but no snapshot */
		JSON_LIMIT    /* over a limit of this program */
	} fault;
	char message[256];
	char path[384];
	const char *hint;
	struct json_level
		levels[JSON_MAX_DEPTH + 1]; /* [0] is the document itself; last: see json_input.c */
};
_Static_assert(offsetof(struct json, h) == 0, "the fast paths take a struct json for its head");

static inline const char *json_at(const struct json *r, uint64_t off)
{
	return r->text + (off - r->text_off);
}
static inline uint64_t json_next_off(const struct json *r)
{
	return r->h.win_off + *r->h.it;
}
/* The operator that has no place, since it follows the latest string (json_scan.h), and its offset.
 * 0: none. */
static inline unsigned char json_implied(const struct json *r)
{
	return json_operators[r->h.behind];
}
static inline uint64_t json_implied_off(const struct json *r)
{
	return r->h.win_off + r->h.it[-1] + 1;
}
static inline char json_next_char(const struct json *r)
{
	return r->h.win[*r->h.it];
}

/* json_input.c: reads the next window with a place in it. False: the input has ended, or the stream
 * has failed (json_fail_end reports which). */
bool json_more(struct json *r);
static inline bool json_ready(struct json *r)
{
	return __builtin_expect(r->h.it < r->h.end, 1) || json_more(r);
}
/* Bytes of the input so far. */
uint64_t json_input_size(const struct json *r);

/* json_error.c. The functions return false. where: the error is in the current member or element,
 * or in the container around it. */
enum json_where { IN_VALUE, IN_CONTAINER };
bool json_fail_at(struct json *r, enum json_where where, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The input ends too early. */
bool json_fail_end(struct json *r);
/* The next value is nested too deep. */
bool json_fail_deep(struct json *r);
/* No value starts with the next byte. */
bool json_fail_value(struct json *r);
bool json_fail_type(struct json *r, const char *wanted);
/* The caller's call is not valid at this place. */
bool json_fail_state(struct json *r);
/* Copies the keys that begin in front of keep_from, before those bytes leave the buffer. */
void json_save_keys(struct json *r, uint64_t keep_from);

/* json_text.c: texts of strings, without the quotes. */
struct json_span {
	uint64_t off;
	size_t len;
	bool escaped;
};
/* Validates and consumes the string at the next place. */
bool json_take_string(struct json *r, struct json_span *s);
struct str json_decode(struct json *r, const char *p, size_t n);
/* Returns the end of the number at p, at most `end`. NULL: *bad is the first wrong byte. */
const char *json_number_end(const char *p, const char *end, const char **bad);
/* Returns the end of the number or literal at w[it[0]], at most w + it[1]. NULL: it is invalid, and
 * the slow path reports why. */
const char *json_scalar_end(const char *w, const uint32_t *it);
/* Validates and consumes the number or literal at the next place. The caller has checked its first
 * byte. */
bool json_take_scalar(struct json *r, struct json_span *s);

#endif
