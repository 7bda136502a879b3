/* What a test expects: some of the events of a replay (snap-replay(1), Events). */
#ifndef TESTCASE_EXPECT_H
#define TESTCASE_EXPECT_H
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
/* Whether a test expects how this pod ends (an event): one of which such an event tells, and with
 * all decisions every one. */
struct cycle;
bool expect_pod(enum expect what, const struct cycle *c, const struct value *pod);

#endif
