/* Nodes that look into devices, maps, lists and optionals. */
#include "parser.h"

static const struct type *device_field(struct parser *p, struct str name)
{
	bool capacity = str_eq(name, STR("capacity"));

	if (str_eq(name, STR("driver")))
		return type_simple(TYPE_STRING);
	if (str_eq(name, STR("allowMultipleAllocations")))
		return type_simple(TYPE_BOOL);
	if (!capacity && !str_eq(name, STR("attributes")))
		return parse_fail(p, "has device." STR_FMT, STR_ARG(name));
	const struct type *names =
		type_of(p->arena, TYPE_MAP, type_simple(capacity ? TYPE_QUANTITY : TYPE_ANY));
	return type_of(p->arena, TYPE_MAP, names);
}

static const struct type *field_type(struct parser *p, const struct type *of, struct str name)
{
	if (of->kind == TYPE_MAP)
		return of->of;
	if (of->kind == TYPE_DEVICE)
		return device_field(p, name);
	if (type_is_dynamic(of))
		return type_simple(TYPE_DYN);
	return parse_fail(p, "has ." STR_FMT " of a " STR_FMT, STR_ARG(name),
		STR_ARG(type_name(p->arena, of)));
}

struct node *make_select(struct parser *p, struct node *of, struct str name, bool optional)
{
	struct node *made = make_node(p, NODE_SELECT, 1, &of);

	if (!made)
		return NULL;
	bool inside = of->type->kind == TYPE_OPTIONAL;
	made->name = name;
	made->optional = optional;
	made->type = field_type(p, inside ? of->type->of : of->type, name);
	if (made->type && (inside || optional))
		made->type = type_of(p->arena, TYPE_OPTIONAL, made->type);
	return made->type ? made : NULL;
}

static const struct type *item_type(struct parser *p, const struct type *of, const struct type *key)
{
	if (of->kind == TYPE_LIST && types_agree(key, type_simple(TYPE_INT)))
		return of->of;
	if (of->kind == TYPE_MAP && types_agree(key, type_simple(TYPE_STRING)))
		return of->of;
	if (type_is_dynamic(of))
		return type_simple(TYPE_DYN);
	return parse_fail(p, "has [a " STR_FMT "] of a " STR_FMT, STR_ARG(type_name(p->arena, key)),
		STR_ARG(type_name(p->arena, of)));
}

struct node *make_index(struct parser *p, struct node *of, struct node *at, bool optional)
{
	struct node *kids[] = {of, at}, *made = make_node(p, NODE_INDEX, 2, kids);

	if (!made)
		return NULL;
	bool inside = of->type->kind == TYPE_OPTIONAL;
	made->optional = optional;
	made->type = item_type(p, inside ? of->type->of : of->type, at->type);
	if (made->type && (inside || optional))
		made->type = type_of(p->arena, TYPE_OPTIONAL, made->type);
	return made->type ? made : NULL;
}
