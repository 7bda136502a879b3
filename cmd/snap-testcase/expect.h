/* What a test expects: some of the events of a replay (snap-replay(1), Events). */
#ifndef TESTCASE_EXPECT_H
#define TESTCASE_EXPECT_H
#include "common/map.h"
#include "common/value.h"

/* X(NAME, word): NAME is what code writes behind EXPECT_, word is the argument of --expect. */
#define EXPECTS(X) \
	X(DECISIONS, "decisions") X(BINDS, "binds") X(EVICTIONS, "evictions") X(PENDING, "pending")
#define EXPECT_MEMBER(NAME, word) EXPECT_##NAME,
enum expect { EXPECTS(EXPECT_MEMBER) EXPECT_COUNT };
#undef EXPECT_MEMBER
extern const char *const expect_words[EXPECT_COUNT];

/* Lists end in NULL: the events that are expected, and what of them. */
extern const char *const *const expect_events[EXPECT_COUNT];
extern const char *const *const expect_fields[EXPECT_COUNT];

/* Whether this event of a replay is one. */
bool expect_is(enum expect what, const struct value *event);
/* The pods of which a test expects how they end. Start with {0}; expected_free releases it. */
struct expected {
	bool all;        /* with all decisions, those too of which nothing is decided */
	struct map pods; /* by namespace/name */
	struct arena arena;
};

/* The cycle must live longer. */
struct cycle;
void expected_find(struct expected *x, enum expect what, const struct cycle *c);
bool expected_has(const struct expected *x, struct str pod);
void expected_free(struct expected *x);

#endif
