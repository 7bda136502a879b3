#include "schema.h"

#include "common/grow.h"
#include "common/kinds.h"
#include "common/map.h"
#include "table.h"

struct schemas {
	struct arena *arena;
	struct map shapes;
};

struct schema *schema_of(struct schemas *s, const char *shape)
{
	struct map_entry *e = map_put(&s->shapes, str_of(shape), NULL);

	if (!e->value) {
		struct schema *made = ARENA_NEW(s->arena, struct schema);

		made->form = FORM_OBJECT;
		e->value = made;
	}
	return e->value;
}

/* Keys of the table have no character that JSON escapes. */
static struct str quoted(struct arena *a, struct str key)
{
	char *text = arena_alloc(a, key.n + 3);

	text[0] = text[key.n + 1] = '"';
	memcpy(text + 1, key.p, key.n);
	text[key.n + 2] = ':';
	return (struct str){text, key.n + 3};
}

/* The member of an object, made where it is missing. */
static struct schema *member(struct schemas *s, struct schema *of, struct str key)
{
	for (int i = 0; i < of->n; i++)
		if (str_eq(of->members[i].key, key))
			return of->members[i].of;
	of->form = FORM_OBJECT;
	ARENA_GROW(s->arena, of->members, of->n, of->cap);
	of->members[of->n] = (struct schema_member){
		key, quoted(s->arena, key), ARENA_NEW(s->arena, struct schema)};
	return of->members[of->n++].of;
}

/* Takes the first key of the path. */
static struct str first_key(const char **path)
{
	bool quoted = **path == '\'';
	const char *from = *path + quoted, *to = from + strcspn(from, quoted ? "'" : ".[");

	*path = to + quoted;
	return (struct str){from, (size_t)(to - from)};
}

static struct schema *place(struct schemas *s, struct schema *at, const char *path)
{
	while (*path) {
		if (*path == '[') {
			at->form = FORM_LIST;
			if (!at->item)
				at->item = ARENA_NEW(s->arena, struct schema);
			at = at->item;
			path += strlen("[]");
		} else {
			at = member(s, at, first_key(&path));
		}
		path += *path == '.';
	}
	return at;
}

struct schemas *schemas_make(struct arena *a)
{
	struct schemas *s = ARENA_NEW(a, struct schemas);

	s->arena = a;
	for (size_t i = 0; i < table_rows; i++) {
		const struct row *r = &table[i];
		struct schema *at = place(s, schema_of(s, r->shape), r->path);

		if (r->what == WHAT_SHAPE) {
			at->form = FORM_OBJECT;
			at->base = schema_of(s, r->of);
		} else {
			at->what = r->what;
		}
	}
	return s;
}

void schemas_free(struct schemas *s)
{
	if (s)
		map_free(&s->shapes);
}

static const struct schema_member *find_from(const struct schema *s, struct str key, int from)
{
	for (int i = from; i < s->n; i++)
		if (str_eq(s->members[i].key, key))
			return &s->members[i];
	for (int i = 0; i < from && i < s->n; i++)
		if (str_eq(s->members[i].key, key))
			return &s->members[i];
	return NULL;
}

static const struct schema_member *find_any_case(const struct schema *s, struct str key)
{
	for (; s; s = s->base)
		for (int i = 0; i < s->n; i++)
			if (same_but_case(s->members[i].key, key))
				return &s->members[i];
	return NULL;
}

const struct schema_member *schema_find(const struct schema *s, struct str key, int *hint)
{
	const struct schema_member *m;

	for (const struct schema *of = s; of; of = of->base) {
		m = find_from(of, key, of == s ? *hint : 0);
		if (m) {
			*hint = of == s ? (int)(m - of->members) + 1 : *hint;
			return m;
		}
	}
	return find_any_case(s, key);
}
