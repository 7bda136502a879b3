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

bool source_takes(const struct source *source, const char *option)
{
	char word[64];
	bool special = false;

	snprintf(word, sizeof word, " %s ", option);
	for (size_t i = 0; i < SOURCES; i++)
		special |= strstr(sources[i]->options, word) != NULL;
	return !special || strstr(source->options, word);
}
