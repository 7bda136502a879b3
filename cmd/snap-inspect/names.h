/* Interned texts, numbered from 1: a reference to an object is four bytes. A text costs its bytes
 * and about 20 more. */
#ifndef INSPECT_NAMES_H
#define INSPECT_NAMES_H
#include "common/str.h"

#define NO_NAME "(no name)" /* shown to people where the text is empty */

/* Start with {0}; names_free releases it. */
struct names {
	struct strbuf pool;
	size_t *end; /* end[id - 1]: end of text id in the pool */
	uint32_t count;
	size_t cap;
	struct names_slot {
		uint32_t id;  /* 0: free */
		uint32_t tag; /* hash bits: most comparisons need no access to the pool */
	} * slots;
	size_t slot_count;
	uint32_t last; /* latest id put: neighbours in a snapshot often refer to the same text */
};

void names_free(struct names *n);
/* The id of text. *fresh: text was added; fresh may be NULL. */
uint32_t names_put(struct names *n, struct str text, bool *fresh);
/* The id of text; 0: absent. */
uint32_t names_find(const struct names *n, struct str text);
/* The text of id, valid until the next names_put; empty for id 0. */
struct str names_text(const struct names *n, uint32_t id);

/* The same for a pair of texts. scratch is overwritten. */
uint32_t names_put_pair(
	struct names *n, struct str first, struct str second, struct strbuf *scratch);
struct str names_first(const struct names *n, uint32_t id);
struct str names_second(const struct names *n, uint32_t id);

/* Number of occurrences of each text, in the order of the first one. */
struct tally {
	struct names names;
	uint64_t *counts; /* counts[id - 1] */
	size_t cap;
};

void tally_free(struct tally *t);
void tally_add(struct tally *t, struct str text);
void tally_add_many(struct tally *t, struct str text, int64_t times);

#endif
