/* has(), cel.bind() and the comprehensions, which bind variables. */
#include "parser.h"

/* has(a.b): the argument is a selection, which is not evaluated as one. */
static struct node *parse_has(struct parser *p)
{
	struct node *selected = parse_expression(p), *made;

	if (!selected || !parse_expect(p, STR(")")))
		return NULL;
	if (selected->kind != NODE_SELECT || selected->optional)
		return parse_fail(p, "has has() of something else than a field");
	made = make_node(p, NODE_HAS, 1, selected->kids);
	if (made)
		made->name = selected->name;
	return made;
}

/* The name of a variable, and the comma behind it. */
static bool parse_variable_name(struct parser *p, struct scope *s)
{
	*s = (struct scope){.name = p->now.text, .slot = p->slots, .outer = p->scope};
	if (p->now.kind != TOKEN_NAME || p->slots == MOST_SLOTS) {
		parse_fail(p, "has a variable without a name, or too many");
		return false;
	}
	p->slots++;
	parse_next(p);
	return parse_expect(p, STR(","));
}

struct node *parse_bind(struct parser *p)
{
	struct scope s;
	struct node *kids[2], *made;

	if (!parse_variable_name(p, &s))
		return NULL;
	kids[0] = parse_expression(p);
	if (!kids[0] || !parse_expect(p, STR(",")))
		return NULL;
	s.type = kids[0]->type;
	p->scope = &s;
	kids[1] = parse_expression(p);
	p->scope = s.outer;
	if (!kids[1] || !parse_expect(p, STR(")")))
		return NULL;
	made = make_node(p, NODE_BIND, 2, kids);
	if (made) {
		made->slot = s.slot;
		made->type = kids[1]->type;
	}
	return made;
}

/* The kind of a comprehension's variable; NULL: it cannot walk over that. */
static const struct type *variable_type(struct parser *p, const struct type *range)
{
	if (range->kind == TYPE_LIST)
		return range->of->kind == TYPE_FREE ? type_simple(TYPE_DYN) : range->of;
	if (range->kind == TYPE_MAP)
		return type_simple(TYPE_STRING);
	if (range->kind == TYPE_DYN)
		return range;
	return parse_fail(p, "walks over a " STR_FMT, STR_ARG(type_name(p->arena, range)));
}

static bool finish_comprehension(struct parser *p, struct node *made, const struct type *variable)
{
	enum node_kind kind = made->kind;

	if (kind != NODE_MAP && !types_agree(made->kids[1]->type, type_simple(TYPE_BOOL))) {
		parse_fail(p, "tests with a " STR_FMT,
			STR_ARG(type_name(p->arena, made->kids[1]->type)));
		return false;
	}
	if (kind == NODE_FILTER)
		made->type = type_of(p->arena, TYPE_LIST, variable);
	if (kind == NODE_MAP || kind == NODE_MAP_IF)
		made->type = type_of(p->arena, TYPE_LIST, made->kids[made->n - 1]->type);
	return true;
}

/* range.KIND(variable, test or result), map() also with a test before the result. */
static struct node *parse_comprehension(struct parser *p, struct node *range, enum node_kind kind)
{
	struct node *kids[3] = {range}, *made;
	struct scope s;
	int n = 1;

	if (!parse_variable_name(p, &s))
		return NULL;
	s.type = variable_type(p, range->type);
	if (!s.type)
		return NULL;
	p->scope = &s;
	do {
		kids[n] = parse_expression(p);
		if (!kids[n++])
			return NULL;
	} while (n < 3 && kind == NODE_MAP && parse_take(p, STR(",")));
	p->scope = s.outer;
	if (!parse_expect(p, STR(")")))
		return NULL;
	made = make_node(p, n == 3 ? NODE_MAP_IF : kind, n, kids);
	if (!made || !finish_comprehension(p, made, s.type))
		return NULL;
	made->slot = s.slot;
	return made;
}

struct node *parse_macro(struct parser *p, struct node *target, struct str name, bool *done)
{
	static const struct {
		struct str name;
		enum node_kind kind;
	} macros[] = {{STR_INIT("all"), NODE_ALL}, {STR_INIT("exists"), NODE_EXISTS},
		{STR_INIT("exists_one"), NODE_EXISTS_ONE}, {STR_INIT("filter"), NODE_FILTER},
		{STR_INIT("map"), NODE_MAP}};

	*done = true;
	if (!target && str_eq(name, STR("has")))
		return parse_has(p);
	for (size_t i = 0; target && i < sizeof macros / sizeof *macros; i++)
		if (str_eq(name, macros[i].name))
			return parse_comprehension(p, target, macros[i].kind);
	*done = false;
	return NULL;
}
