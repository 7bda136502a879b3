/* sg-multinodegang: registers the scenario generator MultiNodeGang (no hook). Generators propose
 * scenarios in the order in which their plugins stand in the configuration; the solvers implement
 * them. Rules: rules/04 8 and 8.3. */
#include "plugins/plugins.h"
#include "session/plugin.h"

void sg_multinodegang_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	session_add_generator(s, "MultiNodeGang");
}
