/* sg-nodelocalgreedy: registers the scenario generator NodeLocalGreedy (no hook). Generators
 * propose scenarios in the order in which their plugins stand in the configuration; the solvers
 * implement them. Rules: rules/04 8 and 8.2. */
#include "plugins/plugins.h"
#include "session/plugin.h"

void sg_nodelocalgreedy_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	session_add_generator(s, "NodeLocalGreedy");
}
