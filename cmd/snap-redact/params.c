/* Fields that must be known before objects are read: which labels are of the pool and of the queue
 * decides what their values are. They mostly come first. */
#include "common/kinds.h"
#include "lots.h"
#include "walk.h"

/* Where the book keeps a name of schedulerParams. */
static struct str *param_of(struct book *b, struct str key, enum names *kind)
{
	*kind = NAMES_LABEL;
	if (str_eq(key, STR("queueLabelKey")))
		return &b->queue_key;
	if (str_eq(key, STR("NodePoolLabelKey")))
		return &b->pool_key;
	*kind = NAMES_NODE_POOL;
	if (str_eq(key, STR("NodePoolLabelValue")))
		return &b->pool_value;
	*kind = NAMES_SCHEDULER;
	return &b->scheduler;
}

/* What was found behind objects is found again by another walk, in time. */
static void note_param(struct walk *w, struct str *to, struct str s)
{
	if (w->params->settled || str_eq(*to, s))
		return;
	*to = arena_str(&w->book->arena, s);
	w->params->late = w->params->objects;
}

void take_param(struct walk *w)
{
	enum names kind;
	struct str s, key = w->place->key;

	if (str_eq(key, STR("fullHierarchyFairness"))) {
		if (w->params)
			w->params->full_hierarchy = json_peek(w->r) == JSON_TRUE;
		take_bool(w);
	} else if (walk_string(w, &s)) {
		struct str *to = param_of(w->book, key, &kind);

		if (w->params)
			note_param(w, to, s);
		walk_name(w, kind, s);
	}
}

void take_source(struct walk *w)
{
	struct str key, at;

	if (!w->params || json_peek(w->r) != JSON_OBJECT) {
		json_skip(w->r);
		return;
	}
	json_enter(w->r);
	while (json_key(w->r, &key))
		if (str_eq(key, STR("lots")))
			lots_read(w->book, w->r);
		else if (!same_but_case(key, STR("capturedAt")) || json_peek(w->r) != JSON_STRING)
			json_skip(w->r);
		else if (json_string(w->r, &at))
			rfc3339_parse(at, &w->params->captured);
}
