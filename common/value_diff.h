/* Where two JSON values differ in what they mean. Order of keys and null for a missing member make
 * no difference; elements of a list that all have a name of their own are compared by it. */
#ifndef SNAP_VALUE_DIFF_H
#define SNAP_VALUE_DIFF_H
#include "common/value.h"

/* A member or an element, and those around it. */
struct value_place {
	const struct value_place *above; /* NULL: of the document */
	struct str key;                  /* of a member; of an element its name, empty: none */
	bool of_object;
	size_t index; /* of an element */
};

struct value_diff {
	/* Members by which elements are known, the first one that all have; ends with NULL. */
	const char *const *names;
	bool order; /* another order of elements with names is a difference */
	/* Whether two scalars mean the same; place is NULL for the document. */
	bool (*same)(const struct value_place *place, const struct value *a, const struct value *b);
	/* NULL for a or b: there is none on that side. False: stop. order: these are the names that
	 * both lists have, in the order of each. */
	bool (*differs)(void *ctx, const struct value_place *place, const struct value *a,
		const struct value *b, bool order);
	void *ctx;
};

/* Calls differs for each difference, in the order of keys. False: differs said to stop. */
bool value_differences(const struct value_diff *d, const struct value_place *place,
	const struct value *a, const struct value *b);
/* Appends ".spec.containers[main].image", as jq understands it but for names in lists. */
void value_place_path(struct strbuf *path, const struct value_place *place);

#endif
