#include "original.h"

#include "common/json.h"
#include "common/kinds.h"
#include "lots.h"

static void read_text(struct book *b, struct json *r, struct str *to)
{
	struct str s;

	if (json_peek(r) != JSON_STRING)
		json_skip(r);
	else if (json_string(r, &s))
		*to = arena_str(&b->arena, s);
}

static void read_pool(struct book *b, struct json *r)
{
	struct str key;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("NodePoolLabelKey")))
			read_text(b, r, &b->pool_key);
		else if (same_but_case(key, STR("NodePoolLabelValue")))
			read_text(b, r, &b->pool_value);
		else
			json_skip(r);
}

static void read_params(struct book *b, struct json *r)
{
	struct str key;
	bool full = false;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("schedulerName")))
			read_text(b, r, &b->scheduler);
		else if (same_but_case(key, STR("queueLabelKey")))
			read_text(b, r, &b->queue_key);
		else if (same_but_case(key, STR("partitionParams")))
			read_pool(b, r);
		else if (same_but_case(key, STR("fullHierarchyFairness")) &&
			json_peek(r) == JSON_TRUE)
			json_bool(r, &full);
		else
			json_skip(r);
	/* Else the scheduler makes a queue of this name, which others are compared with. */
	if (!full)
		book_add(b, NAMES_QUEUE, STR("default"));
}

static void read_source(struct original *o, struct book *b, struct json *r)
{
	struct str key, at = {0};

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("capturedAt")))
			read_text(b, r, &at);
		else if (str_eq(key, STR("lots")))
			lots_read(b, r);
		else
			json_skip(r);
	rfc3339_parse(at, &o->captured);
}

/* Which labels are of the pool and of the queue decides what their values are. */
static bool look_ahead(struct original *o, struct book *b, struct error *e)
{
	struct json *r = json_over_memory(o->text.p, o->text.n);
	bool known = false;
	struct str key;

	if (json_peek(r) != JSON_OBJECT)
		json_fail_foreign(r, NO_SNAPSHOT_HINT, "it is no JSON object");
	else if (json_enter(r))
		while (json_key(r, &key)) {
			known = known || is_snapshot_key(key);
			if (same_but_case(key, STR("schedulerParams")))
				read_params(b, r);
			else if (same_but_case(key, STR(SOURCE_KEY)))
				read_source(o, b, r);
			else
				json_skip(r);
		}
	json_finish(r);
	if (!json_failed(r) && !known)
		json_fail_foreign(r, NO_SNAPSHOT_HINT, "%s", NO_SNAPSHOT);
	bool ok = !json_failed(r);
	if (!ok)
		json_error(r, e);
	json_free(r);
	return ok;
}

bool original_open(struct original *o, const char *file, struct book *b, struct error *e)
{
	struct error why = {0};

	o->captured = TIME_ZERO;
	o->in = input_open(file, NULL, e);
	if (!o->in || !input_read_all(o->in, &o->text, e) || !look_ahead(o, b, e))
		return false;
	o->capture = input_capture(o->in, &why);
	if (why.status)
		msg_warn(input_name(o->in), "%s: %s", why.what, why.why);
	if (o->capture && !instant_is_zero(o->capture->at))
		o->captured = o->capture->at;
	return true;
}

void original_close(struct original *o)
{
	if (o->in)
		input_close(o->in);
}
