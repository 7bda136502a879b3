#include "replay.h"

#include "common/engine.h"
#include "common/grow.h"

const struct value *value_parse(struct arena *a, struct str text, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);
	struct value *v = value_read(a, r);

	json_finish(r);
	if (json_failed(r))
		json_error(r, e);
	json_free(r);
	return e->status ? NULL : v;
}

static bool take_events(struct cycle *c, struct str text, struct arena *a, struct error *e)
{
	const struct value **events = NULL;
	size_t cap = 0;

	for (const char *end; !e->status && (end = str_find(text, '\n'));) {
		size_t n = (size_t)(end - text.p);

		ARENA_GROW(a, events, c->n_events, cap);
		events[c->n_events++] = value_parse(a, (struct str){text.p, n}, e);
		text = (struct str){text.p + n + 1, text.n - n - 1};
	}
	c->events = events;
	return !e->status;
}

bool cycle_run(struct cycle *c, struct str text, const struct capture_info *capture,
	struct arena *a, struct error *e)
{
	const struct engine_options options = {.capture = capture, .now = c->now};
	struct engine_result result = {0};
	struct engine *g = engine_open(text, &options, e);
	bool good = g &&
		engine_run(g, NULL, ENGINE_DECISIONS | ENGINE_PENDING | ENGINE_PODS, &result, e);

	if (good && !result.whole) {
		error_set(e, SNAP_NO, "not all of it can be replayed",
			"what is to be expected is not known");
		error_hint(e, "snap-replay says what it is");
		good = false;
	}
	if (good)
		c->now = engine_now(g);
	good = good && take_events(c, strbuf_str(&result.events), a, e);
	engine_result_free(&result);
	engine_close(g);
	return good;
}

bool event_is(const struct value *event, const char *name)
{
	return str_eq(value_str(value_get(event, STR("event"))), str_of(name));
}

size_t cycle_count(const struct cycle *c, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_events; i++)
		n += event_is(c->events[i], name);
	return n;
}
