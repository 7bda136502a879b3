#include "actions/actions.h"

#define ACTION_ROW(NAME, name) {#name, action_##name},
static const struct action actions[] = {ACTIONS(ACTION_ROW)};

const struct action *action_find(struct str name)
{
	int id = action_of_name(name);

	return id < ACTION_COUNT ? &actions[id] : NULL;
}

int64_t action_depth(const struct session *s, enum action_id id)
{
	for (int i = 0; i < s->config->n_depths; i++)
		if (str_eq(s->config->depths[i].action, str_of(action_names[id])))
			return s->config->depths[i].depth;
	return -1;
}
