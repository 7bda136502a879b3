/* Which devices the selectors of a class and a request accept (rules/07 C8 "Selectable", C11). The
 * devices are the same during the whole session, so each selector list is evaluated once for each
 * device that is looked at. */
#ifndef SNAP_DRA_MATCH_H
#define SNAP_DRA_MATCH_H
#include "plugins/dynamicresources/inventory.h"

enum match { MATCH_OPEN, MATCH_NO, MATCH_YES, MATCH_ERROR, MATCH_UNKNOWN };

/* The selectors that a request's device must pass: those of its class, then its own. */
struct selector_list {
	const struct device_class *class;
	const struct device_selectors *own; /* NULL: none */
	unsigned char *answers;             /* by offer: enum match; NULL: none are kept */
	/* plugins/dynamicresources/own.c: is the answer yes or no for each device of each node? If
	 * so: the most devices of one node that are accepted. */
	enum { LIST_UNKNOWN, LIST_PLAIN, LIST_NOT_PLAIN } plain;
	int most;
};
struct matcher {
	struct session *session;
	const struct inventory *inventory;
	struct map classes;          /* by name */
	struct map lists;            /* class and expressions to struct selector_list */
	struct map programs;         /* expression to struct program */
	struct selector_list **kept; /* those with answers; capacity: limit */
	int n_kept, limit, next;     /* next: whose answers go first */
	struct arena scratch;        /* of one evaluation */
};

void matcher_open(struct matcher *m, struct session *s, const struct inventory *v);
void matcher_free(struct matcher *m);
/* The list of a class and a request's own selectors. Lists with equal expressions are the same. */
struct selector_list *selector_list_of(
	struct matcher *m, const struct device_class *class, const struct device_selectors *own);
/* Never MATCH_OPEN. */
enum match offer_matches(struct matcher *m, struct selector_list *l, int offer);
/* MATCH_ERROR: the error of the selector that failed; MATCH_UNKNOWN: what is not replayed. Made in
 * the arena. claim: the name of the claim, for messages. */
struct str match_text(
	struct matcher *m, struct selector_list *l, int offer, struct str claim, struct arena *a);
/* What printf would write, in the arena. */
struct str text_in(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
