#include <stdlib.h>

#include "common/timefmt.h"
#include "same.h"

static bool same_duration(struct str a, struct str b)
{
	int64_t x, y;

	return duration_parse(a, &x) && duration_parse(b, &y) && x == y;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Without blanks: no name of an action has one inside. */
static bool same_but_blanks(struct str a, struct str b)
{
	size_t i = 0, k = 0;

	for (;;) {
		while (i < a.n && is_blank(a.p[i]))
			i++;
		while (k < b.n && is_blank(b.p[k]))
			k++;
		if (i == a.n || k == b.n)
			return i == a.n && k == b.n;
		if (a.p[i++] != b.p[k++])
			return false;
	}
}

bool same_scalar(const struct value_place *place, const struct value *a, const struct value *b)
{
	if (a->type != b->type)
		return false;
	if (str_eq(a->text, b->text))
		return true;
	if (a->type == JSON_NUMBER) /* the arena's texts end in a NUL */
		return strtod(a->text.p, NULL) == strtod(b->text.p, NULL);
	return a->type == JSON_STRING &&
		(same_duration(a->text, b->text) ||
			(place && str_eq(place->key, STR("actions")) &&
				same_but_blanks(a->text, b->text)));
}
