#include "reasons.h"
#include "common/value.h"

static const struct value *reasons_of(struct arena *a, struct str event)
{
	struct json *r = json_over_memory(event.p, event.n);
	const struct value *v = event.n ? value_get(value_read(a, r), STR("reasons")) : NULL;

	json_free(r);
	return v;
}

static bool same_reason(const struct value *a, const struct value *b)
{
	return str_eq(value_str(value_get(a, STR("reason"))),
		       value_str(value_get(b, STR("reason")))) &&
		str_eq(value_str(value_get(a, STR("message"))),
			value_str(value_get(b, STR("message"))));
}

/* At most so many are looked through, of which there are a handful. */
enum { REASONS_MAX = 100 };

static size_t count_of(const struct value *list)
{
	size_t n = list && list->type == JSON_ARRAY ? list->count : 0;

	return n < REASONS_MAX ? n : REASONS_MAX;
}

static bool has_reason(const struct value *list, const struct value *reason)
{
	for (size_t i = 0; i < count_of(list); i++)
		if (same_reason(list->members[i].value, reason))
			return true;
	return false;
}

bool reasons_only_in(struct str event, struct str other, each_reason *each, void *ctx)
{
	struct arena arena = {0};
	const struct value *here = reasons_of(&arena, event), *there = reasons_of(&arena, other);
	bool on = true;

	for (size_t i = 0; on && i < count_of(here); i++) {
		const struct value *r = here->members[i].value;

		if (!has_reason(there, r))
			on = each(ctx, value_str(value_get(r, STR("reason"))),
				value_str(value_get(r, STR("message"))));
	}
	arena_free(&arena);
	return on;
}

static bool stop(void *ctx, struct str reason, struct str message)
{
	(void)ctx, (void)reason, (void)message;
	return false;
}

bool reasons_differ(struct str a, struct str b)
{
	return !reasons_only_in(a, b, stop, NULL) || !reasons_only_in(b, a, stop, NULL);
}
