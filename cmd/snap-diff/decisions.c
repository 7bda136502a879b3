#include "decisions.h"
#include "common/engine.h"
#include "common/options.h"

bool decisions_of(
	const struct side *s, const struct cycle *cycle, struct strbuf *events, struct error *e)
{
	struct error ignored = {0};
	const struct engine_options options = {.capture = input_capture(s->in, &ignored),
		.now = cycle->now,
		.follows = cycle->follows,
		.threads = options_processors()};
	struct engine *g = engine_open(s->text, &options, e);
	struct engine_result result = {0};
	bool good = g &&
		engine_run(g, NULL, ENGINE_QUEUES | ENGINE_DECISIONS | ENGINE_PENDING, &result, e);

	if (good && !result.whole)
		msg_warn(side_name(s), "not all of it was replayed: snap-replay says what");
	engine_close(g);
	*events = result.events;
	return good;
}
