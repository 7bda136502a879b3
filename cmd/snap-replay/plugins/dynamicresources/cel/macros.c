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

struct node *parse_macro(struct parser *p, struct node *target, struct str name, bool *done)
{
	*done = !target && str_eq(name, STR("has"));
	return *done ? parse_has(p) : NULL;
}
