/* Texts kept once and numbered from 1: what refers to an object is then four bytes. Costs the text
 * and about 20 bytes each. */
#ifndef INSPECT_NAMES_H
#define INSPECT_NAMES_H
#include "common/str.h"

#define NO_NAME "(no name)" /* shown to people where the text is empty */

/* Start with {0}; names_free releases it. */
struct names {
	struct strbuf pool;
	size_t *end; /* end[id - 1]: where text id ends in the pool */
	uint32_t count, cap;
	struct names_slot {
		uint32_t id;  /* 0: free */
		uint32_t tag; /* of the text: most others are told apart without looking at their
				 text, which is far away */
	} * slots;
	size_t slot_count;
	uint32_t last; /* put last: neighbours in a snapshot tend to point to the same */
};

void names_free(struct names *n);
/* The number of text, new when it was not there yet (*fresh tells, may be NULL). */
uint32_t names_put(struct names *n, struct str text, bool *fresh);
uint32_t names_find(const struct names *n, struct str text); /* 0 when absent */
struct str names_text(
	const struct names *n, uint32_t id); /* valid until the next names_put; empty for 0 */

/* How often each text was met, in the order of first meeting. */
struct tally {
	struct names names;
	uint64_t *counts; /* counts[id - 1] */
	uint32_t cap;
};

void tally_free(struct tally *t);
void tally_add(struct tally *t, struct str text);
void tally_add_many(struct tally *t, struct str text, int64_t times);

#endif
