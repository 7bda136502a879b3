#include <math.h>
#include <stdlib.h>

#include "common/document.h"
#include "common/jsonw.h"
#include "config.h"
#include "merge.h"

static struct value *merge_objects(
	struct arena *a, const struct value *earlier, const struct value *later)
{
	struct value_list l = {0};

	for (size_t i = 0; earlier && i < earlier->count; i++)
		value_add(&l, earlier->members[i].key, earlier->members[i].value);
	for (size_t i = 0; i < later->count; i++) {
		const struct value_member *m = &later->members[i];
		struct value *old = value_get(earlier, m->key);
		bool both = m->value->type == JSON_OBJECT && old && old->type == JSON_OBJECT;

		value_add(&l, m->key, both ? merge_objects(a, old, m->value) : m->value);
	}
	return value_object(a, &l);
}

static bool same_kind(const struct value *earlier, const struct value *later, struct error *e)
{
	struct str version = value_str(value_get(later, STR("apiVersion"))),
		   kind = value_str(value_get(later, STR("kind"))),
		   old_version = value_str(value_get(earlier, STR("apiVersion"))),
		   old_kind = value_str(value_get(earlier, STR("kind")));
	struct strbuf why = {0};

	if ((version.n == 0 && kind.n == 0) ||
		(str_eq(version, old_version) && str_eq(kind, old_kind)))
		return true;
	strbuf_add_safe(&why, version);
	strbuf_addc(&why, '/');
	strbuf_add_safe(&why, kind);
	strbuf_addz(&why, " does not equal ");
	strbuf_add_safe(&why, old_version);
	strbuf_addc(&why, '/');
	strbuf_add_safe(&why, old_kind);
	error_set(e, SNAP_INPUT, "cannot merge", "%s", why.s);
	error_hint(e, "a later file has both apiVersion and kind of the earlier ones, or neither");
	strbuf_free(&why);
	return false;
}

struct value *merge(struct arena *a, struct value *earlier, struct value *later, struct error *e)
{
	return same_kind(earlier, later, e) ? merge_objects(a, earlier, later) : NULL;
}

/* Makes each number the nearest double, as the operator's decoder does. */
static bool round_numbers(struct arena *a, struct value *v, struct error *e)
{
	bool good = true;

	if (v->type == JSON_NUMBER) {
		char text[32];
		double d = strtod(v->text.p, NULL); /* the arena's texts end in a NUL */
		size_t n = jsonw_format_double(text, d);

		if (isinf(d))
			return error_set(e, SNAP_INPUT, "unexpected value",
				"a number beyond what a double holds");
		v->text = arena_str(a, (struct str){text, n});
	}
	for (size_t i = 0; good && i < v->count; i++)
		good = round_numbers(a, v->members[i].value, e);
	return good;
}

void merge_write(struct strbuf *out, const struct value *v)
{
	struct strbuf plain = {0};

	value_write(&plain, v);
	for (size_t i = 0; i < plain.len; i++)
		if (strchr("<>&", plain.s[i]) && plain.s[i]) /* only strings have them */
			strbuf_addf(out, "\\u%04x", (unsigned)plain.s[i]);
		else
			strbuf_addc(out, plain.s[i]);
	strbuf_addc(out, '\n');
	strbuf_free(&plain);
}

/* Null, as of an empty file: nothing to lay over. */
static struct value *read_sparse(struct config_run *r, const char *path)
{
	struct value *v = document_read(&r->arena, path, r->e);

	if (!v || !round_numbers(&r->arena, v, r->e))
		return NULL;
	if (v->type == JSON_NULL)
		return value_new(&r->arena, JSON_OBJECT);
	if (v->type == JSON_OBJECT)
		return v;
	error_set(r->e, SNAP_INPUT, "not a configuration", "%s instead of an object",
		value_type_name(v));
	return NULL;
}

int config_merge(struct config_run *r)
{
	struct value *all = NULL;

	for (int i = 0; i < r->options->n_operands; i++) {
		struct value *v;

		r->input = r->options->operands[i];
		v = read_sparse(r, r->input);
		if (v && all)
			v = merge(&r->arena, all, v, r->e);
		if (!v)
			return r->e->status;
		all = v;
	}
	if (all)
		merge_write(&r->out, all);
	return SNAP_OK;
}
