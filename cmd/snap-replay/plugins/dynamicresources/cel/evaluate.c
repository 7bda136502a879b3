/* Evaluation: a walk of the tree. */
#include "functions.h"

/* The first false of &&, or true of ||, decides, even behind an error (rules/07 C11.2). */
static struct value logic(struct run *r, const struct node *n)
{
	bool decides = n->kind == NODE_OR;
	struct value result = value_bool(!decides);

	for (int i = 0; i < n->n; i++) {
		struct value v = evaluate(r, n->kids[i]);

		if (value_decides(&v, decides, &result))
			break;
	}
	return result;
}

static struct value choose(struct run *r, const struct node *n)
{
	struct value test = evaluate(r, n->kids[0]);

	if (value_failed(&test))
		return test;
	if (test.kind != VALUE_BOOL)
		return no_overload();
	return evaluate(r, n->kids[test.truth ? 1 : 2]);
}

static struct value binary(struct run *r, const struct node *n)
{
	struct value a = evaluate(r, n->kids[0]), b = evaluate(r, n->kids[1]), same;

	if (value_failed(&a))
		return a;
	if (value_failed(&b))
		return b;
	if (a.kind == VALUE_STRING)
		r->cost += (double)a.text.n;
	switch (n->kind) {
	case NODE_EQUAL: return values_equal(&a, &b);
	case NODE_UNEQUAL:
		same = values_equal(&a, &b);
		if (same.kind == VALUE_UNKNOWN)
			return same;
		return value_bool(!(same.kind == VALUE_BOOL && same.truth));
	case NODE_IN: return evaluate_in(r, n, &a, &b);
	case NODE_LESS:
	case NODE_LESS_EQUAL:
	case NODE_GREATER:
	case NODE_GREATER_EQUAL: return evaluate_order(r, n->kind, &a, &b);
	default: return calculate(r, n->kind, &a, &b);
	}
}

/* A key behind an optional without a value is not evaluated. */
static struct value key(struct run *r, const struct node *n)
{
	struct value of = evaluate(r, n->kids[0]), at;
	bool inside = of.kind == VALUE_OPTIONAL;

	if (value_failed(&of) || (inside && !of.present))
		return of;
	at = n->kind == NODE_SELECT ? value_string(n->name) : evaluate(r, n->kids[1]);
	if (value_failed(&at))
		return at;
	return look_up(r, inside ? of.present : &of, &at, inside || n->optional);
}

static struct value has(struct run *r, const struct node *n)
{
	struct value of = evaluate(r, n->kids[0]);

	if (value_failed(&of))
		return of;
	if (of.kind != VALUE_OPTIONAL)
		return has_key(r, &of, n->name);
	return of.present ? has_key(r, of.present, n->name) : value_bool(false);
}

static struct value list(struct run *r, const struct node *n)
{
	struct value *items = ARENA_ARRAY(r->scratch, (size_t)n->n, struct value);

	for (int i = 0; i < n->n; i++) {
		items[i] = evaluate(r, n->kids[i]);
		if (value_failed(&items[i]))
			return items[i];
	}
	r->cost += 10 + n->n;
	return (struct value){.kind = VALUE_LIST, .list = {items, (size_t)n->n, false}};
}

static struct value call(struct run *r, const struct node *n)
{
	struct value args[4];

	for (int i = 0; i < n->n; i++) {
		args[i] = evaluate(r, n->kids[i]);
		if (value_failed(&args[i]))
			return args[i];
		r->cost += args[i].kind == VALUE_STRING ? (double)args[i].text.n : 1;
	}
	return call_function(r, n->overload, args);
}

/* What cel.bind binds is evaluated at its first use, so an error that is not used does no harm. */
static struct value bind(struct run *r, const struct node *n)
{
	r->unbound[n->slot] = n->kids[0];
	return evaluate(r, n->kids[1]);
}

static struct value variable(struct run *r, const struct node *n)
{
	const struct node *unbound = r->unbound[n->slot];

	if (unbound) {
		r->unbound[n->slot] = NULL;
		r->slots[n->slot] = evaluate(r, unbound);
	}
	return r->slots[n->slot];
}

static struct value evaluate_kind(struct run *r, const struct node *n)
{
	struct value v;

	switch (n->kind) {
	case NODE_CONSTANT: return *n->constant;
	case NODE_DEVICE: return (struct value){.kind = VALUE_DEVICE};
	case NODE_VARIABLE: return variable(r, n);
	case NODE_SELECT:
	case NODE_INDEX: return key(r, n);
	case NODE_HAS: return has(r, n);
	case NODE_LIST: return list(r, n);
	case NODE_NOT:
		v = evaluate(r, n->kids[0]);
		if (value_failed(&v))
			return v;
		return v.kind == VALUE_BOOL ? value_bool(!v.truth) : no_overload();
	case NODE_NEGATE: v = evaluate(r, n->kids[0]); return value_failed(&v) ? v : negate(&v);
	case NODE_AND:
	case NODE_OR: return logic(r, n);
	case NODE_CHOOSE: return choose(r, n);
	case NODE_CALL: return call(r, n);
	case NODE_BIND: return bind(r, n);
	case NODE_ALL:
	case NODE_EXISTS:
	case NODE_EXISTS_ONE:
	case NODE_FILTER:
	case NODE_MAP:
	case NODE_MAP_IF: return comprehend(r, n);
	case NODE_OPTIONAL_OF:
	case NODE_HAS_VALUE:
	case NODE_VALUE:
	case NODE_OR_VALUE:
	case NODE_OR_OPTIONAL: return evaluate_optional(r, n);
	default: return binary(r, n);
	}
}

struct value evaluate(struct run *r, const struct node *n)
{
	struct value v;

	r->cost += n->kind == NODE_CONSTANT ? n->cost : 2;
	if (r->abort.n)
		return value_unknown(r->abort);
	if (r->cost > MOST_COST) {
		r->doubt = true;
		return value_unknown(STR("more work than the original may allow"));
	}
	v = evaluate_kind(r, n);
	r->doubt |= v.kind == VALUE_UNKNOWN && !r->abort.n;
	return v;
}
