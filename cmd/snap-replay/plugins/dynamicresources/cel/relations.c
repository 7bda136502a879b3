/* in, and the order of values. */
#include "functions.h"

static struct value list_contains(struct run *r, const struct value *item, const struct value *list)
{
	struct value result = value_bool(false);

	r->cost += (double)list->list.n;
	for (size_t i = 0; i < list->list.n; i++) {
		struct value same = values_equal(item, &list->list.items[i]);

		if (same.kind == VALUE_BOOL && same.truth)
			return same;
		if (same.kind == VALUE_UNKNOWN)
			result = same;
	}
	return result;
}

/* The original makes a hash table of a list of literals. A version among its keys makes it give up
 * the whole expression. */
static bool is_table(const struct node *list)
{
	for (size_t i = 0; list->literal && i < list->constant->list.n; i++) {
		enum value_kind kind = list->constant->list.items[i].kind;

		if (kind < VALUE_BOOL || kind > VALUE_STRING)
			return false;
	}
	return list->literal;
}

struct value evaluate_in(
	struct run *r, const struct node *n, const struct value *a, const struct value *b)
{
	if (b->kind == VALUE_LIST) {
		if (a->kind == VALUE_VERSION && is_table(n->kids[1]) && !r->abort.n)
			r->abort = STR("internal error: runtime error: hash of unhashable type "
				       "cel.Semver");
		return list_contains(r, a, b);
	}
	return b->kind >= VALUE_DEVICE ? contains_key(r, b, a) : no_overload();
}

struct value evaluate_order(
	struct run *r, enum node_kind kind, const struct value *a, const struct value *b)
{
	static const char *const names[] = {"_<_", "_<=_", "_>_", "_>=_"};
	bool ordered = a->kind >= VALUE_BOOL && a->kind <= VALUE_STRING;
	struct value order;

	if (!ordered)
		return value_errorf(r->scratch, "no such overload: %s", names[kind - NODE_LESS]);
	order = values_compare(a, b);
	if (order.kind != VALUE_INT)
		return order;
	switch (kind) {
	case NODE_LESS: return value_bool(order.number < 0);
	case NODE_LESS_EQUAL: return value_bool(order.number <= 0);
	case NODE_GREATER: return value_bool(order.number > 0);
	default: return value_bool(order.number >= 0);
	}
}
