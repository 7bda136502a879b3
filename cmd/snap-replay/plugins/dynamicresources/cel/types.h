/* Types of expressions, as far as they are known before evaluation. */
#ifndef SNAP_CEL_TYPES_H
#define SNAP_CEL_TYPES_H
#include "common/arena.h"

enum type_kind {
	TYPE_DYN,  /* any kind, known at evaluation only */
	TYPE_ANY,  /* the same, of attributes: only these may be the result of a selector */
	TYPE_FREE, /* of the items of an empty list: becomes what they are compared with */
	TYPE_NULL,
	TYPE_BOOL,
	TYPE_INT,
	TYPE_UINT,
	TYPE_DOUBLE,
	TYPE_STRING,
	TYPE_QUANTITY,
	TYPE_VERSION,
	TYPE_DEVICE,
	TYPE_LIST,     /* of */
	TYPE_MAP,      /* from strings to `of` */
	TYPE_OPTIONAL, /* of */
	TYPE_STRINGS,  /* in the table of functions only: a list of strings */
};

struct type {
	enum type_kind kind;
	const struct type *of;
};

/* The one type of a kind without `of`, or a list of strings. */
const struct type *type_simple(enum type_kind kind);
const struct type *type_of(struct arena *a, enum type_kind kind, const struct type *of);
static inline bool type_is_dynamic(const struct type *t)
{
	return t->kind == TYPE_DYN || t->kind == TYPE_ANY || t->kind == TYPE_FREE;
}
/* A value of one may stand where the other is wanted; the relation has no direction. */
bool types_agree(const struct type *a, const struct type *b);
/* The more general of two types that agree. */
const struct type *type_join(const struct type *a, const struct type *b);
bool types_equal(const struct type *a, const struct type *b);
/* As in expressions: "list(string)"; made in the arena. */
struct str type_name(struct arena *a, const struct type *t);

#endif
