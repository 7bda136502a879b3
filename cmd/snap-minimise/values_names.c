#include "values.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/kinds.h"
#include "common/map.h"
#include "names.h"

/* A text that is a name somewhere is one wherever it stands: so no reference breaks. */
struct name {
	struct str old;
	struct value *to; /* NULL: it stays */
	struct spot {
		struct value *holder;
		size_t index;
	} * spots;
	int n, cap;
};

struct names {
	struct edits *edits;
	struct map all; /* to struct name */
	struct map kept;
};

/* ---- what is there ---- */

static void gather(struct names *s, const struct value *v)
{
	for (size_t i = 0; i < v->count; i++) {
		const struct value *member = v->members[i].value;

		if (member->type != JSON_STRING) {
			gather(s, member);
		} else if (is_name_key(v->members[i].key) && member->text.n) {
			struct map_entry *at = map_put(&s->all, member->text, NULL);

			if (!at->value)
				at->value = ARENA_NEW(&s->edits->arena, struct name);
			((struct name *)at->value)->old = member->text;
		}
	}
}

static void note_spots(struct names *s, struct value *v)
{
	for (size_t i = 0; i < v->count; i++) {
		struct value *member = v->members[i].value;
		struct name *name;

		if (member->type != JSON_STRING) {
			note_spots(s, member);
			continue;
		}
		name = map_get(&s->all, member->text);
		if (!name)
			continue;
		ARENA_GROW(&s->edits->arena, name->spots, name->n, name->cap);
		name->spots[name->n++] = (struct spot){v, i};
	}
}

/* Also in the source, which has an order of pod groups. */
static void note_all_spots(struct names *s)
{
	static const struct str parts[] = {STR_INIT(SOURCE_KEY), STR_INIT("rawObjects")};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct value *part = value_field(s->edits->document, parts[i]);

		if (part)
			note_spots(s, part);
	}
}

static void keep(struct names *s, struct str text)
{
	if (text.n)
		map_put(&s->kept, text, NULL)->value = s;
}

/* What predicates name stays. */
static void gather_kept(struct names *s)
{
	const struct settings *settings = s->edits->state->settings;

	for (int i = 0; i < settings->n_keep; i++) {
		const struct predicate *p = &settings->keep[i];
		const char *slash = str_find(p->pod, '/');

		if (slash) {
			keep(s, (struct str){p->pod.p, (size_t)(slash - p->pod.p)});
			keep(s, (struct str){slash + 1, p->pod.n - (size_t)(slash + 1 - p->pod.p)});
		}
		keep(s, p->by);
	}
}

static void names_open(struct names *s, struct edits *e)
{
	struct value *lists = value_field(e->document, STR("rawObjects"));

	*s = (struct names){.edits = e};
	gather_kept(s);
	if (lists)
		gather(s, lists);
}

static void names_close(struct names *s)
{
	map_free(&s->all);
	map_free(&s->kept);
}

/* ---- new names ---- */

static int by_old_name(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;

	return str_cmp((*x)->old, (*y)->old);
}

static struct name **in_order(const struct names *s, int *n)
{
	struct name **sorted = ARENA_ARRAY(&s->edits->arena, s->all.count + 1, struct name *);

	*n = 0;
	for (size_t i = 0; i < s->all.count; i++)
		if (!map_get(&s->kept, s->all.entries[i].key))
			sorted[(*n)++] = s->all.entries[i].value;
	qsort(sorted, (size_t)*n, sizeof *sorted, by_old_name);
	return sorted;
}

enum { LETTERS = 26, WIDTH_MAX = 6 };

/* Number i in so many letters. */
static struct str letters(int i, int width, char text[WIDTH_MAX])
{
	for (int k = width; k-- > 0; i /= LETTERS)
		text[k] = (char)('a' + i % LETTERS);
	return (struct str){text, (size_t)width};
}

static int width_for(int n)
{
	int width = 1;

	for (int64_t most = LETTERS; most < n; most *= LETTERS)
		width++;
	return width;
}

/* Gives a name its letters, unless it is as plain already. */
static void set_name(struct names *s, struct name *name, struct str to)
{
	if (name->old.n > to.n || (name->old.n == to.n && str_cmp(to, name->old) < 0))
		name->to = value_text(&s->edits->arena, to);
}

static void number(struct names *s, struct name **sorted, int n)
{
	int width = width_for(n + (int)s->kept.count), at = 0;
	char text[WIDTH_MAX];

	for (int i = 0; width <= WIDTH_MAX && i < n; i++) {
		struct str to = letters(at++, width, text);

		while (map_get(&s->kept, to))
			to = letters(at++, width, text);
		set_name(s, sorted[i], to);
	}
}

void collect_names(struct edits *e, void *ctx)
{
	struct names s;
	struct name **sorted;
	int n;

	names_open(&s, e);
	*(size_t *)ctx = s.all.count;
	sorted = in_order(&s, &n);
	number(&s, sorted, n);
	note_all_spots(&s);
	for (int i = 0; i < n; i++) {
		if (!sorted[i]->to)
			continue;
		edits_group(e);
		for (int k = 0; k < sorted[i]->n; k++)
			edits_add(e, sorted[i]->spots[k].holder, sorted[i]->spots[k].index,
				sorted[i]->to);
	}
	names_close(&s);
}

bool names_are_sound(struct edits *e, void *ctx)
{
	struct names s;
	bool sound;

	names_open(&s, e);
	sound = s.all.count == *(const size_t *)ctx;
	names_close(&s);
	return sound;
}
