/* The differences of two configurations, one a line. */
#include <stdlib.h>

#include "common/document.h"
#include "common/jsonw.h"
#include "common/map.h"
#include "common/text.h"
#include "config.h"
#include "same.h"
#include "subject.h"

struct differ {
	struct config_run *r;
	struct strbuf path;
	int n;
};

static void compare(struct differ *d, const struct value *a, const struct value *b, struct str key);

/* ---- lines ---- */

static void add_value(struct text *t, const struct value *v)
{
	struct strbuf json = {0};

	value_write(&json, v);
	text_add(t, strbuf_str(&json));
	strbuf_free(&json);
}

static void add_text(struct differ *d, const struct value *a, const struct value *b)
{
	struct text t = {0};

	text_ours(&t, a && b ? "~ " : a ? "- " : "+ ");
	text_add(&t, strbuf_str(&d->path));
	text_ours(&t, ": ");
	add_value(&t, a ? a : b);
	if (a && b) {
		text_ours(&t, " -> ");
		add_value(&t, b);
	}
	text_ours(&t, "\n");
	strbuf_addstr(&d->r->out, text_str(&t));
	text_free(&t);
}

static void add_json(struct differ *d, const struct value *a, const struct value *b)
{
	struct strbuf json = {0};
	struct jsonw w = {.out = &d->r->out};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "path");
	jsonw_str(&w, strbuf_str(&d->path));
	for (int i = 0; i < 2; i++) {
		const struct value *v = i ? b : a;

		if (!v)
			continue;
		strbuf_clear(&json);
		value_write(&json, v);
		jsonw_key(&w, i ? "b" : "a");
		jsonw_raw(&w, strbuf_str(&json));
	}
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	strbuf_free(&json);
}

/* NULL: there is none on that side. */
static void differs(struct differ *d, const struct value *a, const struct value *b)
{
	d->n++;
	if (d->r->options->format == FORMAT_TEXT)
		add_text(d, a, b);
	else
		add_json(d, a, b);
}

/* ---- paths, as jq understands them but for names in lists ---- */

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

static void inside(struct differ *d, struct str key, bool of_object, size_t index,
	const struct value *a, const struct value *b)
{
	size_t len = d->path.len;

	if (of_object)
		add_key(&d->path, key);
	else if (key.n)
		strbuf_addf(&d->path, "[" STR_FMT "]", STR_ARG(key));
	else
		strbuf_addf(&d->path, "[%zu]", index);
	if (a && b)
		compare(d, a, b, key);
	else
		differs(d, a, b);
	strbuf_cut(&d->path, len);
}

/* ---- objects and lists ---- */

static const struct value *or_nothing(const struct value *v)
{
	return v && v->type != JSON_NULL ? v : NULL;
}

/* Null and nothing mean the same. Both are sorted. */
static void compare_objects(struct differ *d, const struct value *a, const struct value *b)
{
	for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
		int order = i == a->count ? 1
			: k == b->count   ? -1
					  : str_cmp(a->members[i].key, b->members[k].key);
		const struct value *x = order <= 0 ? or_nothing(a->members[i].value) : NULL,
				   *y = order >= 0 ? or_nothing(b->members[k].value) : NULL;
		struct str key = order <= 0 ? a->members[i].key : b->members[k].key;

		if (x || y)
			inside(d, key, true, 0, x, y);
		i += order <= 0;
		k += order >= 0;
	}
}

/* A map of the elements by their names. False: one has none, or has that of another. */
static bool by_name(const struct value *list, struct map *names)
{
	bool good = true;

	for (size_t i = 0; good && i < list->count; i++) {
		struct str name = value_str(value_get(list->members[i].value, STR("name")));

		good = name.n && !map_get(names, name);
		if (good)
			map_put(names, name, NULL)->value = list->members[i].value;
	}
	return good;
}

static struct str name_at(const struct value *list, size_t i)
{
	return value_str(value_get(list->members[i].value, STR("name")));
}

/* The names that both lists have, in the order of the first. */
static struct value *common_names(
	struct differ *d, const struct value *list, const struct map *other)
{
	struct value_list l = {0};

	for (size_t i = 0; i < list->count; i++)
		if (map_get(other, name_at(list, i)))
			value_add(&l, STR(""), value_text(&d->r->arena, name_at(list, i)));
	return value_array(&d->r->arena, &l);
}

static void compare_names(struct differ *d, const struct value *a, const struct value *b,
	const struct map *in_a, const struct map *in_b)
{
	const struct value *x = common_names(d, a, in_b), *y = common_names(d, b, in_a);

	for (size_t i = 0; i < a->count; i++)
		inside(d, name_at(a, i), false, i, a->members[i].value,
			map_get(in_b, name_at(a, i)));
	for (size_t i = 0; i < b->count; i++)
		if (!map_get(in_a, name_at(b, i)))
			inside(d, name_at(b, i), false, i, NULL, b->members[i].value);
	if (!value_equal(x, y)) {
		size_t len = d->path.len;

		strbuf_addz(&d->path, " (order)");
		differs(d, x, y);
		strbuf_cut(&d->path, len);
	}
}

static void compare_lists(struct differ *d, const struct value *a, const struct value *b)
{
	struct map in_a = {0}, in_b = {0};

	if (by_name(a, &in_a) && by_name(b, &in_b))
		compare_names(d, a, b, &in_a, &in_b);
	else
		for (size_t i = 0; i < a->count || i < b->count; i++)
			inside(d, STR(""), false, i, i < a->count ? a->members[i].value : NULL,
				i < b->count ? b->members[i].value : NULL);
	map_free(&in_a);
	map_free(&in_b);
}

static void compare(struct differ *d, const struct value *a, const struct value *b, struct str key)
{
	if (a->type != b->type)
		differs(d, a, b);
	else if (a->type == JSON_OBJECT)
		compare_objects(d, a, b);
	else if (a->type == JSON_ARRAY)
		compare_lists(d, a, b);
	else if (!same_scalar(key, a, b))
		differs(d, a, b);
}

/* ---- all ---- */

int config_diff(struct config_run *r)
{
	struct differ d = {.r = r};
	struct value *v[2];

	for (int i = 0; i < 2; i++) {
		r->input = r->options->operands[i];
		v[i] = document_read(&r->arena, r->input, r->e);
		v[i] = v[i] ? subject_of(&r->arena, v[i], r->e) : NULL;
		if (!v[i])
			return r->e->status;
	}
	compare(&d, v[0], v[1], STR(""));
	strbuf_free(&d.path);
	return d.n ? SNAP_NO : SNAP_OK;
}
