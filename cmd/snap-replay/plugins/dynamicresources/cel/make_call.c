/* Calls of functions. */
#include "functions.h"
#include "parser.h"
#include "regex.h"

static bool may_take(const struct overload *o, struct node *const *kids)
{
	for (int i = 0; i < o->n; i++) {
		const struct type *t = kids[i]->type;

		if (!types_agree(t, type_simple(o->args[i])))
			return false;
	}
	return true;
}

/* A constant regular expression is made once. False: it is outside the part that is offered. */
static bool make_pattern(struct parser *p, const struct overload *o, struct node *arg)
{
	bool wants = str_eq(o->name, STR("matches")) || str_eq(o->name, STR("find")) ||
		str_eq(o->name, STR("findAll"));

	if (!wants || !arg->literal || arg->constant->kind != VALUE_STRING)
		return true;
	struct value *text = ARENA_NEW(p->arena, struct value);
	*text = *arg->constant;
	text->pattern = regex_compile(p->arena, text->text);
	arg->constant = text;
	return text->pattern;
}

/* A conversion of a literal is done by the compiler of the original. */
static struct node *fold_conversion(struct parser *p, struct node *made)
{
	bool literal = made->kids[0]->literal;

	made = make_folded(p, made);
	if (made && literal && made->kind != NODE_CONSTANT)
		return parse_fail(p, "has a conversion that fails");
	if (made)
		made->literal = literal;
	return made;
}

struct node *make_call(
	struct parser *p, struct str name, bool member, int n, struct node *const *kids)
{
	const struct overload *first = find_overload(name, member, n);
	struct node *made = make_node(p, NODE_CALL, n, kids);
	const struct type *type = NULL;

	if (!made)
		return NULL;
	for (const struct overload *o = first; o; o = next_overload(o))
		if (may_take(o, kids)) {
			const struct type *t = type_simple(o->result);

			type = !type || types_equal(type, t) ? t : type_simple(TYPE_DYN);
		}
	if (!type)
		return parse_fail(p, "has %s" STR_FMT " with %d argument%s of such types",
			member ? "." : "", STR_ARG(name), n - member, plural_s(n - member));
	made->overload = first;
	made->name = name;
	made->type = type;
	if (n > 1 && !make_pattern(p, first, kids[1]))
		return parse_fail(p, "has a regular expression of a form that is not offered");
	return is_conversion(first) ? fold_conversion(p, made) : make_folded(p, made);
}
