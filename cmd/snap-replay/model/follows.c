#include "model/follows.h"

#include <string.h>

#define ROW(tag, ...) {.version = tag, __VA_ARGS__},
const struct follows followed_versions[FOLLOWS_COUNT] = {FOLLOWED_VERSIONS(ROW)};

const struct follows *follows_find(const char *version)
{
	for (int i = 0; i < FOLLOWS_COUNT; i++)
		if (!strcmp(followed_versions[i].version, version))
			return &followed_versions[i];
	return NULL;
}
