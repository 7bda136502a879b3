#include "types.h"

static const struct type SIMPLE[] = {{TYPE_DYN, NULL}, {TYPE_ANY, NULL}, {TYPE_FREE, NULL},
	{TYPE_NULL, NULL}, {TYPE_BOOL, NULL}, {TYPE_INT, NULL}, {TYPE_UINT, NULL},
	{TYPE_DOUBLE, NULL}, {TYPE_STRING, NULL}, {TYPE_QUANTITY, NULL}, {TYPE_VERSION, NULL},
	{TYPE_DEVICE, NULL}};
static const struct type STRINGS = {TYPE_LIST, &SIMPLE[TYPE_STRING]},
			 LIST = {TYPE_LIST, &SIMPLE[TYPE_DYN]}, MAP = {TYPE_MAP, &SIMPLE[TYPE_DYN]},
			 OPTIONAL = {TYPE_OPTIONAL, &SIMPLE[TYPE_DYN]};

const struct type *type_simple(enum type_kind kind)
{
	switch (kind) {
	case TYPE_LIST: return &LIST;
	case TYPE_MAP: return &MAP;
	case TYPE_OPTIONAL: return &OPTIONAL;
	case TYPE_STRINGS: return &STRINGS;
	default: return &SIMPLE[kind];
	}
}

const struct type *type_of(struct arena *a, enum type_kind kind, const struct type *of)
{
	struct type *t = ARENA_NEW(a, struct type);

	*t = (struct type){kind, of};
	return t;
}

/* Null stands for objects of any kind. */
static bool may_be_null(const struct type *t)
{
	return t->kind == TYPE_NULL || t->kind == TYPE_QUANTITY || t->kind == TYPE_VERSION ||
		t->kind == TYPE_DEVICE || t->kind == TYPE_OPTIONAL;
}

bool types_agree(const struct type *a, const struct type *b)
{
	for (; !type_is_dynamic(a) && !type_is_dynamic(b); a = a->of, b = b->of) {
		if (a->kind == TYPE_NULL || b->kind == TYPE_NULL)
			return may_be_null(a) && may_be_null(b);
		if (a->kind != b->kind)
			return false;
		if (!a->of)
			return true;
	}
	return true;
}

const struct type *type_join(const struct type *a, const struct type *b)
{
	const struct type *x = a, *y = b;

	for (; x->kind == y->kind; x = x->of, y = y->of)
		if (!x->of)
			return a;
	if (x->kind == TYPE_FREE || y->kind == TYPE_FREE)
		return x->kind == TYPE_FREE ? b : a;
	return type_is_dynamic(x) ? a : b;
}

bool types_equal(const struct type *a, const struct type *b)
{
	for (; a->kind == b->kind; a = a->of, b = b->of)
		if (!a->of)
			return true;
	return false;
}

struct str type_name(struct arena *a, const struct type *t)
{
	static const char *const names[] = {"dyn", "any", "dyn", "null_type", "bool", "int", "uint",
		"double", "string", "kubernetes.Quantity", "kubernetes.Semver",
		"kubernetes.DRADevice", "list", "map", "optional_type", "list"};
	struct strbuf b = {0};
	int open = 0;

	for (; t->of; t = t->of, open++)
		strbuf_addf(&b, "%s(%s", names[t->kind], t->kind == TYPE_MAP ? "string, " : "");
	strbuf_addz(&b, names[t->kind]);
	for (; open; open--)
		strbuf_addc(&b, ')');
	struct str name = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return name;
}
