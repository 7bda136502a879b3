#include "role.h"

#define ADDRESS(name) &role_##name,
static const struct role *const roles[] = {ROLES(ADDRESS)};
#undef ADDRESS

enum { COUNT = sizeof roles / sizeof *roles };

const struct role *role_named(const char *name)
{
	for (size_t i = 0; i < COUNT; i++)
		if (strcmp(roles[i]->name, name) == 0)
			return roles[i];
	return NULL;
}

const struct role *role_default(void)
{
	return roles[0];
}

void role_list(struct strbuf *to)
{
	const char *names[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		names[i] = roles[i]->name;
	strbuf_add_words(to, names, COUNT, " or ");
}
