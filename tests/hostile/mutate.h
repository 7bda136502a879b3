/* Mutants: recorded snapshots with a few changes in what they say, such as a field of another type,
 * a queue that is its own parent, or a thousand pods of one name. */
#ifndef HOSTILE_MUTATE_H
#define HOSTILE_MUTATE_H
#include "common/str.h"
#include "common/msg.h"

/* Appends the mutant of the snapshot to *out. The same snapshot, donor and seed make the same one.
 * donor is another snapshot, of which fields may be taken over. False: one of them is no JSON, with
 * *e set. */
bool mutate(
	struct str snapshot, struct str donor, uint64_t seed, struct strbuf *out, struct error *e);

#endif
