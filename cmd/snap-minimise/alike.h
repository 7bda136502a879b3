/* Objects that are alike, for moves that make one of several. */
#ifndef SNAP_MINIMISE_ALIKE_H
#define SNAP_MINIMISE_ALIKE_H
#include "moves.h"

/* Appends what object i has in common with those like it, as a key; false: it is like no other. a
 * is for what is read. */
typedef bool alike_key(const struct draft *d, int i, struct arena *a, struct strbuf *key);
/* Adds each object of the kind but one to the moves, with the one of its key that stays: the first
 * one, or one that a predicate is about. */
void alike_collect(struct moves *m, enum kind kind, alike_key *key_of);
/* Appends a value, if there is one, to a key. */
void alike_add(struct strbuf *key, const struct value *v);

#endif
