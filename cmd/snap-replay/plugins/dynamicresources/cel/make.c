/* Nodes and their types (rules/07 C11.2). */
#include "functions.h"
#include "parser.h"

struct node *make_node(struct parser *p, enum node_kind kind, int n, struct node *const *kids)
{
	struct node *made = ARENA_NEW(p->arena, struct node);
	int height = 0;

	*made = (struct node){.kind = kind, .n = n, .type = type_simple(TYPE_BOOL)};
	made->kids = n ? ARENA_ARRAY(p->arena, (size_t)n, struct node *) : NULL;
	for (int i = 0; i < n; i++) {
		if (!kids[i])
			return NULL;
		made->kids[i] = kids[i];
		height = kids[i]->height > height ? kids[i]->height : height;
	}
	made->height = height + 1;
	if (made->height > MOST_HEIGHT)
		return parse_fail(p, "is nested too deeply");
	if (kind == NODE_NOT && !types_agree(kids[0]->type, made->type))
		return parse_fail(
			p, "has ! before a " STR_FMT, STR_ARG(type_name(p->arena, kids[0]->type)));
	if (kind == NODE_NEGATE) {
		const struct type *t = kids[0]->type;

		if (!type_is_dynamic(t) && t->kind != TYPE_INT && t->kind != TYPE_DOUBLE)
			return parse_fail(
				p, "has - before a " STR_FMT, STR_ARG(type_name(p->arena, t)));
		made->type = type_is_dynamic(t) ? type_simple(TYPE_DYN) : t;
	}
	return made;
}

struct node *make_constant(struct parser *p, struct value v, const struct type *type)
{
	struct node *made = make_node(p, NODE_CONSTANT, 0, NULL);
	struct value *kept = ARENA_NEW(p->arena, struct value);

	*kept = v;
	made->constant = kept;
	made->type = type;
	made->literal = true;
	made->cost = 1;
	return made;
}

struct node *make_folded(struct parser *p, struct node *n)
{
	struct run r = {.scratch = p->arena};
	struct value v;

	if (!n)
		return NULL;
	for (int i = 0; i < n->n; i++)
		if (n->kids[i]->kind != NODE_CONSTANT)
			return n;
	v = evaluate(&r, n);
	p->folded += r.cost;
	for (int i = 0; i < n->n; i++)
		p->folded -= n->kids[i]->cost;
	if (p->folded > MOST_COST)
		return parse_fail(p, "computes too much with constants");
	if (value_failed(&v) || r.abort.n)
		return n;
	struct node *made = make_constant(p, v, n->type);
	made->literal = false;
	made->cost = r.cost;
	return made;
}

struct node *make_list(struct parser *p, int n, struct node *const *items)
{
	struct node *made = make_node(p, NODE_LIST, n, items);
	bool literal = true;

	if (!made)
		return NULL;
	for (int i = 0; i < n; i++) {
		literal = literal && items[i]->literal;
		if (!types_equal(items[i]->type, items[0]->type))
			return parse_fail(p, "has a list of several types");
	}
	made->type = type_of(p->arena, TYPE_LIST, n ? items[0]->type : type_simple(TYPE_FREE));
	made = make_folded(p, made);
	if (made)
		made->literal = literal;
	return made;
}

struct node *make_logic(struct parser *p, enum node_kind kind, int n, struct node *const *kids)
{
	struct node *made = make_node(p, kind, n, kids);

	for (int i = 0; made && i < n; i++)
		if (!types_agree(kids[i]->type, made->type))
			return parse_fail(p, "has && or || beside a " STR_FMT,
				STR_ARG(type_name(p->arena, kids[i]->type)));
	return made;
}

struct node *make_choice(struct parser *p, struct node *const kids[3])
{
	struct node *made = make_node(p, NODE_CHOOSE, 3, kids);

	if (!made)
		return NULL;
	if (!types_agree(kids[0]->type, made->type) || !types_agree(kids[1]->type, kids[2]->type))
		return parse_fail(p, "has ? : with types that do not fit");
	for (int i = 1; i < 3; i++) /* which is no truth there, by accident */
		if (kids[i]->kind == NODE_HAS && kids[i]->kids[0]->type->kind == TYPE_OPTIONAL)
			return parse_fail(p, "has has() of an optional behind ?");
	made->type = type_join(kids[1]->type, kids[2]->type);
	return made;
}

/* What may be compared with < has one of these classes; 0: with any; -1: with none. */
static int order_class(const struct type *t)
{
	switch (t->kind) {
	case TYPE_DYN:
	case TYPE_ANY:
	case TYPE_FREE: return 0;
	case TYPE_BOOL: return 1;
	case TYPE_INT:
	case TYPE_UINT:
	case TYPE_DOUBLE: return 2;
	case TYPE_STRING: return 3;
	default: return -1;
	}
}

static bool is_calculable(enum node_kind kind, const struct type *t)
{
	switch (t->kind) {
	case TYPE_DYN:
	case TYPE_ANY:
	case TYPE_FREE:
	case TYPE_INT:
	case TYPE_UINT: return true;
	case TYPE_DOUBLE: return kind != NODE_MODULO;
	case TYPE_STRING:
	case TYPE_LIST: return kind == NODE_ADD;
	default: return false;
	}
}

/* NULL: the operator takes no operands of these types. */
static const struct type *result_type(
	enum node_kind kind, const struct type *a, const struct type *b)
{
	const struct type *truth = type_simple(TYPE_BOOL);
	int x, y;

	switch (kind) {
	case NODE_EQUAL:
	case NODE_UNEQUAL: return types_agree(a, b) ? truth : NULL;
	case NODE_LESS:
	case NODE_LESS_EQUAL:
	case NODE_GREATER:
	case NODE_GREATER_EQUAL:
		x = order_class(a);
		y = order_class(b);
		return x >= 0 && y >= 0 && (!x || !y || x == y) ? truth : NULL;
	case NODE_IN:
		if (b->kind == TYPE_LIST)
			return types_agree(a, b->of) ? truth : NULL;
		if (b->kind == TYPE_MAP)
			return types_agree(a, type_simple(TYPE_STRING)) ? truth : NULL;
		return type_is_dynamic(b) ? truth : NULL;
	default:
		if (!is_calculable(kind, a) || !is_calculable(kind, b) || !types_agree(a, b))
			return NULL;
		if (type_is_dynamic(a))
			return type_is_dynamic(b) ? type_simple(TYPE_DYN) : b;
		return type_is_dynamic(b) ? a : type_join(a, b);
	}
}

struct node *make_operator(struct parser *p, enum node_kind kind, struct node *a, struct node *b)
{
	struct node *kids[] = {a, b}, *made = make_node(p, kind, 2, kids);

	if (!made)
		return NULL;
	made->type = result_type(kind, a->type, b->type);
	if (!made->type)
		return parse_fail(p, "has an operator between a " STR_FMT " and a " STR_FMT,
			STR_ARG(type_name(p->arena, a->type)),
			STR_ARG(type_name(p->arena, b->type)));
	if (kind == NODE_IN && b->literal && b->constant->list.n == 0)
		return make_constant(p, value_bool(false), made->type);
	return make_folded(p, made);
}
