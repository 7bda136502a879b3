/* The registry of plugins (rules/01 1.4). */
#include "plugins/plugins.h"
#include "session/plugin.h"

/* A plugin without a replay: what it logs when the session opens. */
static void inert_open(struct session *s, const struct plugin_option *option)
{
	static const char *const lines[PLUGIN_COUNT] = {
		[PLUGIN_SNAPSHOT] = "Snapshot plugin registering get-snapshot",
		[PLUGIN_REFLECTJOBORDER] = "Job Order registering get-jobs",
	};
	const char *line = lines[plugin_of_name(option->name)];

	if (line)
		session_log(s, 3, "%s", line);
}

#define ROW(NAME, function, text) {text, function##_open},
static const struct plugin known[] = {REPLAYED_PLUGINS(ROW) INERT_PLUGINS(ROW)};

const struct plugin *plugin_find(struct str name)
{
	int id = plugin_of_name(name);

	return id < PLUGIN_COUNT ? &known[id] : NULL;
}
