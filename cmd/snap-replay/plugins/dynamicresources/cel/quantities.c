/* Functions of Kubernetes quantities. */
#include "functions.h"

/* What common/quantity.h keeps exactly. */
__extension__ typedef __int128 int128;
#define EXACT_BELOW ((int128)1 << 119)

struct value value_quantity(struct quantity q)
{
	if (q.nano >= EXACT_BELOW || q.nano <= -EXACT_BELOW)
		return value_unknown(STR("a quantity of more than 10^26"));
	return (struct value){.kind = VALUE_QUANTITY, .quantity = q};
}

/* Unlike those of objects, these may not stand between blanks. */
static bool parse(struct str text, struct quantity *q)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] <= ' ' || text.p[i] > '~')
			return false;
	return quantity_parse(text, q);
}

struct value fn_quantity(struct run *r, const struct value *args)
{
	struct quantity q;

	(void)r;
	if (!parse(args[0].text, &q))
		return value_error(STR("quantities must match the regular expression "
				       "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"));
	return value_quantity(q);
}

static int compare(const struct value *args)
{
	return (args[0].quantity.nano > args[1].quantity.nano) -
		(args[0].quantity.nano < args[1].quantity.nano);
}

struct value fn_quantity_compare(struct run *r, const struct value *args)
{
	(void)r;
	return value_int(compare(args));
}

struct value fn_quantity_greater(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(compare(args) > 0);
}

struct value fn_quantity_less(struct run *r, const struct value *args)
{
	(void)r;
	return value_bool(compare(args) < 0);
}
