/* Functions of semantic versions. */
#include "functions.h"

struct value fn_version(struct run *r, const struct value *args)
{
	struct value v = {.kind = VALUE_VERSION};
	struct str why;

	return version_parse(args[0].text, &v.version, r->scratch, &why) ? v : value_error(why);
}

struct value fn_version_compare(struct run *r, const struct value *args)
{
	(void)r;
	return value_int(version_compare(&args[0].version, &args[1].version));
}

struct value fn_version_greater(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(version_compare(&args[0].version, &args[1].version) > 0);
}

struct value fn_version_less(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(version_compare(&args[0].version, &args[1].version) < 0);
}

struct value fn_version_short(struct run *r, const struct value *args)
{
	struct value v = {.kind = VALUE_VERSION};
	struct str why;

	if (!args[1].truth)
		return fn_version(r, args);
	return version_parse_short(args[0].text, &v.version, r->scratch, &why) ? v
									       : value_error(why);
}

struct value fn_is_version(struct run *r, const struct value *args)
{
	return value_bool(fn_version(r, args).kind == VALUE_VERSION);
}

struct value fn_is_version_short(struct run *r, const struct value *args)
{
	return value_bool(fn_version_short(r, args).kind == VALUE_VERSION);
}

/* Above 2^63 Go's conversion wraps around. */
static struct value part(uint64_t n)
{
	return value_int((int64_t)n);
}

struct value fn_major(struct run *r, const struct value *args)
{
	(void)r;
	return part(args[0].version.major);
}

struct value fn_minor(struct run *r, const struct value *args)
{
	(void)r;
	return part(args[0].version.minor);
}

struct value fn_patch(struct run *r, const struct value *args)
{
	(void)r;
	return part(args[0].version.patch);
}
