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
