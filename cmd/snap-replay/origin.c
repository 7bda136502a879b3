#include "origin.h"
#include "common/capture_info.h"

void origin_set(struct origin *g, struct instant now)
{
	g->now = now;
	g->from.now_from = "option";
}

void origin_take(struct origin *g, const struct replay_options *o, const struct objects *objects,
	const struct capture_info *c)
{
	g->captured = c != NULL;
	g->from.other_config = o->config != NULL;
	if (c)
		g->from.captured_from = arena_str(&g->arena, c->field[CAPTURE_VERSION]);
	if (o->now_given) {
		origin_set(g, o->now);
		return;
	}
	struct instant at = c && !instant_is_zero(c->at) ? c->at : objects->captured;
	bool dated = !instant_is_zero(at);
	g->now = dated ? at : objects->newest;
	g->from.now_from = dated ? "capture" : "newest";
}

void origin_read(struct origin *g, const struct replay_options *o, const struct objects *objects,
	struct input *in, struct warnings *w)
{
	struct error why = {0};
	const struct capture_info *c = input_capture(in, &why);

	if (why.status)
		warn_input(w, STR(CAPTURE_MEMBER), "%s: %s", why.what, why.why);
	origin_take(g, o, objects, c);
}
