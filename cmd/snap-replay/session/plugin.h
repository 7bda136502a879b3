/* How plugins take part in a session: the registry, opening, closing, arguments. */
#ifndef SNAP_PLUGIN_H
#define SNAP_PLUGIN_H
#include "session/session.h"

/* Registers the plugin's hooks. Its state may be in the session's arena. */
typedef void plugin_open_fn(struct session *s, const struct plugin_option *option);
struct plugin {
	const char *name;
	plugin_open_fn *open; /* NULL: a plugin without effect on decisions */
};
/* In the registry of plugins/plugins.c; NULL: unknown. */
const struct plugin *plugin_find(struct str name);

/* The text of an argument of the plugin's configuration; {NULL, 0} when it is absent. */
struct str plugin_arg(const struct plugin_option *o, const char *key);
/* Calls close(state) when the session ends, in the order of these calls. */
void session_on_close(struct session *s, plugin_close_fn *close, void *state);
/* Appends a scenario generator of solvers/ to session.generators; a second call with the same name
 * does nothing. name must be a constant. */
void session_add_generator(struct session *s, const char *name);

#endif
