/* Moves: what makes a snapshot smaller, but is more than leaving out. */
#ifndef SNAP_MINIMISE_MOVES_H
#define SNAP_MINIMISE_MOVES_H
#include "draft.h"

/* A list of units, each of which can be moved; a unit is an object that is known by its number. */
struct moves {
	struct draft draft;
	int *units;
	int n, cap;
	int *with; /* of each unit: another object that it is for; -1: none */
	int cap_with;
	int size; /* units of a chunk */
};

/* Adds a unit. */
void moves_add(struct moves *m, int unit, int with);

/* A kind of move. */
struct move_kind {
	const char *noun;
	/* Fills the list, which is empty. */
	void (*collect)(struct moves *m);
	/* Does it to the draft. */
	void (*move)(struct moves *m, int unit, int with);
};

/* Pods that run, by their pod groups, into their nodes: what they take is no longer there, and
 * their queues have that much less quota. */
extern const struct move_kind move_fold;
/* Nodes that are alike, into one with all that is on them; pod groups; pods of a pod group on one
 * node, or on none. */
extern const struct move_kind move_merge_nodes, move_merge_groups, move_merge_pods;
/* Queues between others: those below come under the one above. */
extern const struct move_kind move_splice;

/* Moves as much as all predicates allow; roughly, pods alone. True: *text has what is left, and the
 * state is as it was but for keep, so that the caller reads the text anew. */
bool reduce_moves(struct state *s, enum grain grain, struct strbuf *text);

#endif
