/* Comprehensions. What becomes of errors follows from how the original writes them out: each step
 * combines the result so far with the test of one item (rules/07 C11.2). */
#include "functions.h"

/* What one item gives. */
static struct value step(struct run *r, const struct node *n, int kid, struct value item)
{
	r->cost += 20;
	set_variable(r, n->slot, item);
	return evaluate(r, n->kids[kid]);
}

/* all: the first false decides; exists: the first true. Else the first error. */
static struct value quantify(struct run *r, const struct node *n, const struct value *items)
{
	bool decides = n->kind == NODE_EXISTS;
	struct value result = value_bool(!decides);

	for (size_t i = 0; i < items->list.n; i++) {
		struct value v = step(r, n, 1, items->list.items[i]);

		if (value_decides(&v, decides, &result))
			break;
	}
	return result;
}

/* A test: the last error stays. */
static bool passes(const struct value *v, struct value *failed)
{
	if (v->kind == VALUE_BOOL)
		return v->truth;
	*failed = value_failed(v) ? *v : no_overload();
	return false;
}

static struct value count_one(struct run *r, const struct node *n, const struct value *items)
{
	struct value failed = {.kind = VALUE_NULL};
	size_t count = 0;

	for (size_t i = 0; i < items->list.n; i++) {
		struct value v = step(r, n, 1, items->list.items[i]);

		count += passes(&v, &failed);
	}
	return value_failed(&failed) ? failed : value_bool(count == 1);
}

/* filter, and map with and without a test. The first error of a result stays, unless a later test
 * has one. */
static struct value collect(struct run *r, const struct node *n, const struct value *items)
{
	struct value failed = {.kind = VALUE_NULL}, v;
	struct value *made = ARENA_ARRAY(r->scratch, items->list.n, struct value);
	size_t count = 0;

	for (size_t i = 0; i < items->list.n; i++) {
		bool good = true;

		if (n->kind != NODE_MAP) {
			v = step(r, n, 1, items->list.items[i]);
			good = passes(&v, &failed);
		}
		if (!good)
			continue;
		v = n->kind == NODE_FILTER ? items->list.items[i]
					   : step(r, n, n->n - 1, items->list.items[i]);
		if (value_failed(&v) && !value_failed(&failed))
			failed = v;
		made[count++] = v;
	}
	if (value_failed(&failed))
		return failed;
	return (struct value){.kind = VALUE_LIST, .list = {made, count, false}};
}

struct value comprehend(struct run *r, const struct node *n)
{
	struct value range = evaluate(r, n->kids[0]);

	if (value_failed(&range))
		return range;
	if (range.kind == VALUE_DOMAINS || range.kind == VALUE_NAMES)
		range = map_keys(r, &range);
	if (value_failed(&range))
		return range;
	if (range.kind != VALUE_LIST)
		return value_unknown(STR("walking over what is no list"));
	r->cost += (double)range.list.n;
	if (n->kind == NODE_EXISTS_ONE)
		return count_one(r, n, &range);
	return n->kind == NODE_ALL || n->kind == NODE_EXISTS ? quantify(r, n, &range)
							     : collect(r, n, &range);
}
