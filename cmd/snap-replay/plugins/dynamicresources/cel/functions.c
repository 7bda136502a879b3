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
	F("charAt", MEMBER, STRING, 2, fn_char_at, STRING, INT)
	F("indexOf", MEMBER, INT, 2, fn_index_of, STRING, STRING)
	F("indexOf", MEMBER, INT, 3, fn_index_of_from, STRING, STRING, INT)
	F("lastIndexOf", MEMBER, INT, 2, fn_last_index_of, STRING, STRING)
	F("lastIndexOf", MEMBER, INT, 3, fn_last_index_of_from, STRING, STRING, INT)
	F("replace", MEMBER, STRING, 3, fn_replace, STRING, STRING, STRING)
	F("replace", MEMBER, STRING, 4, fn_replace_some, STRING, STRING, STRING, INT)
	F("split", MEMBER, STRINGS, 2, fn_split, STRING, STRING)
	F("split", MEMBER, STRINGS, 3, fn_split_some, STRING, STRING, INT)
	F("substring", MEMBER, STRING, 2, fn_substring, STRING, INT)
	F("substring", MEMBER, STRING, 3, fn_substring_to, STRING, INT, INT)
	F("trim", MEMBER, STRING, 1, fn_trim, STRING)
	F("join", MEMBER, STRING, 1, fn_join, STRINGS)
	F("join", MEMBER, STRING, 2, fn_join_with, STRINGS, STRING)
	F("matches", MEMBER, BOOL, 2, fn_matches, STRING, STRING)
	F("matches", GLOBAL, BOOL, 2, fn_matches, STRING, STRING)
	F("find", MEMBER, STRING, 2, fn_find, STRING, STRING)
	F("findAll", MEMBER, STRINGS, 2, fn_find_all, STRING, STRING)
	F("findAll", MEMBER, STRINGS, 3, fn_find_some, STRING, STRING, INT)
	F("int", GLOBAL, INT, 1, fn_same, INT)
	F("int", GLOBAL, INT, 1, fn_int, UINT)
	F("int", GLOBAL, INT, 1, fn_int, DOUBLE)
	F("int", GLOBAL, INT, 1, fn_int, STRING)
	F("uint", GLOBAL, UINT, 1, fn_same, UINT)
	F("uint", GLOBAL, UINT, 1, fn_uint, INT)
	F("uint", GLOBAL, UINT, 1, fn_uint, DOUBLE)
	F("uint", GLOBAL, UINT, 1, fn_uint, STRING)
	F("double", GLOBAL, DOUBLE, 1, fn_same, DOUBLE)
	F("double", GLOBAL, DOUBLE, 1, fn_double, INT)
	F("double", GLOBAL, DOUBLE, 1, fn_double, UINT)
	F("double", GLOBAL, DOUBLE, 1, fn_double, STRING)
	F("string", GLOBAL, STRING, 1, fn_same, STRING)
	F("string", GLOBAL, STRING, 1, fn_string, BOOL)
	F("string", GLOBAL, STRING, 1, fn_string, INT)
	F("string", GLOBAL, STRING, 1, fn_string, UINT)
	F("string", GLOBAL, STRING, 1, fn_string, DOUBLE)
	F("bool", GLOBAL, BOOL, 1, fn_same, BOOL)
	F("bool", GLOBAL, BOOL, 1, fn_bool, STRING)
	F("quantity", GLOBAL, QUANTITY, 1, fn_quantity, STRING)
	F("isQuantity", GLOBAL, BOOL, 1, fn_is_quantity, STRING)
	F("sign", GLOBAL, INT, 1, fn_sign, QUANTITY)
	F("asInteger", MEMBER, INT, 1, fn_as_integer, QUANTITY)
	F("isInteger", MEMBER, BOOL, 1, fn_is_integer, QUANTITY)
	F("asApproximateFloat", MEMBER, DOUBLE, 1, fn_as_float, QUANTITY)
	F("add", MEMBER, QUANTITY, 2, fn_add, QUANTITY, QUANTITY)
	F("add", MEMBER, QUANTITY, 2, fn_add_int, QUANTITY, INT)
	F("sub", MEMBER, QUANTITY, 2, fn_sub, QUANTITY, QUANTITY)
	F("sub", MEMBER, QUANTITY, 2, fn_sub_int, QUANTITY, INT)
	F("semver", GLOBAL, VERSION, 1, fn_version, STRING)
	F("semver", GLOBAL, VERSION, 2, fn_version_short, STRING, BOOL)
	F("isSemver", GLOBAL, BOOL, 1, fn_is_version, STRING)
	F("isSemver", GLOBAL, BOOL, 2, fn_is_version_short, STRING, BOOL)
	F("major", MEMBER, INT, 1, fn_major, VERSION)
	F("minor", MEMBER, INT, 1, fn_minor, VERSION)
	F("patch", MEMBER, INT, 1, fn_patch, VERSION)
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
	for (int i = 0; i < o->n; i++) {
		if (o->args[i] != STRINGS && kind_of(&args[i]) != o->args[i])
			return false;
		/* Of a list of strings the original looks at the first item. */
		if (o->args[i] == STRINGS &&
			(args[i].kind != VALUE_LIST ||
				(args[i].list.n && args[i].list.items->kind != VALUE_STRING)))
			return false;
	}
	return true;
}

/* Some functions of the original complain with the kinds of the arguments, some with the name, some
 * with neither. */
static struct value no_function(struct run *r, const struct overload *o, const struct value *args)
{
	static const struct str bare[] = {
		STR_INIT("startsWith"), STR_INIT("endsWith"), STR_INIT("contains")};
	static const struct str regexes[] = {
		STR_INIT("matches"), STR_INIT("find"), STR_INIT("findAll")};
	struct strbuf b = {0};

	for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
		if (str_eq(o->name, bare[i]))
			return no_overload();
	for (size_t i = 0; i < sizeof regexes / sizeof *regexes; i++)
		if (str_eq(o->name, regexes[i]) && args[1].kind == VALUE_STRING && args[1].pattern)
			return no_overload();
	if (str_eq(o->name, STR("matches")))
		return args[0].kind == VALUE_STRING ? no_overload()
						    : value_error(STR("no such overload: matches"));
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
	const struct overload *one = o;

	do
		if (takes(one, args))
			return one->call(r, args);
	while ((one = next_overload(one)));
	return no_function(r, o, args);
}
