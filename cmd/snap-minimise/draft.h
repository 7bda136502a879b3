/* What is left of a snapshot while moves change some of its objects. */
#ifndef SNAP_MINIMISE_DRAFT_H
#define SNAP_MINIMISE_DRAFT_H
#include "common/value.h"
#include "state.h"

struct draft {
	struct state *state;
	struct value **now; /* of each object: what it has become; NULL: it is as in the text */
	struct arena arena;
	/* Of each object: the first one whose owner it is, and the next one of its own owner; -1:
	 * there is none. Those that went are among them. */
	int *owned, *next;
	/* The same of pods on nodes. */
	int *placed, *next_placed;
};

/* draft_close releases it. */
void draft_open(struct draft *d, struct state *s);
void draft_close(struct draft *d);
/* Object i, to be changed in place. */
struct value *draft_change(struct draft *d, int i);
/* Object i, to be looked at; in a, or as it has become. */
const struct value *draft_object(const struct draft *d, int i, struct arena *a);
/* Object i has another owner from now on; a pod has another node. Quick for the first one of a
 * list.
 */
void draft_hand_over(struct draft *d, int i, int owner);
void draft_place(struct draft *d, int i, int node);
/* Object i goes. */
void draft_drop(struct draft *d, int i);
/* Appends the snapshot; JSON_PADDING readable bytes follow. */
void draft_write(const struct draft *d, struct strbuf *text);

#endif
