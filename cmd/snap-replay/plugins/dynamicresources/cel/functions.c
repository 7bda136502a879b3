#include "functions.h"

#define MEMBER true
#define GLOBAL false
#define BOOL TYPE_BOOL
#define INT TYPE_INT
#define UINT TYPE_UINT
#define DOUBLE TYPE_DOUBLE
#define STRING TYPE_STRING
#define LIST TYPE_LIST
#define MAP TYPE_MAP
#define STRINGS TYPE_STRINGS
#define QUANTITY TYPE_QUANTITY
#define VERSION TYPE_VERSION

/* Those with one name stand together. */
/* clang-format off */
static const struct overload FUNCTIONS[] = {
#define F(name, member, result, n, call, ...) {STR_INIT(name), member, result, n, {__VA_ARGS__}, call},
	F("size", GLOBAL, INT, 1, fn_size_string, STRING)
	F("size", GLOBAL, INT, 1, fn_size_list, LIST)
	F("size", GLOBAL, INT, 1, fn_size_map, MAP)
	F("size", MEMBER, INT, 1, fn_size_string, STRING)
	F("size", MEMBER, INT, 1, fn_size_list, LIST)
	F("size", MEMBER, INT, 1, fn_size_map, MAP)
	F("startsWith", MEMBER, BOOL, 2, fn_starts_with, STRING, STRING)
	F("endsWith", MEMBER, BOOL, 2, fn_ends_with, STRING, STRING)
	F("contains", MEMBER, BOOL, 2, fn_contains, STRING, STRING)
	F("lowerAscii", MEMBER, STRING, 1, fn_lower, STRING)
	F("upperAscii", MEMBER, STRING, 1, fn_upper, STRING)
	F("quantity", GLOBAL, QUANTITY, 1, fn_quantity, STRING)
	F("semver", GLOBAL, VERSION, 1, fn_version, STRING)
	F("compareTo", MEMBER, INT, 2, fn_quantity_compare, QUANTITY, QUANTITY)
	F("compareTo", MEMBER, INT, 2, fn_version_compare, VERSION, VERSION)
	F("isGreaterThan", MEMBER, BOOL, 2, fn_quantity_greater, QUANTITY, QUANTITY)
	F("isGreaterThan", MEMBER, BOOL, 2, fn_version_greater, VERSION, VERSION)
	F("isLessThan", MEMBER, BOOL, 2, fn_quantity_less, QUANTITY, QUANTITY)
	F("isLessThan", MEMBER, BOOL, 2, fn_version_less, VERSION, VERSION)
};
/* clang-format on */
#define END (FUNCTIONS + sizeof FUNCTIONS / sizeof *FUNCTIONS)

static bool called_alike(const struct overload *o, struct str name, bool member, int n)
{
	return o->member == member && o->n == n && str_eq(o->name, name);
}

const struct overload *find_overload(struct str name, bool member, int n)
{
	for (const struct overload *o = FUNCTIONS; o < END; o++)
		if (called_alike(o, name, member, n))
			return o;
	return NULL;
}

const struct overload *next_overload(const struct overload *o)
{
	return o + 1 < END && called_alike(o + 1, o->name, o->member, o->n) ? o + 1 : NULL;
}

bool is_conversion(const struct overload *o)
{
	static const struct str names[] = {STR_INIT("int"), STR_INIT("uint"), STR_INIT("double"),
		STR_INIT("string"), STR_INIT("bool")};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(o->name, names[i]))
			return true;
	return false;
}

static enum type_kind kind_of(const struct value *v)
{
	static const enum type_kind kinds[] = {TYPE_DYN, TYPE_DYN, TYPE_NULL, BOOL, INT, UINT,
		DOUBLE, STRING, LIST, QUANTITY, VERSION, TYPE_OPTIONAL, MAP, MAP, MAP};

	return kinds[v->kind];
}

static bool takes(const struct overload *o, const struct value *args)
{
	for (int i = 0; i < o->n; i++)
		if (kind_of(&args[i]) != o->args[i])
			return false;
	return true;
}

/* Some functions of the original complain with the kinds of the arguments, some with the name, some
 * with neither. */
static struct value no_function(struct run *r, const struct overload *o, const struct value *args)
{
	static const struct str bare[] = {STR_INIT("startsWith"), STR_INIT("endsWith"),
		STR_INIT("contains"), STR_INIT("matches"), STR_INIT("find"), STR_INIT("findAll")};
	struct strbuf b = {0};

	for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
		if (str_eq(o->name, bare[i]))
			return no_overload();
	if (str_eq(o->name, STR("size")))
		return value_error(STR("no such overload: size"));
	for (int i = 0; i < o->n; i++)
		strbuf_addf(&b, "%s%s", i ? ", " : "", value_kind_name(args[i].kind));
	struct value v = value_errorf(
		r->scratch, "no such overload: " STR_FMT "(%s)", STR_ARG(o->name), b.s);
	strbuf_free(&b);
	return v;
}

struct value call_function(struct run *r, const struct overload *o, const struct value *args)
{
	for (const struct overload *one = o; one; one = next_overload(one))
		if (takes(one, args))
			return one->call(r, args);
	return no_function(r, o, args);
}
