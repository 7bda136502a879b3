/* Pull reader for JSON: the second stage, grammar over the places that json_scan found. */
#include "common/json.h"


#include "common/json_reader.h"

static const uint8_t types[256] = {
	['{'] = JSON_OBJECT, ['['] = JSON_ARRAY, ['"'] = JSON_STRING, ['t'] = JSON_TRUE, ['f'] = JSON_FALSE, ['n'] = JSON_NULL,
	['-'] = JSON_NUMBER, ['0'] = JSON_NUMBER, ['1'] = JSON_NUMBER, ['2'] = JSON_NUMBER, ['3'] = JSON_NUMBER, ['4'] = JSON_NUMBER,
	['5'] = JSON_NUMBER, ['6'] = JSON_NUMBER, ['7'] = JSON_NUMBER, ['8'] = JSON_NUMBER, ['9'] = JSON_NUMBER,
};

const unsigned char json_operators[256] = {
	['{'] = '{', ['}'] = '}', ['['] = '[', [']'] = ']', [':'] = ':', [','] = ',', [0x0c] = 0x0c, [0x1a] = 0x1a,
};

static JSON_SLOW enum json_type careful_peek(struct json *r)
{
	if (r->state != EXPECT_VALUE)
		return JSON_END;
	if (!json_ready(r)) {
		json_fail_end(r);
		return JSON_END;
	}
	enum json_type t = (enum json_type)types[(unsigned char)json_next_char(r)];
	if (t == JSON_END)
		json_fail_value(r);
	return t;
}

enum json_type json_peek(struct json *r)
{
	enum json_type t = r->it < r->end ? (enum json_type)types[(unsigned char)json_next_char(r)] : JSON_END;
	return __builtin_expect(r->state == EXPECT_VALUE && t != JSON_END, 1) ? t : careful_peek(r);
}

/* Is a value of the type next? An error when not. */
static bool wants(struct json *r, enum json_type type, const char *name)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type found = json_peek(r);
	return found == type || json_fail_type(r, name);
}

static bool push(struct json *r, bool object)
{
	if (r->top == &r->levels[JSON_MAX_DEPTH])
		return json_fail_at(r, IN_VALUE, json_next_off(r), "nested deeper than %d levels", JSON_MAX_DEPTH);
	*++r->top = (struct json_level){.at = object ? JSON_NO_KEY : 0, .object = object};
	r->value_off = json_next_off(r);
	r->it++;
	r->state = EXPECT_FIRST;
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
		*t = (struct token){(char)r->behind, json_implied_off(r)};
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
	r->it += json_implied(r) == 0;
	r->behind = 0;
}

static void pop(struct json *r, uint64_t off)
{
	consume_token(r);
	r->value_off = off;
	r->top--;
	r->state = EXPECT_NEXT;
}

static JSON_SLOW bool careful_enter(struct json *r)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type t = json_peek(r);
	if (t != JSON_OBJECT && t != JSON_ARRAY)
		return json_fail_type(r, "an object or array");
	return push(r, t == JSON_OBJECT);
}

bool json_enter(struct json *r)
{
	const uint32_t *it = r->it;
	if (r->state != EXPECT_VALUE || it >= r->end || r->top == &r->levels[JSON_MAX_DEPTH])
		return careful_enter(r);
	char c = r->win[*it];
	if (c != '{' && c != '[')
		return careful_enter(r);
	r->top++;
	r->top->at = c == '{' ? JSON_NO_KEY : 0;
	r->top->object = c == '{';
	r->value_off = r->win_off + *it;
	r->it = it + 1;
	r->state = EXPECT_FIRST;
	return true;
}

/* To the start of the next member or element, over the comma. False: the container is over, or an error. */
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
	if (r->state == EXPECT_FIRST)
		return true;
	if (t.c != ',')
		return json_fail_at(r, IN_CONTAINER, t.off, "',' or '%c' should be here", close);
	consume_token(r);
	return json_ready(r) || json_fail_end(r);
}

/* json_key in an array and json_element in an object: the input has the wrong type, or the caller lost count. */
static bool inside(struct json *r, bool object)
{
	if (r->state == EXPECT_VALUE || r->state == READER_FAILED || r->top == r->levels)
		return json_fail_state(r);
	if (r->top->object == object)
		return true;
	return json_fail(r, "%s where %s should be", object ? "an array" : "an object", object ? "an object" : "an array");
}

/* What json_key does when all is as usual: the member lies in the window and its key has no escapes. */
enum quick { QUICK_KEY, QUICK_OVER, NOT_QUICK };

