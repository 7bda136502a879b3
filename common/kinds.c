#include "common/kinds.h"

#define KIND_ROW(NAME, key, singular, short_name, cluster) {key, singular, short_name, cluster},
const struct kind_info snapshot_kinds[] = {KINDS(KIND_ROW)};

const char *kind_key(enum kind kind)
{
	return snapshot_kinds[kind].key;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool same_but_case(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return false;
	return true;
}

enum kind kind_of_key(struct str key)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (same_but_case(key, str_of(snapshot_kinds[k].key)))
			return (enum kind)k;
	return KIND_NONE;
}
