#include "words.h"

#include <string.h>
#include "common/msg.h"
#include "download.h"
#include "objects.h"
#include "sources.h"

const char *shown_word(const char *text)
{
	static struct strbuf shown;

	strbuf_clear(&shown);
	if (!strstr(text, "://"))
		return text;
	url_shown(text, &shown);
	return shown.s;
}

/* Names are arguments of kubectl: one that looks like an option would be used as an option. */
const char *name_of(const char *text, const char *option)
{
	if (!is_dns_name(str_of(text)))
		msg_usage("%s: not a name: '%s'", option, shown_word(text));
	return text;
}

const char *selector_of(const char *text)
{
	if (!*text || !is_selector(str_of(text)))
		msg_usage("--selector: not KEY=VALUE,...: '%s'", shown_word(text));
	return text;
}

const struct source *source_of(const char *text)
{
	const struct source *source = source_named(text);
	struct strbuf names = {0};

	if (!source) {
		source_list(&names);
		msg_usage("--from: not %s: '%s'", names.s, shown_word(text));
	}
	return source;
}

enum adopt adopt_of(const char *text)
{
	if (strcmp(text, "owner") != 0 && strcmp(text, "pod") != 0)
		msg_usage("--adopt: unknown word '%s': owner or pod", shown_word(text));
	return strcmp(text, "pod") == 0 ? ADOPT_POD : ADOPT_OWNER;
}
