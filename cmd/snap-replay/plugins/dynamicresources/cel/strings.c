/* Functions of strings. */
#include "functions.h"

struct value fn_size_list(struct run *r, const struct value *args)
{
	(void)r;
	return value_int((int64_t)args[0].list.n);
}

struct value fn_size_map(struct run *r, const struct value *args)
{
	struct value keys = args[0].kind == VALUE_DEVICE ? no_overload() : map_keys(r, &args[0]);

	return keys.kind == VALUE_LIST ? value_int((int64_t)keys.list.n) : keys;
}

struct value fn_starts_with(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(str_starts(args[0].text, args[1].text));
}

struct value fn_ends_with(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(str_ends(args[0].text, args[1].text));
}

struct value fn_contains(struct run *r, const struct value *args)
{
	r->cost += (double)args[0].text.n * (double)args[1].text.n;
	return value_bool(!args[1].text.n || str_contains(args[0].text, args[1].text));
}

/* Letters of ASCII from `from` on become those from `to` on; made only if there are any. */
static struct value change_case(struct run *r, struct str s, char from, char to)
{
	char *changed = NULL;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < from || s.p[i] > from + 25)
			continue;
		if (!changed) {
			changed = arena_alloc(r->scratch, s.n);
			memcpy(changed, s.p, s.n);
		}
		changed[i] = (char)(s.p[i] - from + to);
	}
	return value_string(changed ? (struct str){changed, s.n} : s);
}

struct value fn_lower(struct run *r, const struct value *args)
{
	return change_case(r, args[0].text, 'A', 'a');
}

struct value fn_upper(struct run *r, const struct value *args)
{
	return change_case(r, args[0].text, 'a', 'A');
}
