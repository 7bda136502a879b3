#include "fields.h"

/* What an object is known by stays: without it, it would be another one. The holder of an object's
 * members has no key. */
static bool is_identity(struct str holder, struct str key)
{
	return (!holder.n && str_eq(key, STR("metadata"))) ||
		(str_eq(holder, STR("metadata")) &&
			(str_eq(key, STR("name")) || str_eq(key, STR("namespace")) ||
				str_eq(key, STR("uid"))));
}

struct fields_level {
	int depth;
	bool any; /* there is something as deep, be it what stays */
};

/* What may go so many levels below v, the value of key. */
static void collect_below(
	struct edits *e, struct fields_level *l, struct value *v, struct str key, int depth)
{
	if (v->type != JSON_OBJECT && v->type != JSON_ARRAY)
		return;
	for (size_t i = 0; i < v->count; i++) {
		struct str member = v->members[i].key;

		l->any = l->any || depth == 0;
		if (depth > 0) {
			collect_below(e, l, v->members[i].value, member, depth - 1);
		} else if (!is_identity(key, member)) {
			edits_group(e);
			edits_add(e, v, i, NULL);
		}
	}
}

static void collect(struct edits *e, void *ctx)
{
	const struct value *lists = value_field(e->document, STR("rawObjects"));
	struct fields_level *l = ctx;

	l->any = false;
	for (size_t i = 0; lists && i < lists->count; i++) {
		struct value *list = lists->members[i].value;

		for (size_t k = 0; list->type == JSON_ARRAY && k < list->count; k++)
			collect_below(e, l, list->members[k].value, STR(""), l->depth);
	}
}

bool reduce_fields(struct edits *e)
{
	bool any = true, ever = false;

	while (any && !e->state->prober.over) {
		struct fields_level level = {0, true};
		struct edit_kind kind = {"field", collect, NULL, &level};

		any = false;
		for (; level.any && !e->state->prober.over; level.depth++)
			any = edits_reduce(e, &kind) || any;
		ever = ever || any;
	}
	return ever;
}
