/* What a plugin needs of the session: the registry, opening, closing, arguments. */
#ifndef SNAP_PLUGIN_H
#define SNAP_PLUGIN_H
#include "session/session.h"

/* Registers the plugin's hooks. option: the plugin's entry in the configuration. The plugin may
 * keep its state in the session's arena. */
typedef void plugin_open_fn(struct session *s, const struct plugin_option *option);
struct plugin {
	const char *name;
	plugin_open_fn *open;
};
/* The plugin of this name in the registry of plugins/plugins.c; NULL: unknown. */
const struct plugin *plugin_find(struct str name);

/* The value of the argument `key` in the plugin's configuration; {NULL, 0}: absent. */
struct str plugin_arg(const struct plugin_option *o, const char *key);
/* Makes session_close call close(state), in the order of the calls of session_on_close. */
void session_on_close(struct session *s, plugin_close_fn *close, void *state);
/* Appends the name of a generator of solvers/ to session.generators. A second call with the same
 * name does nothing. name is not copied. */
void session_add_generator(struct session *s, const char *name);

#endif
