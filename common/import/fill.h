/* What makes up what a source lacks. */
#ifndef IMPORT_FILL_H
#define IMPORT_FILL_H
#include "common/jsonw.h"
#include "common/import/import.h"

#define IMPORTED_QUEUE "imported"

/* A pod group that is made. */
struct group {
	struct str ns, name, queue, priority_class;
};

/* Start with {.im}. */
struct maker {
	struct import *im;
	struct map groups; /* by what makes pods one group, to struct group */
	struct map names;  /* of the groups */
	struct map queues; /* their names */
	struct group **made;
	size_t n_made, cap_made;
	struct strbuf text;
	long annotated, adopted;
};

/* m->text in the arena. */
struct str maker_kept(struct maker *m);
/* A writer to m->text, which is empty then. */
struct jsonw maker_start(struct maker *m);
/* Begins an object of that name: {"metadata":{...}. */
void maker_begin(struct jsonw *w, struct str ns, struct str name);
/* Adds m->text as an object. */
void maker_add(struct maker *m, enum kind kind, struct str ns, struct str name);
/* Sets m->text to a key for maps: between its parts stands what no name holds. */
void maker_set_key(struct maker *m, struct str a, struct str b, struct str c);

/* groups.c */
void make_groups(struct maker *m);
/* The same in steps, for pods that are not kept. The names of groups and queues that are there are
 * in the maps first. True: the pod is adopted by a group, which m->im owns. */
bool group_adopt(struct maker *m, struct object *o);
/* Sets m->text to the group as an object. */
void group_write(struct maker *m, const struct group *g);
/* Says how many were made. */
void groups_assume(const struct maker *m);
/* make.c; queues are those of the groups that were made */
void make_queues(struct maker *m);
void make_classes(struct maker *m);
void make_config_maps(struct maker *m);

#endif
