#include "common/plugins.h"

#define NAME_TEXT(NAME, function, text) text,
const char *const plugin_names[] = {REPLAYED_PLUGINS(NAME_TEXT) INERT_PLUGINS(NAME_TEXT)};

int plugin_of_name(struct str name)
{
	int i = 0;

	while (i < PLUGIN_COUNT && !str_eq(name, str_of(plugin_names[i])))
		i++;
	return i;
}
