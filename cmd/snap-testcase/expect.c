#include "expect.h"

#define WORD(NAME, word) word,
const char *const expect_words[EXPECT_COUNT] = {EXPECTS(WORD)};

static const char *const decisions[] = {"bind", "pipeline", "evict", NULL};
static const char *const binds[] = {"bind", "pipeline", NULL};
static const char *const evictions[] = {"evict", NULL};
static const char *const pending[] = {"pending", NULL};
const char *const *const expect_events[EXPECT_COUNT] = {decisions, binds, evictions, pending};

/* Without what is told for people only, and without counts that merging makes. */
static const char *const of_decisions[] = {"event", "action", "pod", "node", "gpuGroups", NULL};
static const char *const of_pending[] = {"event", "podGroup", "pods", "reasons", NULL};
const char *const *const expect_fields[EXPECT_COUNT] = {
	of_decisions, of_decisions, of_decisions, of_pending};

bool expect_is(enum expect what, const struct value *event)
{
	struct str name = value_str(value_get(event, STR("event")));

	for (const char *const *word = expect_events[what]; *word; word++)
		if (str_eq(name, str_of(*word)))
			return true;
	return false;
}
