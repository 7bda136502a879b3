/* Skipping values, with the same validation as reading them. */
#include "common/json_reader.h"

/* The part of the reader's state that the fast path keeps in registers. */
struct run {
	const uint32_t *it;
	const char *win;
	struct json_level *level;
	uint64_t win_off;
	unsigned char behind;
	enum json_state state;
};

/* Skips one value or opening bracket. False: nothing is consumed; the slow path is needed. */
static inline bool run_value(struct run *q, const struct json_level *deepest)
{
	const char *w = q->win, *p = w + q->it[0];

	if (*p == '"') {
		if (w[q->it[1]] != '"')
			return false;
		q->behind = (unsigned char)w[q->it[1] + 1];
		q->it += 2;
		q->state = JSON_EXPECT_NEXT;
		return true;
	}
	if (*p == '{' || *p == '[') {
		if (q->level == deepest)
			return false;
		*++q->level =
			(struct json_level){.at = *p == '{' ? JSON_NO_KEY : 0, .object = *p == '{'};
		q->it++;
		q->state = JSON_EXPECT_FIRST;
		return true;
	}
	if (json_scalar_end(w, q->it) == NULL)
		return false;
	q->it++;
	q->state = JSON_EXPECT_NEXT;
	return true;
}

/* Skips a comma and, in an object, a key and its colon; or a closing bracket. */
static inline bool run_next(struct run *q)
{
	const char *w = q->win;
	const uint32_t *it = q->it;
	bool object = q->level->object;

	if (q->behind != ',') {
		unsigned char c = json_operators[q->behind];

		if (c == 0)
			c = (unsigned char)w[*it++];
		if (c == (object ? '}' : ']')) {
			q->it = it;
			q->behind = 0;
			q->level--;
			q->state = JSON_EXPECT_NEXT;
			return true;
		}
		if (q->state == JSON_EXPECT_FIRST)
			it--;
		else if (c != ',')
			return false;
	}
	if (!object) {
		q->level->at++;
	} else {
		if (w[it[0]] != '"' || memcmp(w + it[1], "\":", 2) != 0)
			return false;
		q->level->at = q->win_off + it[0] + 1;
		it += 2;
	}
	q->it = it;
	q->behind = 0;
	q->state = JSON_EXPECT_VALUE;
	return true;
}

/* Skips within the window, at most to the end of the value that skipping began with. */
static void run(struct json *r, struct json_level *floor)
{
	struct run q = {r->h.it, r->h.win, r->h.top, r->h.win_off, r->h.behind, r->h.state};
	const uint32_t *quick = r->h.quick;
	bool on = q.it < quick &&
		(q.state != JSON_EXPECT_VALUE || run_value(&q, &r->levels[JSON_MAX_DEPTH]));

	while (on && q.it < quick && run_next(&q))
		if (q.state == JSON_EXPECT_NEXT)
			on = q.level != floor;
		else
			on = q.it < quick && run_value(&q, &r->levels[JSON_MAX_DEPTH]);
	if (q.level == floor)
		r->h.value_off = q.win_off + q.it[-1] +
			(q.win[q.it[-1]] == '"'); /* a bracket behind a string has no place */
	r->h.it = q.it;
	r->h.top = q.level;
	r->h.behind = q.behind;
	r->h.state = q.state;
}

/* One step: a scalar, an opening bracket, a key, or the closing bracket of the current container.
 */
static bool step(struct json *r)
{
	struct json_span s;
	struct str key;

	if (r->h.state != JSON_EXPECT_VALUE)
		return r->h.top->object ? json_key(r, &key) : json_element(r);
	switch (json_peek(r)) {
	case JSON_OBJECT:
	case JSON_ARRAY: return json_enter(r);
	case JSON_STRING:
		if (!json_take_string(r, &s))
			return false;
		break;
	case JSON_END: return false;
	default:
		if (!json_take_scalar(r, &s))
			return false;
	}
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}

bool json_careful_skip(struct json *r)
{
	if (r->h.state != JSON_EXPECT_VALUE)
		return json_fail_state(r);
	struct json_level *floor = r->h.top;
	do {
		if (step(r) && r->h.top > floor)
			run(r, floor);
	} while (r->h.state != JSON_READER_FAILED &&
		(r->h.top > floor || r->h.state == JSON_EXPECT_VALUE));
	return r->h.state != JSON_READER_FAILED;
}

bool json_raw(struct json *r, struct str *text)
{
	if (r->h.state != JSON_EXPECT_VALUE)
		return json_fail_state(r);
	if (!json_ready(r))
		return json_fail_end(r);
	const uint32_t *it = r->h.it;
	uint64_t off = json_next_off(r), win_off = r->h.win_off;
	bool bracket = json_next_char(r) == '{' || json_next_char(r) == '[';
	r->hold = off;
	bool ok = json_careful_skip(r); /* it sets value_end */
	r->hold = JSON_NO_HOLD;
	r->raw_places = win_off == r->h.win_off ? (uint32_t)(r->h.it - it) : 0;
	if (ok)
		*text = (struct str){json_at(r, off),
			(size_t)((bracket ? r->h.value_off + 1 : r->value_end) - off)};
	return ok;
}

bool json_remember(const struct json *r, struct str text, struct json_known *known)
{
	bool bracket = text.n && (text.p[0] == '{' || text.p[0] == '[');

	if (!bracket || r->raw_places == 0)
		return false;
	*known = (struct json_known){text, r->raw_places, r->h.top - r->levels};
	return true;
}

/* The same bytes have the same places, if no string began before them; and the reader has validated
 * them at this depth. */
bool json_again(struct json *r, const struct json_known *known)
{
	const uint32_t *it = r->h.it;

	if (!known->places || r->h.state != JSON_EXPECT_VALUE ||
		r->h.top - r->levels != known->depth || r->h.end - it <= (ptrdiff_t)known->places)
		return false;
	/* There is a place behind it in the window, so its bytes are in the window. */
	if (it[known->places] - it[0] < known->text.n ||
		memcmp(r->h.win + it[0], known->text.p, known->text.n) != 0)
		return false;
	r->h.it = it + known->places;
	r->h.value_off = r->h.win_off + it[0] + known->text.n - 1;
	r->h.state = JSON_EXPECT_NEXT;
	return true;
}
