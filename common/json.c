/* Pull reader for JSON: the second stage, grammar over the places that json_scan found. */
#include "common/json.h"


#include "common/json_reader.h"

static const uint8_t types[256] = {
	['{'] = JSON_OBJECT, ['['] = JSON_ARRAY, ['"'] = JSON_STRING, ['t'] = JSON_TRUE, ['f'] = JSON_FALSE, ['n'] = JSON_NULL,
	['-'] = JSON_NUMBER, ['0'] = JSON_NUMBER, ['1'] = JSON_NUMBER, ['2'] = JSON_NUMBER, ['3'] = JSON_NUMBER, ['4'] = JSON_NUMBER,
	['5'] = JSON_NUMBER, ['6'] = JSON_NUMBER, ['7'] = JSON_NUMBER, ['8'] = JSON_NUMBER, ['9'] = JSON_NUMBER,
};

enum json_type json_peek(struct json *r)
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
	if (r->depth == JSON_MAX_DEPTH)
		return json_fail_at(r, IN_VALUE, json_next_off(r), "nested deeper than %d levels", JSON_MAX_DEPTH);
	r->levels[++r->depth] = (struct json_level){.len = JSON_NO_KEY, .object = object};
	r->value_off = json_next_off(r);
	r->it++;
	r->state = EXPECT_FIRST;
	return true;
}

static bool pop(struct json *r)
{
	r->value_off = json_next_off(r);
	r->value_end = r->value_off + 1;
	r->it++;
	r->depth--;
	r->state = EXPECT_NEXT;
	return true;
}

bool json_enter(struct json *r)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	enum json_type t = json_peek(r);
	if (t != JSON_OBJECT && t != JSON_ARRAY)
		return json_fail_type(r, "an object or array");
	return push(r, t == JSON_OBJECT);
}

/* To the start of the next member or element, over the comma. False: the container is over, or an error. */
static bool advance(struct json *r, bool object)
{
	char close = object ? '}' : ']';
	if (!json_ready(r))
		return json_fail_end(r);
	char c = json_next_char(r);
	if (c == close) {
		pop(r);
		return false;
	}
	if (r->state == EXPECT_FIRST)
		return true;
	if (c != ',')
		return json_fail_at(r, IN_CONTAINER, json_next_off(r), "',' or '%c' should be here", close);
	r->it++;
	return json_ready(r) || json_fail_end(r);
}

/* json_key in an array and json_element in an object: the input has the wrong type, or the caller lost count. */
static bool inside(struct json *r, bool object)
{
	if (r->state == EXPECT_VALUE || r->state == READER_FAILED || r->depth == 0)
		return json_fail_state(r);
	if (r->levels[r->depth].object == object)
		return true;
	return json_fail(r, "%s where %s should be", object ? "an array" : "an object", object ? "an object" : "an array");
}

bool json_key(struct json *r, struct str *key)
{
	if (!inside(r, true) || !advance(r, true))
		return false;
	if (json_next_char(r) != '"')
		return json_fail_at(r, IN_CONTAINER, json_next_off(r), "a key in quotes should be here");
	struct json_span s;
	if (!json_take_string(r, &s))
		return false;
	struct json_level *l = &r->levels[r->depth];
	l->at = s.off;
	l->len = s.len;
	uint64_t held = r->hold;
	r->hold = held < s.off ? held : s.off;
	bool more = json_ready(r);
	r->hold = held;
	if (!more)
		return json_fail_end(r);
	if (json_next_char(r) != ':')
		return json_fail_at(r, IN_VALUE, json_next_off(r), "':' should be here");
	r->it++;
	const char *p = json_at(r, s.off);
	*key = s.escaped ? json_decode(r, p, s.len) : (struct str){p, s.len};
	r->state = EXPECT_VALUE;
	return true;
}

bool json_element(struct json *r)
{
	if (!inside(r, false) || !advance(r, false))
		return false;
	r->levels[r->depth].at++;
	r->state = EXPECT_VALUE;
	return true;
}

bool json_string(struct json *r, struct str *text)
{
	struct json_span s;
	if (!wants(r, JSON_STRING, "a string") || !json_take_string(r, &s))
		return false;
	const char *p = json_at(r, s.off);
	*text = s.escaped ? json_decode(r, p, s.len) : (struct str){p, s.len};
	r->state = EXPECT_NEXT;
	return true;
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
	if (r->state == EXPECT_VALUE && r->depth == 0 && !json_ready(r))
		return json_fail_end(r);
	if (r->state != EXPECT_NEXT || r->depth != 0)
		return json_fail_state(r);
	if (json_ready(r))
		return json_fail_at(r, IN_VALUE, json_next_off(r), "something follows behind the value");
	return r->state != READER_FAILED && (r->fill_error.status == 0 || json_fail_end(r));
}
