#include "same.h"
#include <stdlib.h>
#include "common/quantity.h"
#include "common/timefmt.h"

/* Whether one of these keys is that of the place or of one around it. */
static bool within(const struct value_place *place, const char *const *keys)
{
	for (; place; place = place->above)
		for (const char *const *key = keys; place->of_object && *key; key++)
			if (str_eq(place->key, str_of(*key)))
				return true;
	return false;
}

static bool is_scalar_text(const struct value *v)
{
	return v->type == JSON_STRING || v->type == JSON_NUMBER;
}

static bool is_whole(struct str number)
{
	for (size_t i = 0; i < number.n; i++)
		if (!is_digit(number.p[i]) && number.p[i] != '-')
			return false;
	return true;
}

/* Whole numbers may have more digits than a double. */
static bool same_number(struct str a, struct str b)
{
	if (is_whole(a) && is_whole(b))
		return false; /* JSON has no zeros in front, and the texts differ */
	return strtod(a.p, NULL) == strtod(b.p, NULL); /* the arena's texts end in a NUL */
}

static bool same_quantity(struct str a, struct str b)
{
	struct quantity x, y;

	return quantity_parse(a, &x) && quantity_parse(b, &y) && quantity_value_fits(x) &&
		quantity_value_fits(y) && x.nano == y.nano;
}

static bool same_time(struct str a, struct str b)
{
	struct instant x, y;

	return rfc3339_parse(a, &x) && rfc3339_parse(b, &y) && instant_cmp(x, y) == 0;
}

static bool same_duration(struct str a, struct str b)
{
	int64_t x, y;

	return duration_parse(a, &x) && duration_parse(b, &y) && x == y;
}

bool same_meaning(const struct value_place *place, const struct value *a, const struct value *b)
{
	static const char *const texts[] = {"labels", "annotations", "matchLabels", "nodeSelector",
		"data", "name", "namespace", "uid", NULL};
	static const char *const amounts[] = {"requests", "limits", "allocatable", "capacity",
		"overhead", "resources", "available", "minResources", "counters",
		"consumesCounters", "maximumVolumeSize", NULL};

	if (a->type == b->type && str_eq(a->text, b->text))
		return true;
	if (!is_scalar_text(a) || !is_scalar_text(b))
		return false;
	if (a->type == JSON_NUMBER && b->type == JSON_NUMBER)
		return same_number(a->text, b->text);
	if (within(place, texts))
		return false;
	if (within(place, amounts) && same_quantity(a->text, b->text))
		return true;
	return a->type == b->type &&
		(same_time(a->text, b->text) || same_duration(a->text, b->text));
}
