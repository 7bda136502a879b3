/* Pull reader for JSON: the second stage, grammar over the places that json_scan found. */
#include "common/json.h"

#include "common/json_reader.h"

const unsigned char json_types[256] = {
	['{'] = JSON_OBJECT,
	['['] = JSON_ARRAY,
	['"'] = JSON_STRING,
	['t'] = JSON_TRUE,
	['f'] = JSON_FALSE,
	['n'] = JSON_NULL,
	['-'] = JSON_NUMBER,
	['0'] = JSON_NUMBER,
	['1'] = JSON_NUMBER,
	['2'] = JSON_NUMBER,
	['3'] = JSON_NUMBER,
	['4'] = JSON_NUMBER,
	['5'] = JSON_NUMBER,
	['6'] = JSON_NUMBER,
	['7'] = JSON_NUMBER,
	['8'] = JSON_NUMBER,
	['9'] = JSON_NUMBER,
};

const unsigned char json_operators[256] = {
	['{'] = '{',
	['}'] = '}',
	['['] = '[',
	[']'] = ']',
	[':'] = ':',
	[','] = ',',
	[0x0c] = 0x0c,
	[0x1a] = 0x1a,
};

enum json_type json_careful_peek(struct json *r)
{
	if (r->h.state != JSON_EXPECT_VALUE)
		return JSON_END;
	if (!json_ready(r)) {
		json_fail_end(r);
		return JSON_END;
	}
	enum json_type t = (enum json_type)json_types[(unsigned char)json_next_char(r)];
	if (t == JSON_END)
		json_fail_value(r);
	return t;
}

/* Checks that the next value has the type. False: it has not, which is an error. */
static bool wants(struct json *r, enum json_type type, const char *name)
{
	if (r->h.state != JSON_EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type found = json_peek(r);
	return found == type || json_fail_type(r, name);
}

static bool push(struct json *r, bool object)
{
	if (r->h.top == &r->levels[JSON_MAX_DEPTH])
		return json_fail_deep(r);
	*++r->h.top = (struct json_level){.at = object ? JSON_NO_KEY : 0, .object = object};
	r->h.value_off = json_next_off(r);
	r->h.it++;
	r->h.state = JSON_EXPECT_FIRST;
	return true;
}

/* An operator that follows a value or key: in a place of its own, or implied. */
struct token {
	char c;
	uint64_t off;
};

static inline bool next_token(struct json *r, struct token *t)
{
	if (json_implied(r)) {
		*t = (struct token){(char)r->h.behind, json_implied_off(r)};
		return true;
	}
	*t = (struct token){0, 0};
	if (!json_ready(r))
		return json_fail_end(r);
	*t = (struct token){json_next_char(r), json_next_off(r)};
	return true;
}

static inline void consume_token(struct json *r)
{
	r->h.it += json_implied(r) == 0;
	r->h.behind = 0;
}

static void pop(struct json *r, uint64_t off)
{
	consume_token(r);
	r->h.value_off = off;
	r->h.top--;
	r->h.state = JSON_EXPECT_NEXT;
}

bool json_careful_enter(struct json *r)
{
	if (r->h.state != JSON_EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type t = json_peek(r);
	if (t != JSON_OBJECT && t != JSON_ARRAY)
		return json_fail_type(r, "an object or array");
	return push(r, t == JSON_OBJECT);
}

/* Moves over the comma to the next member or element. False: the container has ended, or an error.
 */
static bool advance(struct json *r, bool object)
{
	char close = object ? '}' : ']';
	struct token t;

	if (!next_token(r, &t))
		return false;
	if (t.c == close) {
		pop(r, t.off);
		return false;
	}
	if (r->h.state == JSON_EXPECT_FIRST)
		return true;
	if (t.c != ',')
		return json_fail_at(r, IN_CONTAINER, t.off, "',' or '%c' should be here", close);
	consume_token(r);
	return json_ready(r) || json_fail_end(r);
}

/* json_key in an array or json_element in an object: the input has the wrong type, or the calls do
 * not match. */
static bool inside(struct json *r, bool object)
{
	if (r->h.state == JSON_EXPECT_VALUE || r->h.state == JSON_READER_FAILED ||
		r->h.top == r->levels)
		return json_fail_state(r);
	if (r->h.top->object == object)
		return true;
	return json_fail(r, "%s where %s should be", object ? "an array" : "an object",
		object ? "an object" : "an array");
}

bool json_careful_key(struct json *r, struct str *key)
{
	if (!inside(r, true) || !advance(r, true))
		return false;
	if (json_next_char(r) != '"')
		return json_fail_at(
			r, IN_CONTAINER, json_next_off(r), "a key in quotes should be here");
	struct json_span s;
	if (!json_take_string(r, &s))
		return false;
	r->h.top->at = s.off;
	uint64_t held = r->hold;
	r->hold = held < s.off ? held : s.off;
	struct token t;
	bool more = next_token(r, &t);
	r->hold = held;
	if (!more)
		return false;
	if (t.c != ':')
		return json_fail_at(r, IN_VALUE, t.off, "':' should be here");
	consume_token(r);
	const char *p = json_at(r, s.off);
	*key = s.escaped ? json_decode(r, p, s.len) : (struct str){p, s.len};
	r->h.state = JSON_EXPECT_VALUE;
	return true;
}

bool json_careful_element(struct json *r)
{
	if (!inside(r, false) || !advance(r, false))
		return false;
	r->h.top->at++;
	r->h.state = JSON_EXPECT_VALUE;
	return true;
}

bool json_careful_string(struct json *r, struct str *text)
{
	struct json_span s;

	if (!wants(r, JSON_STRING, "a string") || !json_take_string(r, &s))
		return false;
	const char *p = json_at(r, s.off);
	*text = s.escaped ? json_decode(r, p, s.len) : (struct str){p, s.len};
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}

bool json_number(struct json *r, struct str *text)
{
	struct json_span s;

	if (!wants(r, JSON_NUMBER, "a number") || !json_take_scalar(r, &s))
		return false;
	*text = (struct str){json_at(r, s.off), s.len};
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}

bool json_bool(struct json *r, bool *value)
{
	struct json_span s;

	if (r->h.state != JSON_EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type t = json_peek(r);
	if (t != JSON_TRUE && t != JSON_FALSE)
		return json_fail_type(r, "true or false");
	if (!json_take_scalar(r, &s))
		return false;
	*value = t == JSON_TRUE;
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}

bool json_careful_null(struct json *r)
{
	struct json_span s;

	if (r->h.state != JSON_EXPECT_VALUE || !json_ready(r) || json_next_char(r) != 'n' ||
		!json_take_scalar(r, &s))
		return false;
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}

bool json_finish(struct json *r)
{
	if (r->h.state == JSON_READER_FAILED)
		return false;
	if (r->h.state == JSON_EXPECT_VALUE && r->h.top == r->levels && !json_ready(r))
		return json_fail_end(r);
	if (r->h.state != JSON_EXPECT_NEXT || r->h.top != r->levels)
		return json_fail_state(r);
	if (json_implied(r) || json_ready(r))
		return json_fail_at(r, IN_VALUE,
			json_implied(r) ? json_implied_off(r) : json_next_off(r),
			"something follows behind the value");
	return r->h.state != JSON_READER_FAILED && (r->fill_error.status == 0 || json_fail_end(r));
}
