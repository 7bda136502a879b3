#include "differs.h"

#include "common/engine.h"
#include "tool.h"

enum { RUNS = 2 }; /* of a tool: its threads and Go's maps have no order */

/* False: *e is set. */
static bool run_ours(const struct settings *s, bool like_tool, struct str text,
	struct strbuf *events, struct error *e)
{
	const struct engine_options options = {
		.now = TIME_ZERO, .follows = s->follows, .like_tool = like_tool};
	struct engine_result result = {0};
	struct engine *g = engine_open(text, &options, e);
	bool ran = g && engine_run(g, NULL, ENGINE_DECISIONS | ENGINE_SUMMARY, &result, e);

	*events = result.events; /* the process ends soon */
	engine_close(g);
	return ran;
}

bool differs(const struct settings *s, const struct predicate *p, struct str text, struct error *e)
{
	struct strbuf ours = {0}, others = {0};
	bool same = false;

	if (!run_ours(s, tool_is_real(p->tool), text, &ours, e))
		return false;
	for (int i = 0; i < RUNS && !same; i++) {
		strbuf_clear(&others);
		if (!tool_run(p->tool, text, false, &others, e))
			return false;
		same = str_eq(
			tool_decisions(strbuf_str(&ours)), tool_decisions(strbuf_str(&others)));
	}
	strbuf_free(&ours);
	strbuf_free(&others);
	return same == p->negated;
}
