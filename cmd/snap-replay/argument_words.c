#include "argument_words.h"
#include <limits.h>
#include <string.h>
#include "common/options.h"
#include "solvers/budget.h"

#define SHOW_ANY(NAME)
#define SHOW_NATIVE(NAME) | SHOW_##NAME
#define NATIVE_BIT(NAME, word, who, columns) SHOW_##who(NAME)
const unsigned argument_show_native = 0 SHOW_WORDS(NATIVE_BIT);

#define SHOW_TEXT(NAME, word, who, columns) #word,
static const char *const show_words[] = {SHOW_WORDS(SHOW_TEXT) "all"};

/* "a, b or c": the words whose bits are set. */
static const char *shown_words(unsigned mask, const char *last)
{
	const char *words[SHOW_COUNT + 1];
	struct strbuf text = {0};
	int n = 0;

	for (int i = 0; i <= SHOW_COUNT; i++)
		if (mask & 1u << i)
			words[n++] = show_words[i];
	strbuf_add_words(&text, words, n, last);
	return text.s;
}

const char *argument_native_words(void)
{
	return shown_words(argument_show_native, " and ");
}

static unsigned show_word(struct str w)
{
	for (int i = 0; i <= SHOW_COUNT; i++)
		if (str_eq(w, str_of(show_words[i])))
			return i < SHOW_COUNT ? 1u << i : SHOW_ALL;
	msg_usage("--show: unknown word '" STR_FMT "': %s", STR_ARG(w),
		shown_words(UINT_MAX, " or "));
}

unsigned argument_show(const char *list)
{
	unsigned mask = 0;

	while (list)
		mask |= show_word(options_item(&list));
	return mask;
}

#define SORT_TEXT(NAME, word) #word,
static const char *const sort_words[] = {SORT_WORDS(SORT_TEXT)};

enum queue_sort argument_sort(const char *word)
{
	struct strbuf known = {0};
	int n = sizeof sort_words / sizeof *sort_words;

	for (int i = 0; i < n; i++)
		if (!strcmp(word, sort_words[i]))
			return (enum queue_sort)(i + 1);
	if (!strcmp(word, "asked")) /* a slip that is worth understanding */
		return SORT_REQUESTED;
	strbuf_add_words(&known, sort_words, n, " or ");
	msg_usage("--sort: unknown word '%s': %s", word, known.s);
}

#define DEPTH_TEXT(NAME, word) #word,
static const char *const depth_words[] = {EXPLAIN_DEPTHS(DEPTH_TEXT)};

enum explain_depth argument_depth(const char *word)
{
	struct strbuf known = {0};

	for (int i = 0; i < EXPLAIN_DEPTH_COUNT; i++)
		if (!strcmp(word, depth_words[i]))
			return (enum explain_depth)i;
	strbuf_add_words(&known, depth_words, EXPLAIN_DEPTH_COUNT, " or ");
	msg_usage("--explain-depth: unknown word '%s': %s", word, known.s);
}

void argument_budget(struct replay_options *o, const char *text)
{
	o->budget_given = true;
	o->step_cost = 1000000;
	if (!strcmp(text, "off"))
		o->budget = BUDGET_OFF;
	else if (!strcmp(text, "wall"))
		o->budget = BUDGET_WALL;
	else if (!strcmp(text, "steps"))
		o->budget = BUDGET_STEPS;
	else if (str_starts(str_of(text), STR("steps:")) &&
		options_parse_duration(str_of(text + 6), &o->step_cost) && o->step_cost > 0)
		o->budget = BUDGET_STEPS;
	else
		msg_usage(
			"--search-budget: unknown mode '%s': off, steps, steps:COST (such as steps:2ms) or wall",
			text);
}

void argument_switch(struct replay_options *o, const char *text)
{
	struct strbuf known = {0};
	struct str name = {text, strcspn(text, "=")};
	const char *value = text[name.n] ? text + name.n + 1 : "";

	o->switched = true;
	if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
		msg_usage("--switch: '%s' is not NAME=on or NAME=off", text);
	for (int i = 0; i < FOLLOWS_COUNT; i++)
		if (str_eq(name, str_of(follows_names[i]))) {
			o->switches[i] = value[1] == 'n' ? 1 : -1;
			return;
		}
	strbuf_add_words(&known, follows_names, FOLLOWS_COUNT, " or ");
	msg_usage("--switch: unknown switch '" STR_FMT "': %s", STR_ARG(name), known.s);
}
