#include <stdlib.h>

#include "common/grow.h"
#include "common/kinds.h"
#include "common/value.h"

struct value *value_new(struct arena *a, enum json_type type)
{
	struct value *v = ARENA_NEW(a, struct value);

	v->type = type;
	return v;
}

struct value *value_text(struct arena *a, struct str text)
{
	struct value *v = value_new(a, JSON_STRING);

	v->text = arena_str(a, text);
	return v;
}

void value_add(struct value_list *l, struct str key, struct value *v)
{
	ARRAY_GROW(l->items, l->count, l->cap);
	l->items[l->count++] = (struct value_member){key, v};
}

struct value *value_array(struct arena *a, struct value_list *l)
{
	struct value *v = value_new(a, JSON_ARRAY);

	v->count = l->count;
	v->members = ARENA_ARRAY(a, l->count, struct value_member);
	if (l->count)
		memcpy(v->members, l->items, l->count * sizeof *l->items);
	free(l->items);
	*l = (struct value_list){0};
	return v;
}

/* Merges the sorted halves of items; equal keys keep their order. */
static void merge_halves(struct value_member *items, size_t n, struct value_member *spare)
{
	size_t half = n / 2, i = 0, j = half;

	memcpy(spare, items, half * sizeof *items);
	for (size_t to = 0; i < half; to++)
		if (j < n && str_cmp(items[j].key, spare[i].key) < 0)
			items[to] = items[j++];
		else
			items[to] = spare[i++];
}

static void sort(struct value_member *items, size_t n, struct value_member *spare)
{
	if (n < 2)
		return;
	sort(items, n / 2, spare);
	sort(items + n / 2, n - n / 2, spare);
	merge_halves(items, n, spare);
}

struct value *value_object(struct arena *a, struct value_list *l)
{
	struct value_list spare = {0};
	struct value *v;
	size_t kept = 0;

	ARRAY_RESERVE(spare.items, l->count, spare.cap);
	sort(l->items, l->count, spare.items);
	free(spare.items);
	for (size_t i = 0; i < l->count; i++)
		if (kept && str_eq(l->items[kept - 1].key, l->items[i].key))
			l->items[kept - 1] = l->items[i];
		else
			l->items[kept++] = l->items[i];
	l->count = kept;
	v = value_array(a, l);
	v->type = JSON_OBJECT;
	return v;
}

static struct value *read_members(struct arena *a, struct json *r, bool object)
{
	struct value_list l = {0};
	struct str key = {"", 0};

	json_enter(r);
	while (object ? json_key(r, &key) : json_element(r)) {
		struct str name = arena_str(a, key);

		value_add(&l, name, value_read(a, r));
	}
	return object ? value_object(a, &l) : value_array(a, &l);
}

struct value *value_read(struct arena *a, struct json *r)
{
	enum json_type type = json_peek(r);
	struct value *v;

	if (type == JSON_OBJECT || type == JSON_ARRAY) {
		v = read_members(a, r, type == JSON_OBJECT);
	} else {
		v = value_new(a, type);
		if (type == JSON_STRING ? json_string(r, &v->text)
					: type == JSON_NUMBER && json_number(r, &v->text))
			v->text = arena_str(a, v->text);
		else
			json_skip(r);
	}
	return json_failed(r) ? NULL : v;
}

/* The place of the first member whose key is not less. */
static size_t place_of(const struct value *v, struct str key)
{
	size_t low = 0, high = v && v->type == JSON_OBJECT ? v->count : 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (str_cmp(v->members[mid].key, key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool is_at(const struct value *v, size_t i, struct str key)
{
	return v && v->type == JSON_OBJECT && i < v->count && str_eq(v->members[i].key, key);
}

struct value *value_get(const struct value *v, struct str key)
{
	size_t i = place_of(v, key);

	return is_at(v, i, key) ? v->members[i].value : NULL;
}

void value_insert(struct arena *a, struct value *v, struct str key, struct value *member)
{
	size_t i = place_of(v, key);

	if (is_at(v, i, key)) {
		v->members[i].value = member;
		return;
	}
	if (v->room <= v->count) {
		struct value_member *more = NULL;

		v->room = 2 * v->count + 1;
		more = ARENA_ARRAY(a, v->room, struct value_member);
		if (v->count)
			memcpy(more, v->members, v->count * sizeof *more);
		v->members = more;
	}
	memmove(v->members + i + 1, v->members + i, (v->count - i) * sizeof *v->members);
	v->members[i] = (struct value_member){key, member};
	v->count++;
}

bool value_remove(struct value *v, struct str key)
{
	size_t i = place_of(v, key);

	if (!is_at(v, i, key))
		return false;
	v->room = v->room ? v->room : v->count;
	v->count--;
	memmove(v->members + i, v->members + i + 1, (v->count - i) * sizeof *v->members);
	return true;
}

struct value *value_field(const struct value *v, struct str key)
{
	struct value *found = value_get(v, key);

	for (size_t i = 0; !found && v && v->type == JSON_OBJECT && i < v->count; i++)
		if (same_but_case(v->members[i].key, key))
			found = v->members[i].value;
	return found;
}

struct value *value_with(
	struct arena *a, const struct value *v, struct str key, struct value *member)
{
	const struct value *old = value_field(v, key);
	struct value_list l = {0};

	for (size_t i = 0; i < v->count; i++)
		if (v->members[i].value != old)
			value_add(&l, v->members[i].key, v->members[i].value);
	value_add(&l, key, member);
	return value_object(a, &l);
}

struct str value_str(const struct value *v)
{
	return v && v->type == JSON_STRING ? v->text : (struct str){"", 0};
}

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->type != b->type || !str_eq(a->text, b->text) || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!str_eq(a->members[i].key, b->members[i].key) ||
			!value_equal(a->members[i].value, b->members[i].value))
			return false;
	return true;
}

static void write_value(struct jsonw *w, const struct value *v)
{
	bool object = v->type == JSON_OBJECT;

	if (object || v->type == JSON_ARRAY) {
		jsonw_begin(w, object ? '{' : '[');
		for (size_t i = 0; i < v->count; i++) {
			if (object)
				jsonw_keys(w, v->members[i].key);
			write_value(w, v->members[i].value);
		}
		jsonw_end(w, object ? '}' : ']');
	} else if (v->type == JSON_STRING) {
		jsonw_str(w, v->text);
	} else if (v->type == JSON_NUMBER) {
		jsonw_raw(w, v->text);
	} else if (v->type == JSON_TRUE || v->type == JSON_FALSE) {
		jsonw_bool(w, v->type == JSON_TRUE);
	} else {
		jsonw_null(w);
	}
}

void value_write(struct strbuf *out, const struct value *v)
{
	write_value(&(struct jsonw){.out = out}, v);
}

void value_write_member(struct jsonw *w, const char *key, const struct value *v)
{
	if (!v)
		return;
	jsonw_key(w, key);
	write_value(w, v);
}
