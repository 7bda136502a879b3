/* Names, literals, lists, parentheses, and what follows them: .name, [index], .function(...). */
#include "common/grow.h"
#include "literals.h"
#include "parser.h"

static struct node *parse_literal(struct parser *p, bool negative)
{
	static const enum type_kind types[] = {
		[TOKEN_INT] = TYPE_INT, [TOKEN_UINT] = TYPE_UINT, [TOKEN_DOUBLE] = TYPE_DOUBLE};
	struct token t = p->now;
	struct value v;

	parse_next(p);
	if (t.kind == TOKEN_STRING) {
		if (!literal_string(p->arena, t.text, &v))
			return parse_fail(p, "has a string with a wrong escape");
		return make_constant(p, v, type_simple(TYPE_STRING));
	}
	if (!literal_number(&t, negative, &v))
		return parse_fail(p, "has a number out of range");
	return make_constant(p, v, type_simple(types[t.kind]));
}

/* Expressions with commas between them, up to `close`; behind the last of a list a comma may stand.
 */
static bool parse_items(struct parser *p, struct str close, bool list, struct node ***items, int *n)
{
	int cap = *n;

	if (parse_take(p, close))
		return true;
	for (;;) {
		struct node *item = parse_expression(p);

		if (!item)
			return false;
		ARENA_GROW(p->arena, *items, *n, cap);
		(*items)[(*n)++] = item;
		if (parse_take(p, close))
			return true;
		if (!parse_expect(p, STR(",")))
			return false;
		if (list && parse_take(p, close))
			return true;
	}
}

struct node *parse_call(struct parser *p, struct node *target, struct str name)
{
	struct node **kids = NULL;
	bool is_optional = false;
	int n = 0;

	if (target) {
		kids = ARENA_ARRAY(p->arena, 1, struct node *);
		kids[n++] = target;
	}
	if (!parse_items(p, STR(")"), false, &kids, &n))
		return NULL;
	if (target) {
		struct node *made = make_optional_call(p, name, n, kids, &is_optional);

		if (is_optional)
			return made;
	}
	return make_call(p, name, target != NULL, n, kids);
}

/* Words that are no names of variables. */
static bool is_reserved(struct str name)
{
	static const char words[] =
		" as break const continue else false for function if import in let loop namespace "
		"null package return true var void while ";
	const char *at = words;

	while ((at = strchr(at, ' ')) && *++at)
		if (strncmp(at, name.p, name.n) == 0 && at[name.n] == ' ')
			return true;
	return false;
}

static struct node *parse_variable(struct parser *p, struct str name)
{
	struct node *made;

	if (is_reserved(name))
		return parse_fail(p, "has a reserved word as a name: " STR_FMT, STR_ARG(name));
	for (const struct scope *s = p->scope; s; s = s->outer)
		if (str_eq(s->name, name)) {
			made = make_node(p, NODE_VARIABLE, 0, NULL);
			made->slot = s->slot;
			made->type = s->type;
			return made;
		}
	if (str_eq(name, STR("device"))) {
		made = make_node(p, NODE_DEVICE, 0, NULL);
		made->type = type_simple(TYPE_DEVICE);
		return made;
	}
	if (str_eq(name, STR("cel")) && parse_take(p, STR("."))) {
		struct token function = p->now;

		parse_next(p);
		if (str_eq(function.text, STR("bind")) && parse_take(p, STR("(")))
			return parse_bind(p);
	}
	if (str_eq(name, STR("optional")) && parse_take(p, STR(".")))
		return parse_optional(p);
	return parse_fail(p, "has the unknown name " STR_FMT, STR_ARG(name));
}

static struct node *parse_name(struct parser *p)
{
	struct str name = p->now.text;
	bool is_macro = true;

	parse_next(p);
	if (str_eq(name, STR("true")) || str_eq(name, STR("false")))
		return make_constant(p, value_bool(name.p[0] == 't'), type_simple(TYPE_BOOL));
	if (str_eq(name, STR("null")))
		return make_constant(p, (struct value){.kind = VALUE_NULL}, type_simple(TYPE_NULL));
	if (!parse_take(p, STR("(")))
		return parse_variable(p, name);
	struct node *made = parse_macro(p, NULL, name, &is_macro);
	return is_macro ? made : parse_call(p, NULL, name);
}

static struct node *parse_primary(struct parser *p, bool negative)
{
	struct node *made, **items = NULL;
	int n = 0;

	if (p->now.kind == TOKEN_INT || p->now.kind == TOKEN_DOUBLE)
		return parse_literal(p, negative);
	if (negative)
		return parse_fail(p, "has a minus behind an exclamation mark");
	if (p->now.kind == TOKEN_UINT || p->now.kind == TOKEN_STRING)
		return parse_literal(p, false);
	if (p->now.kind == TOKEN_NAME)
		return parse_name(p);
	if (parse_take(p, STR("("))) {
		made = parse_expression(p);
		return made && parse_expect(p, STR(")")) ? made : NULL;
	}
	if (parse_take(p, STR("[")))
		return parse_items(p, STR("]"), true, &items, &n) ? make_list(p, n, items) : NULL;
	if (p->now.kind == TOKEN_END)
		return parse_fail(p, "ends where a value is missing");
	return parse_fail(p, "has " STR_FMT " where a value is missing",
		(int)(p->now.text.n < 20 ? p->now.text.n : 20), p->now.text.p);
}

/* What stands behind a dot. */
static struct node *parse_dot(struct parser *p, struct node *of)
{
	bool optional = parse_take(p, STR("?")), is_macro = true;
	struct str name = p->now.text;

	if (p->now.kind != TOKEN_NAME || str_eq(name, STR("in")) || str_eq(name, STR("true")) ||
		str_eq(name, STR("false")) || str_eq(name, STR("null")))
		return parse_fail(p, "has a dot without a name");
	parse_next(p);
	if (optional || !parse_take(p, STR("(")))
		return make_select(p, of, name, optional);
	struct node *made = parse_macro(p, of, name, &is_macro);
	return is_macro ? made : parse_call(p, of, name);
}

struct node *parse_member(struct parser *p, bool negative)
{
	struct node *made = parse_primary(p, negative), *at;

	while (made) {
		if (parse_take(p, STR("."))) {
			made = parse_dot(p, made);
		} else if (parse_take(p, STR("["))) {
			bool optional = parse_take(p, STR("?"));

			at = parse_expression(p);
			made = at && parse_expect(p, STR("]")) ? make_index(p, made, at, optional)
							       : NULL;
		} else {
			break;
		}
	}
	return made;
}
