/* Lists, resource lists and object metadata. */
#include <stddef.h>
#include <stdlib.h>

#include "common/mem.h"
#include "model/read/reader.h"

void *list_end(struct reader *x, size_t begin, size_t size, int *n)
{
	size_t bytes = x->scratch.len - begin;
	void *items = NULL;

	if (bytes) { /* the scratch text has no alignment to rely on, so items are worked with where
			they end up */
		items = arena_alloc(&x->o->arena, bytes);
		memcpy(items, x->scratch.s + begin, bytes);
	}
	x->scratch.len = begin;
	*n = (int)(bytes / size);
	return items;
}

void *read_items(struct reader *x, size_t size, read_fn *read, int *n)
{
	size_t begin = list_begin(x);

	_Alignas(max_align_t) char item[LIST_ITEM_MAX];

	if (read_enter(x))
		while (json_element(x->r)) {
			memset(item, 0, size);
			read(x, item);
			list_add(x, item, size);
		}
	return list_end(x, begin, size, n);
}

static void read_list_text(struct reader *x, void *at)
{
	struct str *s = at;

	read_text(x, s);
	if (!s->p)
		*s = objects_intern(x->o, STR(""));
}

void read_text_list(struct reader *x, struct str **items, int *n)
{
	*items = read_list(x, struct str, read_list_text, n);
}

#define ITEM_MAX 64

static const struct str *name_of(const char *items, size_t i, size_t size)
{
	return (const void *)(items + i * size);
}

static void sort_few(char *items, size_t n, size_t size)
{
	_Alignas(max_align_t) char item[ITEM_MAX];

	for (size_t i = 1; i < n; i++) {
		size_t to = i;

		while (to > 0 &&
			str_cmp(*name_of(items, to - 1, size), *name_of(items, i, size)) > 0)
			to--;
		if (to == i)
			continue;
		memcpy(item, items + i * size, size);
		memmove(items + (to + 1) * size, items + to * size, (i - to) * size);
		memcpy(items + to * size, item, size);
	}
}

/* Stable merge of the halves; the sorted items end in items. */
static void sort_many(char *items, char *spare, size_t n, size_t size)
{
	size_t half = n / 2, left = 0, right = half;

	if (n <= 12) {
		sort_few(items, n, size);
		return;
	}
	sort_many(items, spare, half, size);
	sort_many(items + half * size, spare, n - half, size);
	if (str_cmp(*name_of(items, half - 1, size), *name_of(items, half, size)) <= 0)
		return;
	for (size_t i = 0; i < n; i++) {
		bool take_right = left == half ||
			(right < n &&
				str_cmp(*name_of(items, right, size), *name_of(items, left, size)) <
					0);

		memcpy(spare + i * size, items + (take_right ? right++ : left++) * size, size);
	}
	memcpy(items, spare, n * size);
}

size_t sort_by_name(void *items, size_t n, size_t size)
{
	size_t kept = 0;
	char *p = items;

	if (n <= 12) {
		sort_few(p, n, size);
	} else {
		char *spare = xmalloc(n * size);

		sort_many(p, spare, n, size);
		free(spare);
	}
	for (size_t i = 0; i < n; i++) {
		if (i + 1 < n && str_eq(*name_of(p, i, size), *name_of(p, i + 1, size)))
			continue;
		if (kept != i)
			memcpy(p + kept * size, p + i * size, size);
		kept++;
	}
	return kept;
}

void *named_end(struct reader *x, size_t begin, size_t size, int *n)
{
	void *items = list_end(x, begin, size, n);

	*n = (int)sort_by_name(items, (size_t)*n, size);
	return items;
}

void read_amounts(struct reader *x, void *at)
{
	struct amounts *a = at;
	struct amount item;
	struct str key;
	size_t begin;

	if (!read_enter_map(x, &a->n))
		return;
	begin = list_resume(x, a->items, a->n, sizeof item);
	while (json_key(x->r, &key)) {
		item.name = objects_intern(x->o, key);
		if (read_quantity_text(x, &item.quantity, &item.text))
			item.text = objects_intern(x->o, item.text);
		list_add(x, &item, sizeof item);
	}
	a->items = named_end(x, begin, sizeof item, &a->n);
}

void read_meta(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct object_meta, name),
		FIELD("uid", read_text, struct object_meta, uid),
		FIELD("labels", read_labels, struct object_meta, labels),
		FIELD("namespace", read_text, struct object_meta, ns),
		FIELD("annotations", read_labels, struct object_meta, annotations),
		FIELD("creationTimestamp", read_instant, struct object_meta, creation),
		FIELD("deletionTimestamp", read_instant, struct object_meta, deletion),
		FIELDS_END,
	};
	struct object_meta *m = at;

	read_object(x, m, fields);
	read_newest(x, m->creation);
}
