/* Quantities as numbers, and sums of them. */
#include "functions.h"

__extension__ typedef __int128 int128;

struct value fn_sign(struct run *r, const struct value *args)
{
	int128 nano = args[0].quantity.nano;

	(void)r;
	return value_int((nano > 0) - (nano < 0));
}

/* In the original a comparison changes how a quantity is kept, and a sum the first operand itself,
 * if that is kept as a decimal of any length. What depends on it is outside. */
static bool changed(const struct run *r, const struct value *v)
{
	return r->decimals || !v->quantity.fast;
}
#define CHANGED value_unknown(STR("a quantity that the original changes"))

/* What Go keeps as a decimal of any length, or with places, is never an integer to it. */
static bool as_integer(struct quantity q, int64_t *n)
{
	*n = q.value;
	if (!q.fast || q.scale < 0)
		return false;
	for (int32_t i = 0; *n && i < q.scale; i++)
		if (__builtin_mul_overflow(*n, (int64_t)10, n))
			return false;
	return true;
}

struct value fn_as_integer(struct run *r, const struct value *args)
{
	int64_t n;

	if (r->decimals)
		return CHANGED;
	return as_integer(args[0].quantity, &n)
		? value_int(n)
		: value_error(STR("cannot convert value to integer"));
}

struct value fn_is_integer(struct run *r, const struct value *args)
{
	int64_t n;

	if (r->decimals)
		return CHANGED;
	return value_bool(as_integer(args[0].quantity, &n));
}

/* The number that Go keeps beside the scale. */
static int128 unscaled(struct quantity q)
{
	if (q.fast)
		return q.value;
	for (int i = 9 + q.scale; i > 0; i--)
		q.nano /= 10;
	return q.nano;
}

struct value fn_as_float(struct run *r, const struct value *args)
{
	static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
		1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24,
		1e25, 1e26, 1e27, 1e28, 1e29, 1e30};
	static const double parts[] = {1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
	struct quantity q = args[0].quantity;

	(void)r;
	if (q.scale > 30 || q.scale < -9)
		return value_unknown(STR("a quantity of more than 10^30"));
	return (struct value){.kind = VALUE_DOUBLE,
		.real = (double)unscaled(q) * (q.scale < 0 ? parts[-q.scale] : powers[q.scale])};
}

static struct quantity whole(int64_t n)
{
	return (struct quantity){.nano = (int128)n * 1000000000, .value = n, .fast = true};
}

static struct value computed(struct quantity q)
{
	struct value v = value_quantity(q);

	if (v.kind == VALUE_QUANTITY)
		v.computed = true;
	return v;
}

static struct value subtract(struct quantity a, struct quantity b)
{
	if (b.fast && b.value == INT64_MIN) /* which Go cannot negate */
		return value_unknown(STR("taking -2^63 from a quantity"));
	b.nano = -b.nano;
	b.value = -b.value;
	return computed(quantity_add(a, b));
}

struct value fn_add(struct run *r, const struct value *args)
{
	if (changed(r, args))
		return CHANGED;
	return computed(quantity_add(args[0].quantity, args[1].quantity));
}

struct value fn_add_int(struct run *r, const struct value *args)
{
	if (changed(r, args))
		return CHANGED;
	return computed(quantity_add(args[0].quantity, whole(args[1].number)));
}

struct value fn_sub(struct run *r, const struct value *args)
{
	if (changed(r, args))
		return CHANGED;
	return subtract(args[0].quantity, args[1].quantity);
}

struct value fn_sub_int(struct run *r, const struct value *args)
{
	if (changed(r, args))
		return CHANGED;
	return subtract(args[0].quantity, whole(args[1].number));
}
