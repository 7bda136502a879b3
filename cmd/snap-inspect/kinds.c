#include "kinds.h"

enum kind kind_of_user(const char *word)
{
	struct str w = str_of(word);

	if (w.n == 0)
		return KIND_NONE;
	for (int k = 0; k < KIND_COUNT; k++)
		if (same_but_case(w, str_of(snapshot_kinds[k].key)) ||
			same_but_case(w, str_of(snapshot_kinds[k].singular)) ||
			same_but_case(w, str_of(snapshot_kinds[k].short_name)))
			return (enum kind)k;
	return KIND_NONE;
}
