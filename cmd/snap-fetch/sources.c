#include "sources.h"
#include <stdio.h>

#define ADDRESS(name) &source_##name,
static const struct source *const sources[] = {FETCH_SOURCES(ADDRESS)};
#undef ADDRESS

enum { SOURCES = sizeof sources / sizeof *sources };

const struct source *source_named(const char *name)
{
	for (size_t i = 0; i < SOURCES; i++)
		if (strcmp(sources[i]->name, name) == 0)
			return sources[i];
	return NULL;
}

const struct source *source_default(void)
{
	return sources[0];
}

void source_list(struct strbuf *to)
{
	const char *names[SOURCES];

	for (size_t i = 0; i < SOURCES; i++)
		names[i] = sources[i]->name;
	strbuf_add_words(to, names, SOURCES, " or ");
}

static bool has(const struct source *source, const char *option)
{
	char word[64];

	snprintf(word, sizeof word, " %s ", option);
	return strstr(source->options, word) != NULL;
}

static int takers(const char *option, const char *names[])
{
	int n = 0;

	for (size_t i = 0; i < SOURCES; i++)
		if (has(sources[i], option))
			names[n++] = sources[i]->name;
	return n;
}

bool source_takes(const struct source *source, const char *option)
{
	const char *names[SOURCES];

	return has(source, option) || !takers(option, names);
}

void source_takers(const char *option, struct strbuf *to)
{
	const char *names[SOURCES];

	strbuf_add_words(to, names, takers(option, names), " or ");
}
