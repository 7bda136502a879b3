/* Private to the JSON reader: its state and what its parts call of each other. */
#ifndef SNAP_JSON_READER_H
#define SNAP_JSON_READER_H
#include "common/json.h"
#include "common/json_scan.h"

/* Apart from the quick way of the same function, which then needs no stack frame. */
#define JSON_SLOW __attribute__((noinline, cold))

#define JSON_NO_HOLD UINT64_MAX

struct json {
	struct json_head h; /* must be first */
	bool suspect;       /* of the window: strings need a look at each byte */
	uint32_t win_len;
	uint64_t value_end; /* behind the string or scalar that was taken the careful way last */

	/* Bytes at hand: text[0] is at text_off; the window is the last part of it. From memory:
	 * all of the input. */
	const char *text;
	uint64_t text_off;
	size_t text_len;
	size_t scanned; /* memory only: how much of it has been a window */
	uint64_t hold;  /* stream only: bytes from this offset on must stay at hand */
	struct json_scan scan;
	const struct json_scanner *scanner;
	uint32_t *places;
	size_t window;

	json_fill *fill; /* NULL: memory */
	void *ctx;
	struct str block; /* what is left of the block fill gave */
	char *buf;
	size_t buf_cap;
	bool ended; /* fill has nothing more */
	struct error fill_error;
	uint64_t newlines; /* in text; the last one is at last_newline */
	uint64_t last_newline;
	uint64_t lines;      /* newlines before text */
	uint64_t line_off;   /* offset of the first byte of the line that text begins in */
	struct strbuf saved; /* keys of the outer levels that are no longer at hand, one behind the
				other */

	struct strbuf decoded;
	uint64_t error_off;
	enum json_fault {
		JSON_SYNTAX,
		JSON_MEANING,
		JSON_LIMIT
	} fault; /* bad JSON; not what the caller wanted; more than we take */
	char message[256];
	char path[384];
	const char *hint;
	struct json_level levels[JSON_MAX_DEPTH + 1]; /* [0] is the document itself */
};

static inline const char *json_at(const struct json *r, uint64_t off)
{
	return r->text + (off - r->text_off);
}
static inline uint64_t json_next_off(const struct json *r)
{
	return r->h.win_off + *r->h.it;
}
/* The operator that has no place because it follows the string taken last; 0: none. Its offset. */
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

/* json_input.c: the next window that has a place in it. False: the input is over (or the stream
 * failed; json_fail_end tells). */
bool json_more(struct json *r);
static inline bool json_ready(struct json *r)
{
	return __builtin_expect(r->h.it < r->h.end, 1) || json_more(r);
}
uint64_t json_input_size(const struct json *r); /* of what has been seen */

/* json_error.c. All return false. Where: is the error in the current member or element, or in the
 * container around it? */
enum json_where { IN_VALUE, IN_CONTAINER };
bool json_fail_at(struct json *r, enum json_where where, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
bool json_fail_end(struct json *r);   /* the input is over too early */
bool json_fail_deep(struct json *r);  /* the value that comes next is nested too deep */
bool json_fail_value(struct json *r); /* no value can start with what comes next */
bool json_fail_type(struct json *r, const char *wanted);
bool json_fail_state(struct json *r); /* the caller asks for what cannot be at this place */
void json_save_keys(
	struct json *r, uint64_t keep_from); /* before bytes in front of keep_from go away */

/* json_text.c: texts of strings, given without their quotes. */
struct json_span {
	uint64_t off;
	size_t len;
	bool escaped;
};
bool json_take_string(
	struct json *r, struct json_span *s); /* consumes the string at the next place, validated */
struct str json_decode(struct json *r, const char *p, size_t n);
/* The number at p, ending at end at the latest; returns its end, or NULL and *bad where it goes
 * wrong. */
const char *json_number_end(const char *p, const char *end, const char **bad);
/* Behind the number or literal at w[it[0]], which ends at w[it[1]] at the latest; NULL: the careful
 * way finds out what is wrong. */
const char *json_scalar_end(const char *w, const uint32_t *it);
/* Consumes the number or literal at the next place, validated. The caller looks at its first byte
 * before. */
bool json_take_scalar(struct json *r, struct json_span *s);

#endif
