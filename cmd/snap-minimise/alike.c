#include "alike.h"

#include "common/map.h"

/* Those that have been seen. */
struct alike {
	struct moves *moves;
	struct map first; /* of each key, the object that stays, plus 1 */
	struct arena arena;
};

/* Object i joins those of the key. stays: it is no unit. */
static void meet(struct alike *k, int i, struct str key, bool stays)
{
	struct map_entry *e = map_put(&k->first, key, NULL);

	if (!e->value)
		e->value = (void *)((uintptr_t)i + 1);
	else if (!stays)
		moves_add(k->moves, i, (int)(uintptr_t)e->value - 1);
}

void alike_collect(struct moves *m, enum kind kind, alike_key *key_of)
{
	const struct state *s = m->draft.state;
	const int *first = s->snapshot.first;
	struct alike k = {.moves = m};
	struct strbuf key = {0};

	for (int stay = 1; stay >= 0; stay--)
		for (int i = first[kind]; i < first[kind + 1]; i++) {
			struct arena a = {0};

			strbuf_clear(&key);
			if (s->keep[i] && state_names(s, i) == stay &&
				key_of(&m->draft, i, &a, &key))
				meet(&k, i, arena_str(&k.arena, strbuf_str(&key)), stay);
			arena_free(&a);
		}
	strbuf_free(&key);
	map_free(&k.first);
	arena_free(&k.arena);
}

void alike_add(struct strbuf *key, const struct value *v)
{
	if (v)
		value_write(key, v);
	strbuf_addc(key, '\n');
}
