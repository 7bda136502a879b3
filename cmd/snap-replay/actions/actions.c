#include "actions/actions.h"

static const struct action actions[] = {
	{"allocate", action_allocate},
	{"consolidation", action_consolidation},
	{"reclaim", action_reclaim},
	{"preempt", action_preempt},
	{"stalegangeviction", action_stalegangeviction},
};

const struct action *action_find(struct str name)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (str_eq(name, str_of(actions[i].name)))
			return &actions[i];
	return NULL;
}

int64_t action_depth(const struct session *s, const char *name)
{
	for (int i = 0; i < s->config->n_depths; i++)
		if (str_eq(s->config->depths[i].action, str_of(name)))
			return s->config->depths[i].depth;
	return -1;
}
