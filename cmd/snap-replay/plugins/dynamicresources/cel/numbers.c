/* Arithmetic: an overflow is an error, as is a division of whole numbers by zero. */
#include "functions.h"
#include "model/go_numbers.h"

#define OVERFLOW value_error(STR("integer overflow"))

static struct value by_zero(enum node_kind kind)
{
	return value_error(kind == NODE_DIVIDE ? STR("division by zero") : STR("modulus by zero"));
}

static struct value int_calculate(enum node_kind kind, int64_t a, int64_t b)
{
	int64_t n = 0;
	bool bad;

	switch (kind) {
	case NODE_ADD: bad = __builtin_add_overflow(a, b, &n); break;
	case NODE_SUBTRACT: bad = __builtin_sub_overflow(a, b, &n); break;
	case NODE_MULTIPLY: bad = __builtin_mul_overflow(a, b, &n); break;
	default:
		if (b == 0)
			return by_zero(kind);
		bad = a == INT64_MIN && b == -1;
		if (!bad)
			n = kind == NODE_DIVIDE ? a / b : a % b;
	}
	return bad ? OVERFLOW : value_int(n);
}

static struct value uint_calculate(enum node_kind kind, uint64_t a, uint64_t b)
{
	uint64_t n = 0;
	bool bad = false;

	switch (kind) {
	case NODE_ADD: bad = __builtin_add_overflow(a, b, &n); break;
	case NODE_SUBTRACT: bad = __builtin_sub_overflow(a, b, &n); break;
	case NODE_MULTIPLY: bad = __builtin_mul_overflow(a, b, &n); break;
	default:
		if (b == 0)
			return by_zero(kind);
		n = kind == NODE_DIVIDE ? a / b : a % b;
	}
	return bad ? value_error(STR("unsigned integer overflow"))
		   : (struct value){.kind = VALUE_UINT, .natural = n};
}

static struct value real_calculate(enum node_kind kind, double a, double b)
{
	double x;

	switch (kind) {
	case NODE_ADD: x = a + b; break;
	case NODE_SUBTRACT: x = a - b; break;
	case NODE_MULTIPLY: x = a * b; break;
	default: x = go_div(a, b);
	}
	return (struct value){.kind = VALUE_DOUBLE, .real = x};
}

static struct value join_texts(struct run *r, struct str a, struct str b)
{
	char *joined;

	r->cost += (double)(a.n + b.n);
	if (r->cost > MOST_COST)
		return value_unknown(STR("more work than the original may allow"));
	joined = arena_alloc(r->scratch, a.n + b.n + 1);
	if (a.n)
		memcpy(joined, a.p, a.n);
	if (b.n)
		memcpy(joined + a.n, b.p, b.n);
	return value_string((struct str){joined, a.n + b.n});
}

static struct value join_lists(struct run *r, const struct value *a, const struct value *b)
{
	size_t n = a->list.n + b->list.n;
	struct value *items;

	if (!a->list.n || !b->list.n)
		return a->list.n ? *a : *b;
	r->cost += (double)n;
	if (r->cost > MOST_COST)
		return value_unknown(STR("more work than the original may allow"));
	items = ARENA_ARRAY(r->scratch, n, struct value);
	for (size_t i = 0; i < n; i++)
		items[i] = i < a->list.n ? a->list.items[i] : b->list.items[i - a->list.n];
	return (struct value){.kind = VALUE_LIST, .list = {items, n, true}};
}

static bool takes(enum node_kind kind, enum value_kind a)
{
	switch (a) {
	case VALUE_INT:
	case VALUE_UINT: return true;
	case VALUE_DOUBLE: return kind != NODE_MODULO;
	case VALUE_STRING:
	case VALUE_LIST: return kind == NODE_ADD;
	default: return false;
	}
}

struct value calculate(
	struct run *r, enum node_kind kind, const struct value *a, const struct value *b)
{
	static const char signs[] = "+-*/%";

	if (!takes(kind, a->kind) && a->kind != VALUE_STRING)
		return value_errorf(r->scratch, "no such overload: _%c_", signs[kind - NODE_ADD]);
	if (!takes(kind, a->kind) || a->kind != b->kind)
		return no_overload();
	switch (a->kind) {
	case VALUE_INT: return int_calculate(kind, a->number, b->number);
	case VALUE_UINT: return uint_calculate(kind, a->natural, b->natural);
	case VALUE_DOUBLE: return real_calculate(kind, a->real, b->real);
	case VALUE_STRING: return join_texts(r, a->text, b->text);
	default: return join_lists(r, a, b);
	}
}

struct value negate(const struct value *a)
{
	if (a->kind == VALUE_DOUBLE)
		return (struct value){.kind = VALUE_DOUBLE, .real = -a->real};
	if (a->kind == VALUE_INT)
		return a->number == INT64_MIN ? OVERFLOW : value_int(-a->number);
	if (a->kind == VALUE_BOOL || a->kind == VALUE_STRING)
		return no_overload();
	return value_error(STR("no such overload: -_"));
}
