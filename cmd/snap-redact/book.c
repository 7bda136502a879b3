#include "book.h"

#include "public_names.h"

void book_forget(struct book *b)
{
	for (int i = 0; i < NAMES_COUNT; i++)
		map_free(&b->kinds[i]);
}

void book_free(struct book *b)
{
	book_forget(b);
	arena_free(&b->arena);
}

static bool stays(const struct book *b, enum names kind, struct str old)
{
	if (b->stay[kind] || is_public_name(kind, old))
		return true;
	switch (kind) {
	case NAMES_NODE_POOL: return str_eq(old, b->pool_value);
	case NAMES_SCHEDULER: return str_eq(old, b->scheduler);
	case NAMES_LABEL: return str_eq(old, b->pool_key) || str_eq(old, b->queue_key);
	default: return false;
	}
}

struct name *book_add(struct book *b, enum names kind, struct str old)
{
	bool fresh;
	struct map_entry *e = map_put(&b->kinds[kind], old, &fresh);

	if (fresh) {
		struct name *n = ARENA_NEW(&b->arena, struct name);

		n->old = e->key = arena_str(&b->arena, old);
		n->stays = stays(b, kind, n->old);
		e->value = n;
	}
	return e->value;
}

struct name *book_find(const struct book *b, enum names kind, struct str old)
{
	return map_get(&b->kinds[kind], old);
}
