#include "dropped.h"

#include <stdlib.h>

#include "common/msg.h"

static int by_path(const void *a, const void *b)
{
	return str_cmp(((const struct map_entry *)a)->key, ((const struct map_entry *)b)->key);
}

void dropped_tell(struct map *m)
{
	enum { SHOWN = 10 };
	size_t all = 0;

	for (size_t i = 0; i < m->count; i++)
		all += (size_t)(uintptr_t)m->entries[i].value;
	if (!all)
		return;
	qsort(m->entries, m->count, sizeof *m->entries, by_path);
	msg_note("%zu unknown field%s dropped; --keep PATH brings one back", all,
		plural_s((long long)all));
	for (size_t i = 0; i < m->count && i < SHOWN; i++) {
		struct strbuf path = {0};

		strbuf_add_safe(&path, m->entries[i].key);
		msg_note("  %s (%zu)", path.s, (size_t)(uintptr_t)m->entries[i].value);
		strbuf_free(&path);
	}
	if (m->count > SHOWN)
		msg_note("  and %zu more", m->count - SHOWN);
}
