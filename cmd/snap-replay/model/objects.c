#include "objects.h"

#include "read.h"

struct str objects_intern(struct objects *o, struct str s)
{
	bool fresh;
	struct map_entry *e;

	if (!s.p)
		s.p = ""; /* empty is not absent */
	e = map_put(&o->strings, s, &fresh);
	if (fresh)
		e->key = arena_str(&o->arena, s);
	return e->key;
}

const struct str *labels_get(const struct labels *l, struct str key)
{
	int low = 0, high = l->n;

	while (low < high) {
		int mid = (low + high) / 2, order = str_cmp(l->items[mid].key, key);

		if (order == 0)
			return &l->items[mid].value;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

void objects_free(struct objects *o)
{
	map_free(&o->strings);
	arena_free(&o->arena);
	*o = (struct objects){0};
}