static inline enum quick quick_key(struct json *r, struct str *key)
{
	const uint32_t *it = r->it;
	const char *w = r->win;
	if (it >= r->quick || !r->top->object || r->state == EXPECT_VALUE)
		return NOT_QUICK;
	if (r->state == EXPECT_NEXT && r->behind != ',') {
		unsigned char c = json_operators[r->behind];
		if (c == 0)
			c = (unsigned char)w[*it++];
		if (c == '}') {
			r->value_off = r->win_off + it[-1] + (r->behind == '}');
			r->it = it;
			r->top--;
			r->behind = 0;
			return QUICK_OVER;
		}
		if (c != ',')
			return NOT_QUICK;
	}
	const char *p = w + it[0], *over = w + it[1];
	if (*p != '"' || over[0] != '"' || over[1] != ':')
		return NOT_QUICK;
	*key = (struct str){p + 1, (size_t)(over - p - 1)};
	r->top->at = r->win_off + it[0] + 1;
	r->it = it + 2;
	r->behind = 0;
	r->state = EXPECT_VALUE;
	return QUICK_KEY;
}

static JSON_SLOW bool careful_key(struct json *r, struct str *key)
{
	if (!inside(r, true) || !advance(r, true))
		return false;
	if (json_next_char(r) != '"')
		return json_fail_at(r, IN_CONTAINER, json_next_off(r), "a key in quotes should be here");
	struct json_span s;
	if (!json_take_string(r, &s))
		return false;
	r->top->at = s.off;
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
	r->state = EXPECT_VALUE;
	return true;
}

bool json_key(struct json *r, struct str *key)
{
	enum quick q = quick_key(r, key);
	return q == NOT_QUICK ? careful_key(r, key) : q == QUICK_KEY;
}

static JSON_SLOW bool careful_element(struct json *r)
{
	if (!inside(r, false) || !advance(r, false))
		return false;
	r->top->at++;
	r->state = EXPECT_VALUE;
	return true;
}

bool json_element(struct json *r)
{
	const uint32_t *it = r->it;
	if (it >= r->quick || r->top->object || r->state == EXPECT_VALUE || json_operators[r->behind])
		return careful_element(r);
	char c = r->win[*it];
	if (c == ']') {
		r->value_off = r->win_off + *it;
		r->it = it + 1;
		r->top--;
		r->behind = 0;
		r->state = EXPECT_NEXT;
		return false;
	}
	if (r->state == EXPECT_NEXT && c != ',')
		return careful_element(r);
	r->it = it + (r->state == EXPECT_NEXT);
	r->top->at++;
	r->behind = 0;
	r->state = EXPECT_VALUE;
	return true;
}

static JSON_SLOW bool careful_string(struct json *r, struct str *text)
{
	struct json_span s;
	if (!wants(r, JSON_STRING, "a string") || !json_take_string(r, &s))
		return false;
	const char *p = json_at(r, s.off);
	*text = s.escaped ? json_decode(r, p, s.len) : (struct str){p, s.len};
	r->state = EXPECT_NEXT;
	return true;
}

bool json_string(struct json *r, struct str *text)
{
	const uint32_t *it = r->it;
	if (it < r->quick && r->state == EXPECT_VALUE) {
		const char *p = r->win + it[0], *over = r->win + it[1];
		if (*p == '"' && *over == '"') {
			*text = (struct str){p + 1, (size_t)(over - p - 1)};
			r->value_off = r->win_off + it[0];
			r->behind = (unsigned char)over[1];
			r->it = it + 2;
			r->state = EXPECT_NEXT;
			return true;
		}
	}
	return careful_string(r, text);
}

bool json_number(struct json *r, struct str *text)
{
	struct json_span s;
	if (!wants(r, JSON_NUMBER, "a number") || !json_take_scalar(r, &s))
		return false;
	*text = (struct str){json_at(r, s.off), s.len};
	r->state = EXPECT_NEXT;
	return true;
}

bool json_bool(struct json *r, bool *value)
{
	struct json_span s;
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type t = json_peek(r);
	if (t != JSON_TRUE && t != JSON_FALSE)
		return json_fail_type(r, "true or false");
	if (!json_take_scalar(r, &s))
		return false;
	*value = t == JSON_TRUE;
	r->state = EXPECT_NEXT;
	return true;
}

bool json_null(struct json *r)
{
	struct json_span s;
	if (r->state != EXPECT_VALUE || !json_ready(r) || json_next_char(r) != 'n' || !json_take_scalar(r, &s))
		return false;
	r->state = EXPECT_NEXT;
	return true;
}

bool json_finish(struct json *r)
{
	if (r->state == READER_FAILED)
		return false;
	if (r->state == EXPECT_VALUE && r->top == r->levels && !json_ready(r))
		return json_fail_end(r);
	if (r->state != EXPECT_NEXT || r->top != r->levels)
		return json_fail_state(r);
	if (json_implied(r) || json_ready(r))
		return json_fail_at(r, IN_VALUE, json_implied(r) ? json_implied_off(r) : json_next_off(r), "something follows behind the value");
	return r->state != READER_FAILED && (r->fill_error.status == 0 || json_fail_end(r));
}
