/* A snapshot with the changes of a patch, which is written at the end: what nothing changes is
 * copied as it is. */
#ifndef SNAP_DIFF_PATCH_PLAN_H
#define SNAP_DIFF_PATCH_PLAN_H
#include "common/output.h"
#include "common/value.h"
#include "side.h"

/* A value that is read when something is to be changed in it. */
struct edit {
	struct str raw; /* as written; empty: missing */
	struct value *v;
	bool edited; /* v counts; NULL: it is gone */
};

struct added {
	size_t at; /* its place in the list */
	const struct value *v;
};

struct plan_list {
	struct str key;
	const struct list *list; /* NULL: new */
	struct edit whole;       /* once edited, the list has no objects of the snapshot */
	struct edit *objects;    /* as the list has them; NULL: nothing is changed */
	struct map names;        /* from name and number to the object; made when needed */
	struct added *added;
	size_t n_added, cap_added;
	const struct value *order; /* NULL: as they stand */
};

struct plan_part {
	struct str key;
	struct edit edit;
};

/* Start with {.side = ...}; plan_free releases it. */
struct plan {
	const struct side *side;
	struct map lists, parts; /* by key */
	bool without_lists;      /* the member that has them is gone */
	struct arena arena;
};

void plan_open(struct plan *p);
void plan_free(struct plan *p);
struct plan_part *plan_part(struct plan *p, struct str key);
struct plan_list *plan_list(struct plan *p, struct str key);
/* To be called before objects of the list get other places. */
void plan_objects(struct plan *p, struct plan_list *l);
/* NULL: there is none. nth: among those of the same name, from 1. */
struct edit *plan_object(
	struct plan *p, struct plan_list *l, struct str ns, struct str name, size_t nth);
/* The value to be changed; NULL: there is none. */
struct value *edit_value(struct plan *p, struct edit *edit);
/* False: *e is set: it cannot be written, or places in a list do not fit (SNAP_INPUT). */
bool plan_write(struct plan *p, struct output *out, struct error *e);

#endif
