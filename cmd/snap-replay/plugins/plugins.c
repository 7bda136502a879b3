/* The registry of plugins (rules/01 1.4). */
#include "plugins/plugins.h"
#include "session/plugin.h"

#define REPLAYED_ROW(NAME, function, text) {text, function##_open},
#define INERT_ROW(NAME, function, text) {text, NULL},
static const struct plugin known[] = {REPLAYED_PLUGINS(REPLAYED_ROW) INERT_PLUGINS(INERT_ROW)};

const struct plugin *plugin_find(struct str name)
{
	int id = plugin_of_name(name);

	return id < PLUGIN_COUNT ? &known[id] : NULL;
}
