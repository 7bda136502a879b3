/* A compiled expression: a tree of nodes in an arena. */
#ifndef SNAP_CEL_NODE_H
#define SNAP_CEL_NODE_H
#include "types.h"
#include "values.h"

enum node_kind {
	NODE_CONSTANT,
	NODE_DEVICE,   /* the variable device */
	NODE_VARIABLE, /* of cel.bind or a comprehension: slot */
	NODE_SELECT,   /* kids[0].name */
	NODE_INDEX,    /* kids[0][kids[1]] */
	NODE_HAS,      /* has(kids[0].name) */
	NODE_LIST,
	NODE_NOT,
	NODE_NEGATE,
	NODE_AND, /* of all kids */
	NODE_OR,
	NODE_CHOOSE, /* kids[0] ? kids[1] : kids[2] */
	NODE_EQUAL,
	NODE_UNEQUAL,
	NODE_LESS,
	NODE_LESS_EQUAL,
	NODE_GREATER,
	NODE_GREATER_EQUAL,
	NODE_IN,
	NODE_ADD,
	NODE_SUBTRACT,
	NODE_MULTIPLY,
	NODE_DIVIDE,
	NODE_MODULO,
	NODE_CALL, /* the functions from overload on, as far as they have its name */
	NODE_BIND, /* cel.bind(slot, kids[0], kids[1]) */
	/* kids[0] is the list or map, slot its item, kids[1] the test or the result, in NODE_MAP_IF
	 * kids[2] the result behind the test. */
	NODE_ALL,
	NODE_EXISTS,
	NODE_EXISTS_ONE,
	NODE_FILTER,
	NODE_MAP,
	NODE_MAP_IF,
	NODE_OPTIONAL_OF, /* optional.of(kids[0]); without a kid optional.none() */
	NODE_HAS_VALUE,
	NODE_VALUE,
	NODE_OR_VALUE,    /* kids[0].orValue(kids[1]) */
	NODE_OR_OPTIONAL, /* kids[0].or(kids[1]) */
};

struct overload;

/* Variables of one expression. */
#define MOST_SLOTS 64

struct node {
	enum node_kind kind;
	const struct type *type;
	const struct value *constant;
	struct str name;
	const struct overload *overload;
	struct node **kids;
	int n, slot;
	bool optional; /* of NODE_SELECT and NODE_INDEX: a missing key gives no value */
	bool literal;  /* a literal, or a list of literals */
	int height;
	double cost; /* of a constant: what computing it would cost (rules/07 C11.2) */
};

struct cel_program {
	struct str expression;
	const struct node *root;
	int slots;
};

#endif
