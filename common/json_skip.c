/* Skipping values: validated exactly as reading them would. */
#include "common/json_reader.h"

/* The part of the reader's state that the quick way through a window works on, in registers. */
struct run {
	const uint32_t *it;
	const char *win;
	struct json_level *level, *floor;
	unsigned char behind;
	enum json_state state;
};

static inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Behind the number or literal at w[it[0]], or NULL: the careful way will find out what is wrong. */
static inline const char *scalar_end(const char *w, const uint32_t *it)
{
	const char *p = w + it[0], *end = w + it[1], *bad;
	if (*p == 't')
		p = end - p >= 4 && memcmp(p, "true", 4) == 0 ? p + 4 : NULL;
	else if (*p == 'f')
		p = end - p >= 5 && memcmp(p, "false", 5) == 0 ? p + 5 : NULL;
	else if (*p == 'n')
		p = end - p >= 4 && memcmp(p, "null", 4) == 0 ? p + 4 : NULL;
	else
		p = json_number_end(p, end, &bad);
	return p && (p == end || is_space(*p)) ? p : NULL;
}

/* One value or opening bracket. False: nothing has happened, it needs the careful way. */
static inline bool run_value(struct run *q, const struct json_level *deepest)
{
	const char *w = q->win;
	switch (w[q->it[0]]) {
	case '"':
		if (w[q->it[1]] != '"')
			return false;
		q->behind = (unsigned char)w[q->it[1] + 1];
		q->it += 2;
		q->state = EXPECT_NEXT;
		return true;
	case '{':
	case '[':
		if (q->level == deepest)
			return false;
		*++q->level = (struct json_level){.at = w[q->it[0]] == '{' ? JSON_NO_KEY : 0, .object = w[q->it[0]] == '{'};
		q->it++;
		q->state = EXPECT_FIRST;
		return true;
	default:
		if (scalar_end(w, q->it) == NULL)
			return false;
		q->it++;
		q->state = EXPECT_NEXT;
		return true;
	}
}

/* Over a comma and, in an object, a key and its colon; or over the closing bracket. */
static inline bool run_next(struct run *q, uint64_t win_off)
{
	const char *w = q->win;
	const uint32_t *it = q->it;
	bool first = q->state == EXPECT_FIRST, object = q->level->object;
	unsigned char c = json_operators[q->behind];
	if (c == 0)
		c = (unsigned char)w[*it++];
	if (c == (object ? '}' : ']')) {
		q->it = it;
		q->behind = 0;
		q->level--;
		q->state = EXPECT_NEXT;
		return true;
	}
	if (first)
		it--;
	else if (c != ',')
		return false;
	if (!object) {
		q->level->at++;
	} else {
		if (w[it[0]] != '"' || w[it[1]] != '"' || w[it[1] + 1] != ':')
			return false;
		q->level->at = win_off + it[0] + 1;
		it += 2;
	}
	q->it = it;
	q->behind = 0;
	q->state = EXPECT_VALUE;
	return true;
}

/* As far as it goes within the window without looking back; at most to the end of the value that skipping began with. */
static void run(struct json *r, struct json_level *floor)
{
	struct run q = {r->it, r->win, r->top, floor, r->behind, r->state};
	uint64_t win_off = r->win_off;
	while (q.it < r->quick) {
		if (q.state == EXPECT_VALUE) {
			if (!run_value(&q, &r->levels[JSON_MAX_DEPTH]))
				break;
		} else if (!run_next(&q, win_off)) {
			break;
		}
		if (q.level == q.floor && q.state == EXPECT_NEXT)
			break;
	}
	if (q.level == q.floor)
		r->value_off = win_off + q.it[-1] + (q.win[q.it[-1]] == '"'); /* a bracket behind a string has no place */
	r->it = q.it;
	r->top = q.level;
	r->behind = q.behind;
	r->state = q.state;
}
/* One step: a scalar, an opening bracket, or a member's key or closing bracket of the container we are in. */
static bool step(struct json *r)
{
	struct json_span s;
	struct str key;
	if (r->state != EXPECT_VALUE)
		return r->top->object ? json_key(r, &key) : json_element(r);
	switch (json_peek(r)) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		return json_enter(r);
	case JSON_STRING:
		if (!json_take_string(r, &s))
			return false;
		break;
	case JSON_END:
		return false;
	default:
		if (!json_take_scalar(r, &s))
			return false;
	}
	r->state = EXPECT_NEXT;
	return true;
}

bool json_skip(struct json *r)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	struct json_level *floor = r->top;
	do {
		if (step(r) && r->top > floor)
			run(r, floor);
	} while (r->state != READER_FAILED && (r->top > floor || r->state == EXPECT_VALUE));
	return r->state != READER_FAILED;
}

bool json_raw(struct json *r, struct str *text)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	if (!json_ready(r))
		return json_fail_end(r);
	uint64_t off = json_next_off(r);
	bool bracket = json_next_char(r) == '{' || json_next_char(r) == '[';
	r->hold = off;
	bool ok = json_skip(r);
	r->hold = JSON_NO_HOLD;
	if (ok)
		*text = (struct str){json_at(r, off), (size_t)((bracket ? r->value_off + 1 : r->value_end) - off)};
	return ok;
}
