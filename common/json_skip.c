/* Skipping values: validated exactly as reading them would. */
#include "common/json_reader.h"

/* One step: a scalar, an opening bracket, or a member's key or closing bracket of the container we are in. */
static bool step(struct json *r)
{
	struct json_span s;
	struct str key;
	if (r->state != EXPECT_VALUE)
		return r->levels[r->depth].object ? json_key(r, &key) : json_element(r);
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
	uint32_t depth = r->depth;
	do
		step(r);
	while (r->state != READER_FAILED && (r->depth > depth || r->state == EXPECT_VALUE));
	return r->state != READER_FAILED;
}

bool json_raw(struct json *r, struct str *text)
{
	if (r->state != EXPECT_VALUE)
		return json_fail_state(r);
	if (!json_ready(r))
		return json_fail_end(r);
	uint64_t off = json_next_off(r);
	r->hold = off;
	bool ok = json_skip(r);
	r->hold = JSON_NO_HOLD;
	if (ok)
		*text = (struct str){json_at(r, off), (size_t)(r->value_end - off)};
	return ok;
}
