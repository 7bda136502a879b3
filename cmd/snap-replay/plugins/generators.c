/* sg-nodelocalgreedy and sg-multinodegang: name the scenario generators that the solvers use, in
 * the order of the configuration (rules/02 4, rules/04 8.1). A name registers once. */
#include "plugins/plugins.h"

static void add_generator(struct session *s, const char *name)
{
	for (int i = 0; i < s->n_generators; i++)
		if (strcmp(s->generators[i], name) == 0)
			return;
	s->generators[s->n_generators++] = name;
}

void sg_nodelocalgreedy_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	add_generator(s, "NodeLocalGreedy");
}

void sg_multinodegang_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	add_generator(s, "MultiNodeGang");
}
