/* The open functions of all plugins. Each file is named as the scheduler names the plugin and says
 * what it does and which section of rules/ it follows. Their state lives in the
 * session's arena; they share nothing but the session's hooks. */
#ifndef SNAP_PLUGINS_H
#define SNAP_PLUGINS_H
#include "common/plugins.h"
#include "session/session.h"
#include "session/plugin.h"

#define PLUGIN_OPEN(NAME, function, text) plugin_open_fn function##_open;
REPLAYED_PLUGINS(PLUGIN_OPEN)
#undef PLUGIN_OPEN

#endif
