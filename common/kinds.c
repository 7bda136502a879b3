#include "common/kinds.h"

const char *const snapshot_keys[] = {"config", "schedulerParams", "rawObjects", "discovery"};

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

bool is_snapshot_key(struct str key)
{
	for (size_t i = 0; i < SNAPSHOT_KEYS; i++)
		if (same_but_case(key, str_of(snapshot_keys[i])))
			return true;
	return false;
}

const char *key_seems(struct str key)
{
	if (str_eq(key, STR("items")))
		return "; it seems to be what kubectl prints";
	return kind_of_key(key) != KIND_NONE ? "; it seems to be what belongs into rawObjects" : "";
}
