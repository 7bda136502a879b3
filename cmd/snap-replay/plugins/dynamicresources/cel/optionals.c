/* Optionals: a value or none, of .?name, [?key] and optional.of(). */
#include "functions.h"
#include "parser.h"

struct node *parse_optional(struct parser *p)
{
	struct str name = p->now.text;
	bool of = str_eq(name, STR("of"));
	struct node *kid = NULL, *made;

	if (!of && !str_eq(name, STR("none")))
		return parse_fail(p, "has the unknown name optional." STR_FMT, STR_ARG(name));
	parse_next(p);
	if (!parse_expect(p, STR("(")) || (of && !(kid = parse_expression(p))) ||
		!parse_expect(p, STR(")")))
		return NULL;
	made = make_node(p, NODE_OPTIONAL_OF, of, &kid);
	if (made)
		made->type =
			type_of(p->arena, TYPE_OPTIONAL, of ? kid->type : type_simple(TYPE_FREE));
	return made;
}

/* The type of what t holds, if it is an optional or may be one; else NULL. */
static const struct type *held(const struct type *t)
{
	if (t->kind == TYPE_OPTIONAL)
		return t->of;
	return type_is_dynamic(t) ? type_simple(TYPE_DYN) : NULL;
}

static const struct type *call_type(
	struct parser *p, enum node_kind kind, const struct type *target, const struct type *other)
{
	const struct type *of = held(target), *with = other;

	if (!of || kind == NODE_HAS_VALUE)
		return of ? type_simple(TYPE_BOOL) : NULL;
	if (kind == NODE_VALUE)
		return of->kind == TYPE_FREE ? type_simple(TYPE_DYN) : of;
	if (kind == NODE_OR_OPTIONAL)
		with = held(other);
	if (!with || !types_agree(of, with))
		return NULL;
	of = type_is_dynamic(target) ? with : type_join(of, with);
	return kind == NODE_OR_OPTIONAL ? type_of(p->arena, TYPE_OPTIONAL, of) : of;
}

struct node *make_optional_call(
	struct parser *p, struct str name, int n, struct node *const *kids, bool *is_one)
{
	static const struct {
		struct str name;
		int n;
		enum node_kind kind;
	} calls[] = {{STR_INIT("hasValue"), 1, NODE_HAS_VALUE}, {STR_INIT("value"), 1, NODE_VALUE},
		{STR_INIT("orValue"), 2, NODE_OR_VALUE}, {STR_INIT("or"), 2, NODE_OR_OPTIONAL}};
	size_t i = 0, end = sizeof calls / sizeof *calls;
	struct node *made;

	while (i < end && !(n == calls[i].n && str_eq(name, calls[i].name)))
		i++;
	*is_one = i < end;
	if (i == end || !(made = make_node(p, calls[i].kind, n, kids)))
		return NULL;
	made->type = call_type(p, made->kind, kids[0]->type, n == 2 ? kids[1]->type : NULL);
	if (!made->type)
		return parse_fail(p, "has ." STR_FMT " with types that do not fit", STR_ARG(name));
	return made;
}

static struct value optional_of(struct run *r, const struct node *n)
{
	struct value v = {.kind = VALUE_OPTIONAL}, kid;

	if (!n->n)
		return v;
	kid = evaluate(r, n->kids[0]);
	if (value_failed(&kid))
		return kid;
	struct value *present = ARENA_NEW(r->scratch, struct value);
	*present = kid;
	v.present = present;
	return v;
}

/* The alternative is evaluated only where it is needed. */
struct value evaluate_optional(struct run *r, const struct node *n)
{
	struct value v;

	if (n->kind == NODE_OPTIONAL_OF)
		return optional_of(r, n);
	v = evaluate(r, n->kids[0]);
	if (value_failed(&v))
		return v;
	bool optional = v.kind == VALUE_OPTIONAL;
	if (n->kind == NODE_HAS_VALUE || n->kind == NODE_VALUE) {
		bool asks = n->kind == NODE_HAS_VALUE;

		if (!optional)
			return value_errorf(r->scratch, "no such overload: %s(%s)",
				asks ? "hasValue" : "value", value_kind_name(v.kind));
		if (asks)
			return value_bool(v.present != NULL);
		return v.present ? *v.present : value_error(STR("optional.none() dereference"));
	}
	if (!optional)
		return no_overload();
	if (v.present)
		return n->kind == NODE_OR_VALUE ? *v.present : v;
	return evaluate(r, n->kids[1]);
}
