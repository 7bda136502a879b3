/* Fast paths of the JSON reader's most frequent calls, inlined into the callers; json.c has the
 * slow paths. Only json.h includes this file. Names that json.h does not declare are private to the
 * reader. */
#ifndef SNAP_JSON_QUICK_H
#define SNAP_JSON_QUICK_H

enum json_state {
	JSON_EXPECT_VALUE, /* at a value */
	JSON_EXPECT_FIRST, /* behind the opening bracket */
	JSON_EXPECT_NEXT,  /* behind a value */
	JSON_READER_FAILED
};

#define JSON_NO_KEY UINT64_MAX

/* One open object or array, for the path in messages. */
struct json_level {
	/* Object: offset of the text of the current key, or JSON_NO_KEY. Array: index of the
	 * current element + 1. */
	uint64_t at;
	/* Object: length of the key in `saved`, after its text has left the buffer. */
	uint32_t kept_len;
	bool object;
};

/* The first part of struct json, which the fast paths use. */
struct json_head {
	/* Places (json_scan.h) of the window that are not consumed yet, relative to win. */
	const uint32_t *it, *end;
	/* While it < quick, at least four places are left, and strings need no check of each byte.
	 */
	const uint32_t *quick;
	const char *win;
	uint64_t win_off; /* offset of win in the input */
	/* The innermost open level; the level at the depth limit. */
	struct json_level *top, *deepest;
	/* Offset of the latest consumed value; of the last bracket of an object or array. */
	uint64_t value_off;
	enum json_state state;
	/* In state JSON_EXPECT_NEXT: the byte behind the latest string, if it is in the window; an
	 * operator there has no place. Else 0. */
	unsigned char behind;
};

/* enum json_type by the first byte of a value. */
extern const unsigned char json_types[256];
/* Operators (json_scan.h) map to themselves, other bytes to 0. */
extern const unsigned char json_operators[256];

enum json_type json_careful_peek(struct json *r);
bool json_careful_enter(struct json *r);
bool json_careful_key(struct json *r, struct str *key);
bool json_careful_element(struct json *r);
bool json_careful_string(struct json *r, struct str *text);
bool json_careful_null(struct json *r);
bool json_careful_skip(struct json *r);

static inline enum json_type json_peek(struct json *r)
{
	struct json_head *h = (struct json_head *)r;
	enum json_type t = h->it < h->end
		? (enum json_type)json_types[(unsigned char)h->win[*h->it]]
		: JSON_END;

	return __builtin_expect(h->state == JSON_EXPECT_VALUE && t != JSON_END, 1)
		? t
		: json_careful_peek(r);
}

static inline bool json_enter(struct json *r)
{
	struct json_head *h = (struct json_head *)r;
	const uint32_t *it = h->it;

	if (h->state != JSON_EXPECT_VALUE || it >= h->end || h->top == h->deepest)
		return json_careful_enter(r);
	char c = h->win[*it];
	if (c != '{' && c != '[')
		return json_careful_enter(r);
	h->top++;
	h->top->at = c == '{' ? JSON_NO_KEY : 0;
	h->top->object = c == '{';
	h->value_off = h->win_off + *it;
	h->it = it + 1;
	h->state = JSON_EXPECT_FIRST;
	return true;
}

/* The fast path of json_key: the member is in the window and its key has no escapes. */
enum json_quick { JSON_QUICK_KEY, JSON_QUICK_OVER, JSON_NOT_QUICK };

static inline enum json_quick json_quick_key(struct json *r, struct str *key)
{
	struct json_head *h = (struct json_head *)r;
	const uint32_t *it = h->it;
	const char *w = h->win;

	if (it >= h->quick || !h->top->object || h->state == JSON_EXPECT_VALUE)
		return JSON_NOT_QUICK;
	if (h->behind != ',' && h->state == JSON_EXPECT_NEXT) {
		unsigned char c = json_operators[h->behind];

		if (c == 0)
			c = (unsigned char)w[*it++];
		if (c == '}') {
			h->value_off = h->win_off + it[-1] + (h->behind == '}');
			h->it = it;
			h->top--;
			h->behind = 0;
			return JSON_QUICK_OVER;
		}
		if (c != ',')
			return JSON_NOT_QUICK;
	}
	const char *p = w + it[0], *over = w + it[1];
	if (*p != '"' || over[0] != '"' || over[1] != ':')
		return JSON_NOT_QUICK;
	*key = (struct str){p + 1, (size_t)(over - p - 1)};
	h->top->at = h->win_off + it[0] + 1;
	h->it = it + 2;
	h->behind = 0;
	h->state = JSON_EXPECT_VALUE;
	return JSON_QUICK_KEY;
}

static inline bool json_key(struct json *r, struct str *key)
{
	enum json_quick q = json_quick_key(r, key);

	return q == JSON_NOT_QUICK ? json_careful_key(r, key) : q == JSON_QUICK_KEY;
}

static inline bool json_element(struct json *r)
{
	struct json_head *h = (struct json_head *)r;
	const uint32_t *it = h->it;

	if (it >= h->quick || h->top->object || h->state == JSON_EXPECT_VALUE ||
		json_operators[h->behind])
		return json_careful_element(r);
	char c = h->win[*it];
	if (c == ']') {
		h->value_off = h->win_off + *it;
		h->it = it + 1;
		h->top--;
		h->behind = 0;
		h->state = JSON_EXPECT_NEXT;
		return false;
	}
	if (h->state == JSON_EXPECT_NEXT && c != ',')
		return json_careful_element(r);
	h->it = it + (h->state == JSON_EXPECT_NEXT);
	h->top->at++;
	h->behind = 0;
	h->state = JSON_EXPECT_VALUE;
	return true;
}

static inline bool json_string(struct json *r, struct str *text)
{
	struct json_head *h = (struct json_head *)r;
	const uint32_t *it = h->it;

	if (it < h->quick && h->state == JSON_EXPECT_VALUE) {
		const char *p = h->win + it[0], *over = h->win + it[1];

		if (*p == '"' && *over == '"') {
			*text = (struct str){p + 1, (size_t)(over - p - 1)};
			h->value_off = h->win_off + it[0];
			h->behind = (unsigned char)over[1];
			h->it = it + 2;
			h->state = JSON_EXPECT_NEXT;
			return true;
		}
	}
	return json_careful_string(r, text);
}

static inline bool json_null(struct json *r)
{
	const struct json_head *h = (const struct json_head *)r;

	if (h->it < h->end && h->win[*h->it] != 'n')
		return false;
	return json_careful_null(r);
}

static inline bool json_skip(struct json *r)
{
	const struct json_head *h = (const struct json_head *)r;
	struct str text;

	return h->it < h->quick && h->win[*h->it] == '"' ? json_string(r, &text)
							 : json_careful_skip(r);
}

#endif
