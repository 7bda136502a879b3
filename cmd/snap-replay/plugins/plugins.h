/* The open functions of all plugins. Each plugin is a file named as the scheduler names the plugin;
 * its head says what the plugin does and which rules it follows. The state of a plugin lives in the
 * session's arena. Plugins share nothing but the session's hooks. */
#ifndef SNAP_PLUGINS_H
#define SNAP_PLUGINS_H
#include "common/plugins.h"
#include "session/session.h"
#include "session/plugin.h"

#define PLUGIN_OPEN(NAME, function, text) plugin_open_fn function##_open;
REPLAYED_PLUGINS(PLUGIN_OPEN)
#undef PLUGIN_OPEN

#endif
