#include "model/objects.h"

#include "model/read/read.h"

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

const struct str *label_of(const struct object_meta *m, enum label_key key)
{
	return labels_get(&m->labels, label_keys[key]);
}

const struct str *pod_annotation(const struct pod *p, enum pod_annotation_key key)
{
	return labels_get(&p->meta.annotations, pod_annotation_keys[key]);
}

const struct str *annotation_of(const struct object_meta *m, enum annotation_key key)
{
	return labels_get(&m->annotations, annotation_keys[key]);
}

/* See objects.h. */
static bool keeps_order(enum kind kind)
{
	return kind == KIND_PODS || kind == KIND_CONFIG_MAPS || kind == KIND_TOPOLOGIES ||
		kind == KIND_NODE_RESOURCE_TOPOLOGIES;
}

void objects_shuffle(struct objects *o, const struct dice *d)
{
#define SHUFFLE(NAME, type, list, reader) \
	if (!keeps_order(KIND_##NAME)) \
		dice_shuffle(d, offsetof(struct objects, list), o->list.items, o->list.n);
	OBJECT_LISTS(SHUFFLE)
#undef SHUFFLE
}

void objects_free(struct objects *o)
{
	map_free(&o->strings);
	arena_free(&o->arena);
	*o = (struct objects){0};
}
