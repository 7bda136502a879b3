#include "values.h"

struct value value_errorf(struct arena *scratch, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct str text = arena_vtextf(scratch, fmt, ap);
	va_end(ap);
	return value_error(text);
}

bool value_decides(const struct value *v, bool truth, struct value *result)
{
	bool decides = v->kind == VALUE_BOOL && v->truth == truth;

	if (decides || v->kind == VALUE_UNKNOWN)
		*result = *v;
	else if (v->kind != VALUE_BOOL && result->kind == VALUE_BOOL)
		*result = v->kind == VALUE_ERROR ? *v : no_overload();
	return decides;
}

const char *value_kind_name(enum value_kind kind)
{
	static const char *const names[] = {"error", "unknown", "null_type", "bool", "int", "uint",
		"double", "string", "list", "kubernetes.Quantity", "kubernetes.Semver",
		"optional_type", "map", "map", "map"};

	return names[kind];
}

static int order_reals(double a, double b)
{
	return (a > b) - (a < b);
}

static int order_real_int(double a, int64_t b)
{
	return a < -9223372036854775808.0   ? -1
		: a > 9223372036854775808.0 ? 1
					    : order_reals(a, (double)b);
}

static int order_real_natural(double a, uint64_t b)
{
	return a < 0 ? -1 : a > 18446744073709551616.0 ? 1 : order_reals(a, (double)b);
}

static int order_int_natural(int64_t a, uint64_t b)
{
	if (a < 0 || b > INT64_MAX)
		return -1;
	return (a > (int64_t)b) - (a < (int64_t)b);
}

static bool is_number(const struct value *v)
{
	return v->kind == VALUE_INT || v->kind == VALUE_UINT || v->kind == VALUE_DOUBLE;
}

static bool is_nan(const struct value *v)
{
	return v->kind == VALUE_DOUBLE && v->real != v->real;
}

/* Two numbers, neither of which is NaN. */
static int order_numbers(const struct value *a, const struct value *b)
{
	if (a->kind > b->kind)
		return -order_numbers(b, a);
	if (a->kind == VALUE_DOUBLE)
		return order_reals(a->real, b->real);
	if (b->kind == VALUE_DOUBLE)
		return a->kind == VALUE_INT ? -order_real_int(b->real, a->number)
					    : -order_real_natural(b->real, a->natural);
	if (a->kind == VALUE_UINT)
		return (a->natural > b->natural) - (a->natural < b->natural);
	if (b->kind == VALUE_UINT)
		return order_int_natural(a->number, b->natural);
	return (a->number > b->number) - (a->number < b->number);
}

struct value values_compare(const struct value *a, const struct value *b)
{
	if (is_nan(a) || (is_number(a) && is_nan(b)))
		return value_error(STR("NaN values cannot be ordered"));
	if (is_number(a) && is_number(b))
		return value_int(order_numbers(a, b));
	if (a->kind == VALUE_STRING && b->kind == VALUE_STRING) {
		int order = str_cmp(a->text, b->text);

		return value_int((order > 0) - (order < 0));
	}
	if (a->kind == VALUE_BOOL && b->kind == VALUE_BOOL)
		return value_int(a->truth - b->truth);
	return no_overload();
}

/* As in the original, items that cannot be compared (a version and a number) count as equal, unless
 * the list on the left is a sum. */
static struct value lists_equal(const struct value *a, const struct value *b)
{
	struct value result = value_bool(true);

	if (b->kind != VALUE_LIST || a->list.n != b->list.n)
		return value_bool(false);
	for (size_t i = 0; i < a->list.n; i++) {
		struct value same = values_equal(&a->list.items[i], &b->list.items[i]);

		if (same.kind == VALUE_BOOL && !same.truth)
			return same;
		if (same.kind == VALUE_UNKNOWN ||
			(same.kind == VALUE_ERROR && a->list.joined && result.kind == VALUE_BOOL))
			result = same;
	}
	return result;
}

/* In the original nothing equals the result of add() or sub(), but that may equal others. */
static struct value quantities_equal(const struct value *a, const struct value *b)
{
	if (b->kind != VALUE_QUANTITY || b->computed)
		return no_overload();
	return value_bool(a->quantity.nano == b->quantity.nano);
}

static struct value optionals_equal(const struct value *a, const struct value *b)
{
	if (b->kind != VALUE_OPTIONAL || !a->present || !b->present)
		return value_bool(b->kind == VALUE_OPTIONAL && !a->present && !b->present);
	return values_equal(a->present, b->present);
}

static struct value maps_equal(const struct value *a, const struct value *b)
{
	bool map = b->kind >= VALUE_DEVICE;

	(void)a;
	return map ? value_unknown(STR("comparing maps")) : value_bool(false);
}

struct value values_equal(const struct value *a, const struct value *b)
{
	if (a->kind == VALUE_NULL || b->kind == VALUE_NULL)
		return value_bool(a->kind == b->kind);
	if (is_number(a))
		return value_bool(
			is_number(b) && !is_nan(a) && !is_nan(b) && order_numbers(a, b) == 0);
	switch (a->kind) {
	case VALUE_BOOL: return value_bool(b->kind == VALUE_BOOL && a->truth == b->truth);
	case VALUE_STRING: return value_bool(b->kind == VALUE_STRING && str_eq(a->text, b->text));
	case VALUE_LIST: return lists_equal(a, b);
	case VALUE_QUANTITY: return quantities_equal(a, b);
	case VALUE_VERSION:
		return b->kind == VALUE_VERSION
			? value_bool(version_compare(&a->version, &b->version) == 0)
			: no_overload();
	case VALUE_OPTIONAL: return optionals_equal(a, b);
	default: return maps_equal(a, b);
	}
}

struct str quote(struct arena *a, struct str text)
{
	struct strbuf b = {0};

	strbuf_addc(&b, '"');
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c == '"' || c == '\\')
			strbuf_addc(&b, '\\');
		if (c < ' ' || c == 0x7f)
			strbuf_addf(&b, "\\x%02x", c);
		else
			strbuf_addc(&b, text.p[i]);
	}
	strbuf_addc(&b, '"');
	struct str quoted = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return quoted;
}
