#include "common/actions.h"

#define NAME_TEXT(NAME, name) #name,
const char *const action_names[] = {ACTIONS(NAME_TEXT)};

int action_of_name(struct str name)
{
	int i = 0;

	while (i < ACTION_COUNT && !str_eq(name, str_of(action_names[i])))
		i++;
	return i;
}
