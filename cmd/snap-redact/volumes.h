/* Names that are made of other names. */
#ifndef REDACT_VOLUMES_H
#define REDACT_VOLUMES_H
#include "walk.h"

/* The claim of an ephemeral volume. */
struct derivation {
	struct str pod, volume;
};
/* Start with {0}; derived_free releases it. */
struct derived {
	struct arena arena;
	struct derivation *items;
	int n, cap;
	bool stems; /* names of config maps begin with others, which are marked as used */
};
void derived_free(struct derived *d);
/* Gives the names that are made of others what their parts have become. After book_number. */
void derived_apply(const struct derived *d, struct book *b);

#endif
