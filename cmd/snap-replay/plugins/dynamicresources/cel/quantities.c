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

static size_t skip(struct str s, size_t i, const char *any)
{
	while (i < s.n && s.p[i] && strchr(any, s.p[i]))
		i++;
	return i;
}

/* Why a text is no quantity. */
static struct str wrong(struct str s)
{
	static const char digits[] = "0123456789";
	size_t number = skip(s, s.n && (s.p[0] == '+' || s.p[0] == '-'), digits), end;
	struct strbuf b = {0};
	struct quantity q;

	if (number < s.n && s.p[number] == '.')
		number = skip(s, number + 1, digits);
	end = skip(s, number, "eEinumkKMGTP");
	if (end < s.n && (s.p[end] == '+' || s.p[end] == '-'))
		end++;
	if (!s.n || skip(s, end, digits) < s.n)
		return STR("quantities must match the regular expression "
			   "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
	strbuf_addc(&b, '1');
	strbuf_addstr(&b, (struct str){s.p + number, s.n - number});
	bool known = quantity_parse(strbuf_str(&b), &q);
	strbuf_free(&b);
	return known ? STR("unable to parse numeric part of quantity")
		     : STR("unable to parse quantity's suffix");
}

struct value fn_quantity(struct run *r, const struct value *args)
{
	struct quantity q;

	(void)r;
	return parse(args[0].text, &q) ? value_quantity(q) : value_error(wrong(args[0].text));
}

static int compare(struct run *r, const struct value *args)
{
	const struct quantity *a = &args[0].quantity, *b = &args[1].quantity;

	r->decimals |= a->fast && !b->fast;
	return (a->nano > b->nano) - (a->nano < b->nano);
}

struct value fn_quantity_compare(struct run *r, const struct value *args)
{
	return value_int(compare(r, args));
}

struct value fn_quantity_greater(struct run *r, const struct value *args)
{
	return value_bool(compare(r, args) > 0);
}

struct value fn_quantity_less(struct run *r, const struct value *args)
{
	return value_bool(compare(r, args) < 0);
}

struct value fn_is_quantity(struct run *r, const struct value *args)
{
	struct quantity q;

	(void)r;
	return value_bool(parse(args[0].text, &q));
}
