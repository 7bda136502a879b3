/* Functions of regular expressions. */
#include "chars.h"
#include "functions.h"
#include "regex.h"

static struct value outside(void)
{
	return value_unknown(STR("a regular expression of this form"));
}

/* Of constants it was made when the expression was compiled; NULL: outside. */
static const struct regex *pattern(struct run *r, const struct value *text)
{
	const struct regex *x = text->pattern;

	if (!x)
		x = regex_compile(r->scratch, text->text);
	if (x)
		r->cost += (double)text->text.n * 10 + regex_size(x);
	return x;
}

static void charge(struct run *r, struct str text, struct str regex)
{
	r->cost += ((double)text.n + 1) * ((double)regex.n + 1);
}

struct value fn_matches(struct run *r, const struct value *args)
{
	const struct regex *x = pattern(r, &args[1]);

	charge(r, args[0].text, args[1].text);
	if (!x || r->cost > MOST_COST)
		return outside();
	return value_bool(regex_find(x, args[0].text, 0, r->scratch, NULL));
}

struct value fn_find(struct run *r, const struct value *args)
{
	const struct regex *x = pattern(r, &args[1]);
	struct str found = {NULL, 0};

	charge(r, args[0].text, args[1].text);
	if (!x || r->cost > MOST_COST)
		return outside();
	regex_find(x, args[0].text, 0, r->scratch, &found);
	return value_string(found);
}

/* At most `most` matches, all if it is below 0. An empty one directly behind another does not
 * count. */
static struct value find_all(
	struct run *r, const struct value *text, const struct value *regex, int64_t most)
{
	const struct regex *x = pattern(r, regex);
	struct str s = text->text, found;
	struct value *all;
	size_t count = 0, at = 0, last = s.n + 1;

	charge(r, s, regex->text);
	r->cost += (double)s.n * ((double)s.n + 10);
	if (!x || r->cost > MOST_COST)
		return outside();
	all = ARENA_ARRAY(r->scratch, s.n + 1, struct value);
	while (at <= s.n && (most < 0 || count < (uint64_t)most) &&
		regex_find(x, s, at, r->scratch, &found)) {
		size_t begin = (size_t)(found.p - s.p), end = begin + found.n;

		if (end != at || begin != last)
			all[count++] = value_string(found);
		at = end > at ? end : at < s.n ? at + char_length(s, at) : s.n + 1;
		last = end;
	}
	return (struct value){.kind = VALUE_LIST, .list = {all, count, false}};
}

struct value fn_find_all(struct run *r, const struct value *args)
{
	return find_all(r, &args[0], &args[1], -1);
}

struct value fn_find_some(struct run *r, const struct value *args)
{
	return find_all(r, &args[0], &args[1], args[2].number);
}
