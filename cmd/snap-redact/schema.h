/* The table (table.h) as a tree that a walk over a document follows. */
#ifndef REDACT_SCHEMA_H
#define REDACT_SCHEMA_H
#include "common/arena.h"
#include "what.h"

struct schema {
	enum form { FORM_VALUE, FORM_OBJECT, FORM_LIST } form;
	enum what what;      /* FORM_VALUE */
	struct schema *item; /* FORM_LIST */
	struct schema_member {
		struct str key;
		struct str text; /* as a member begins: "key": */
		struct schema *of;
	} * members; /* FORM_OBJECT */
	int n, cap;
	/* The shape of which the object also has the members; NULL: none. */
	struct schema *base;
};

/* The tree of a shape: "snapshot". The arena owns it. A shape that is not in the table has no
 * members. */
struct schemas; /* in the arena, but for what schemas_free releases; NULL: nothing */
struct schemas *schemas_make(struct arena *a);
void schemas_free(struct schemas *s);
struct schema *schema_of(struct schemas *s, const char *shape);
/* What is at a key, as Go finds it: exactly, or else regardless of case. NULL: not in the table.
 * *hint: where the last call for this object found something; 0 at first. */
const struct schema_member *schema_find(const struct schema *s, struct str key, int *hint);

#endif
