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

/* Pending events name pods without their namespace, which is that of the group. */
static void add_pending(struct expected *x, const struct value *event)
{
	const struct value *pods = value_get(event, STR("pods"));
	struct str group = value_str(value_get(event, STR("podGroup")));
	const char *slash = str_find(group, '/');
	struct strbuf name = {0};

	for (size_t i = 0; pods && slash && i < pods->count; i++) {
		strbuf_clear(&name);
		strbuf_add(&name, group.p, (size_t)(slash - group.p) + 1);
		strbuf_addstr(&name, value_str(pods->members[i].value));
		map_put(&x->pods, arena_str(&x->arena, strbuf_str(&name)), NULL)->value = x;
	}
	strbuf_free(&name);
}

void expected_find(struct expected *x, enum expect what, const struct cycle *c)
{
	x->all = what == EXPECT_DECISIONS;
	for (size_t i = 0; i < c->n_events; i++)
		if (!expect_is(what, c->events[i]))
			continue;
		else if (what == EXPECT_PENDING)
			add_pending(x, c->events[i]);
		else
			map_put(&x->pods, value_str(value_get(c->events[i], STR("pod"))), NULL)
				->value = x;
}

bool expected_has(const struct expected *x, struct str pod)
{
	return x->all || map_get(&x->pods, pod);
}

void expected_free(struct expected *x)
{
	map_free(&x->pods);
	arena_free(&x->arena);
}
