#include "common/value_diff.h"

#include "common/jsonw.h"
#include "common/map.h"

/* ---- paths ---- */

static void add_key(struct strbuf *path, struct str key)
{
	bool plain = key.n > 0 && !is_digit(key.p[0]);

	for (size_t i = 0; plain && i < key.n; i++)
		plain = is_digit(key.p[i]) || key.p[i] == '_' ||
			((key.p[i] | 0x20) >= 'a' && (key.p[i] | 0x20) <= 'z');
	if (plain) {
		strbuf_addc(path, '.');
		strbuf_addstr(path, key);
		return;
	}
	strbuf_addc(path, '[');
	jsonw_str(&(struct jsonw){.out = path}, key);
	strbuf_addc(path, ']');
}

void value_place_path(struct strbuf *path, const struct value_place *place)
{
	if (!place)
		return;
	value_place_path(path, place->above);
	if (place->of_object)
		add_key(path, place->key);
	else if (place->key.n)
		strbuf_addf(path, "[" STR_FMT "]", STR_ARG(place->key));
	else
		strbuf_addf(path, "[%zu]", place->index);
}

/* ---- objects ---- */

static const struct value *or_nothing(const struct value *v)
{
	return v && v->type != JSON_NULL ? v : NULL;
}

static bool inside(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b)
{
	return a && b ? value_differences(d, place, a, b) : d->differs(d->ctx, place, a, b, false);
}

/* Both are sorted. */
static bool compare_objects(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b)
{
	struct value_place in = {.above = place, .of_object = true};
	bool on = true;

	for (size_t i = 0, k = 0; on && (i < a->count || k < b->count);) {
		int order = i == a->count ? 1
			: k == b->count   ? -1
					  : str_cmp(a->members[i].key, b->members[k].key);
		const struct value *x = order <= 0 ? or_nothing(a->members[i].value) : NULL,
				   *y = order >= 0 ? or_nothing(b->members[k].value) : NULL;

		in.key = order <= 0 ? a->members[i].key : b->members[k].key;
		if (x || y)
			on = inside(d, &in, x, y);
		i += order <= 0;
		k += order >= 0;
	}
	return on;
}

/* ---- lists ---- */

static struct str name_at(const struct value *list, size_t i, const char *name)
{
	return value_str(value_get(list->members[i].value, str_of(name)));
}

/* A map of the elements by their names. False: one has none, or has that of another. */
static bool by_name(const struct value *list, const char *name, struct map *names)
{
	bool good = true;

	for (size_t i = 0; good && i < list->count; i++) {
		struct str own = name_at(list, i, name);
		bool fresh = false;

		if (own.n)
			map_put(names, own, &fresh)->value = list->members[i].value;
		good = fresh;
	}
	return good;
}

/* The names that both lists have, in the order of the first. */
static struct value *common_names(
	struct arena *a, const struct value *list, const struct map *other, const char *name)
{
	struct value_list l = {0};

	for (size_t i = 0; i < list->count; i++)
		if (map_get(other, name_at(list, i, name)))
			value_add(&l, STR(""), value_text(a, name_at(list, i, name)));
	return value_array(a, &l);
}

/* Two lists with names. */
struct named {
	const struct value *a, *b;
	const char *name;
	struct map in_a, in_b;
};

static bool compare_order(
	const struct value_diff *d, const struct value_place *place, const struct named *n)
{
	struct arena arena = {0};
	const struct value *x = common_names(&arena, n->a, &n->in_b, n->name),
			   *y = common_names(&arena, n->b, &n->in_a, n->name);
	bool on = value_equal(x, y) || d->differs(d->ctx, place, x, y, true);

	arena_free(&arena);
	return on;
}

static bool compare_named(
	const struct value_diff *d, const struct value_place *place, const struct named *n)
{
	struct value_place in = {.above = place};
	bool on = true;

	for (size_t i = 0; on && i < n->a->count; i++) {
		in.key = name_at(n->a, i, n->name);
		in.index = i;
		on = inside(d, &in, n->a->members[i].value, map_get(&n->in_b, in.key));
	}
	for (size_t i = 0; on && i < n->b->count; i++) {
		in.key = name_at(n->b, i, n->name);
		in.index = i;
		if (!map_get(&n->in_a, in.key))
			on = inside(d, &in, NULL, n->b->members[i].value);
	}
	return on && (!d->order || compare_order(d, place, n));
}

static bool compare_places(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b)
{
	struct value_place in = {.above = place};
	bool on = true;

	for (size_t i = 0; on && (i < a->count || i < b->count); i++) {
		in.index = i;
		on = inside(d, &in, i < a->count ? a->members[i].value : NULL,
			i < b->count ? b->members[i].value : NULL);
	}
	return on;
}

static bool compare_lists(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b)
{
	for (const char *const *name = d->names; *name; name++) {
		struct named n = {.a = a, .b = b, .name = *name};
		bool named = by_name(a, *name, &n.in_a) && by_name(b, *name, &n.in_b);
		bool on = !named || compare_named(d, place, &n);

		map_free(&n.in_a);
		map_free(&n.in_b);
		if (named)
			return on;
	}
	return compare_places(d, place, a, b);
}

/* ---- all ---- */

bool value_differences(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b)
{
	bool object = a->type == JSON_OBJECT, list = a->type == JSON_ARRAY;

	if (a->type == b->type && (object || list))
		return object ? compare_objects(d, place, a, b) : compare_lists(d, place, a, b);
	return d->same(place, a, b) || d->differs(d->ctx, place, a, b, false);
}
