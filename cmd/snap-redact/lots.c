#include "lots.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/rank.h"

void lots_read(struct book *b, struct json *r)
{
	struct str s;
	size_t n = 0;

	if (json_peek(r) != JSON_ARRAY) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_element(r))
		if (json_peek(r) != JSON_STRING)
			json_skip(r);
		else if (json_string(r, &s))
			book_add(b, NAMES_POD_GROUP, s)->lot = ++n;
}

struct ranked {
	struct name *name;
	uint64_t rank;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *l = a, *r = b;

	if (l->name->lot != r->name->lot)
		return l->name->lot - 1 < r->name->lot - 1 ? -1 : 1; /* none goes last */
	if (l->rank != r->rank)
		return l->rank < r->rank ? -1 : 1;
	return str_cmp(l->name->old, r->name->old);
}

void lots_write(struct book *b, struct jsonw *w)
{
	const struct map *m = &b->kinds[NAMES_POD_GROUP];
	struct ranked *all = xcalloc(m->count + 1, sizeof *all);

	for (size_t i = 0; i < m->count; i++) {
		struct name *n = m->entries[i].value;

		all[i] = (struct ranked){n, rank_of_name(n->old)};
	}
	qsort(all, m->count, sizeof *all, by_rank);
	jsonw_begin(w, '[');
	for (size_t i = 0; i < m->count; i++)
		if (all[i].name->is_object)
			jsonw_str(w, all[i].name->to);
	jsonw_end(w, ']');
	free(all);
}
