#include "expect.h"

#include "replay.h"

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
	for (const char *const *word = expect_events[what]; *word; word++)
		if (event_is(event, *word))
			return true;
	return false;
}

static bool names_pod(const struct value *event, struct str pod)
{
	return str_eq(value_str(value_get(event, STR("pod"))), pod);
}

/* Pending events name pods without their namespace. */
static bool is_pending(const struct value *event, const struct value *pod)
{
	const struct value *pods = value_get(event, STR("pods"));
	struct str name = value_str(value_get(pod, STR("pod")));

	if (!str_eq(value_str(value_get(event, STR("podGroup"))),
		    value_str(value_get(pod, STR("podGroup")))))
		return false;
	for (size_t i = 0; pods && i < pods->count; i++) {
		struct str one = value_str(pods->members[i].value);

		if (str_ends(name, one) && name.n > one.n && name.p[name.n - one.n - 1] == '/')
			return true;
	}
	return false;
}

bool expect_pod(enum expect what, const struct cycle *c, const struct value *pod)
{
	struct str name = value_str(value_get(pod, STR("pod")));

	for (size_t i = 0; i < c->n_events; i++)
		if (expect_is(what, c->events[i]) &&
			(what == EXPECT_PENDING ? is_pending(c->events[i], pod)
						: names_pod(c->events[i], name)))
			return true;
	return what == EXPECT_DECISIONS;
}
