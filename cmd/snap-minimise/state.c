#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static unsigned events_of(const struct settings *s)
{
	unsigned events = 0;

	for (int i = 0; i < s->n_keep; i++)
		events |= predicate_events(&s->keep[i]);
	return events;
}

void state_run(struct state *s, const unsigned char *keep, struct verdict *v)
{
	struct engine_mask mask = snapshot_mask(&s->snapshot, keep);
	struct engine_result result = {0};

	*v = (struct verdict){.failed = -1};
	v->ran = engine_run(s->engine, &mask, events_of(s->settings), &result, &v->error);
	v->whole = result.whole;
	for (int i = 0; v->ran && v->failed < 0 && i < s->settings->n_keep; i++)
		if (!predicate_holds(&s->settings->keep[i], strbuf_str(&result.events)))
			v->failed = i;
	engine_result_free(&result);
}

bool state_holds(struct state *s, const unsigned char *keep)
{
	struct verdict v;

	/* Also of a pod that is not something. */
	for (int i = 0; i < s->settings->n_keep; i++)
		if (!keep[s->settings->keep[i].object])
			return false;
	state_run(s, keep, &v);
	return v.ran && v.failed < 0 && (v.whole || !s->whole);
}

bool state_reopen(struct state *s, struct str text, struct error *e)
{
	const struct engine_options options = {.now = TIME_ZERO, .follows = s->settings->follows};
	struct engine *g = engine_open(text, &options, e);

	if (!g)
		return false;
	s->engine = g;
	s->snapshot = (struct snapshot){0};
	if (!snapshot_read(&s->snapshot, text, g, e))
		return false;
	s->keep = xmalloc((size_t)s->snapshot.n + 1);
	memset(s->keep, 1, (size_t)s->snapshot.n);
	return true;
}
