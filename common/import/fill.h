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
/* A key for maps: between its parts stands what no name holds. */
struct str maker_key(struct maker *m, struct str a, struct str b, struct str c);

/* groups.c */
void make_groups(struct maker *m);
/* The same in steps, for pods that are not kept: after groups_begin group_adopt looks at each pod;
 * one that it adopts (true) must stay until groups_end, which makes the groups. */
void groups_begin(struct maker *m);
bool group_adopt(struct maker *m, struct object *o);
void groups_end(struct maker *m);
/* make.c; queues are those of the groups that were made */
void make_queues(struct maker *m);
void make_classes(struct maker *m);
void make_config_maps(struct maker *m);

#endif
