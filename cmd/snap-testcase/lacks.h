/* What a test cannot say of a snapshot, counted by place: "pods.spec.volumes". */
#ifndef TESTCASE_LACKS_H
#define TESTCASE_LACKS_H
#include "common/map.h"
#include "common/value.h"

/* Start with {0}; lacks_free releases it. */
struct lacks {
	struct map counts; /* the count of each place, as its value */
	struct arena arena;
};

void lacks_add(struct lacks *l, struct str place);
/* Adds what the fakes of the scheduler's integration tests have no word for. */
void lacks_find(struct lacks *l, const struct value *snapshot);
/* Appends a line for each, "PREFIXpods.spec.volumes (2)", by name. The texts are made harmless. */
void lacks_write(const struct lacks *l, const char *prefix, struct strbuf *out);
/* As notes. */
void lacks_tell(const struct lacks *l);
void lacks_free(struct lacks *l);

#endif
