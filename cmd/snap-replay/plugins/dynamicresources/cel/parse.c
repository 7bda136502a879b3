/* Operators, from the lowest to the highest precedence (rules/07 C11.2). */
#include <stdlib.h>
#include "common/grow.h"
#include "functions.h"
#include "parser.h"

void *parse_fail(struct parser *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (!p->why.n)
		p->why = arena_vtextf(p->arena, fmt, ap);
	va_end(ap);
	return NULL;
}

void parse_next(struct parser *p)
{
	p->now = scan(&p->rest);
}

bool parse_take(struct parser *p, struct str operator)
{
	bool is = token_is(&p->now, operator);

	if (is)
		parse_next(p);
	return is;
}

bool parse_expect(struct parser *p, struct str operator)
{
	if (parse_take(p, operator))
		return true;
	if (p->now.kind == TOKEN_END)
		parse_fail(p, "ends where " STR_FMT " is missing", STR_ARG(operator));
	else
		parse_fail(p, "has " STR_FMT " where " STR_FMT " is missing",
			(int)(p->now.text.n < 20 ? p->now.text.n : 20), p->now.text.p,
			STR_ARG(operator));
	return false;
}

/* An even number of signs counts as none, whatever stands behind them. */
static struct node *parse_unary(struct parser *p)
{
	bool odd = false, number;
	struct node *kid;

	if (token_is(&p->now, STR("!"))) {
		while (parse_take(p, STR("!")))
			odd = !odd;
		bool minus = parse_take(p, STR("-"));
		kid = parse_member(p, minus);
		return odd ? make_node(p, NODE_NOT, 1, &kid) : kid;
	}
	while (parse_take(p, STR("-")))
		odd = !odd;
	number = p->now.kind == TOKEN_INT || p->now.kind == TOKEN_DOUBLE;
	kid = parse_member(p, odd && number);
	return odd && !number ? make_node(p, NODE_NEGATE, 1, &kid) : kid;
}

struct level {
	struct str operator;
	enum node_kind kind;
};
static const struct level PRODUCTS[] = {{STR_INIT("*"), NODE_MULTIPLY},
	{STR_INIT("/"), NODE_DIVIDE}, {STR_INIT("%"), NODE_MODULO}, {{NULL, 0}, 0}};
static const struct level SUMS[] = {
	{STR_INIT("+"), NODE_ADD}, {STR_INIT("-"), NODE_SUBTRACT}, {{NULL, 0}, 0}};
static const struct level RELATIONS[] = {{STR_INIT("=="), NODE_EQUAL},
	{STR_INIT("!="), NODE_UNEQUAL}, {STR_INIT("<"), NODE_LESS},
	{STR_INIT("<="), NODE_LESS_EQUAL}, {STR_INIT(">"), NODE_GREATER},
	{STR_INIT(">="), NODE_GREATER_EQUAL}, {STR_INIT("in"), NODE_IN}, {{NULL, 0}, 0}};
static const struct level *const LEVELS[] = {PRODUCTS, SUMS, RELATIONS};

static const struct level *operator_now(const struct parser *p, const struct level *of)
{
	bool may_be = p->now.kind == TOKEN_OPERATOR || p->now.kind == TOKEN_NAME;

	for (; may_be && of->operator.p; of++)
		if (str_eq(of->operator, p->now.text))
			return of;
	return NULL;
}

/* Left associative. */
static struct node *parse_binary(struct parser *p, int level)
{
	struct node *left = level < 0 ? parse_unary(p) : parse_binary(p, level - 1);
	const struct level *is;

	while (left && level >= 0 && (is = operator_now(p, LEVELS[level]))) {
		parse_next(p);
		left = make_operator(p, is->kind, left, parse_binary(p, level - 1));
	}
	return left;
}

/* a && b && c, or a || b || c: one node for all. */
static struct node *parse_logic(struct parser *p, enum node_kind kind)
{
	struct node **kids = NULL, *kid, *all;
	int n = 0, cap = 0;

	do {
		kid = kind == NODE_OR ? parse_logic(p, NODE_AND) : parse_binary(p, 2);
		ARRAY_GROW(kids, n, cap);
		kids[n++] = kid;
	} while (kid && parse_take(p, kind == NODE_OR ? STR("||") : STR("&&")));
	all = !kid || n == 1 ? kid : make_logic(p, kind, n, kids);
	free(kids);
	return all;
}

struct node *parse_expression(struct parser *p)
{
	struct node *kids[3];

	if (++p->nesting > MOST_NESTING)
		return parse_fail(p, "is nested too deeply");
	kids[0] = parse_logic(p, NODE_OR);
	if (!kids[0] || !parse_take(p, STR("?"))) {
		p->nesting--;
		return kids[0];
	}
	kids[1] = parse_logic(p, NODE_OR);
	if (!kids[1] || !parse_expect(p, STR(":")))
		return NULL;
	kids[2] = parse_expression(p);
	p->nesting--;
	return make_choice(p, kids);
}

struct cel_program *cel_compile(struct arena *a, struct str expression, struct str *why)
{
	struct parser p = {.arena = a, .rest = expression};
	struct node *root;

	*why = STR("is longer than any the API server takes");
	if (expression.n > MOST_BYTES)
		return NULL;
	parse_next(&p);
	root = parse_expression(&p);
	if (root && p.now.kind != TOKEN_END)
		root = parse_fail(&p, "has something behind its end");
	if (root && root->type->kind != TYPE_BOOL && root->type->kind != TYPE_ANY)
		root = parse_fail(&p, "gives " STR_FMT ", not true or false",
			STR_ARG(type_name(a, root->type)));
	*why = p.why;
	if (!root)
		return NULL;
	struct cel_program *made = ARENA_NEW(a, struct cel_program);
	*made = (struct cel_program){expression, root, p.slots};
	return made;
}
