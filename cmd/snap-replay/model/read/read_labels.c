/* Maps of texts: labels, annotations, arguments of plugins.
 *
 * Labels of pods and nodes, and annotations of pods: a snapshot holds hundreds of thousands of
 * them, and the cycle looks up a few keys: those of common/keys.h and those that a selector,
 * topology or parameter of this snapshot names. Only these wanted keys are kept. That cannot change
 * a decision, since no other key is ever looked up. The wanted labels are known when all is read;
 * until then labels wait in a compact form. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/read/reader.h"

enum { WANTED_LABEL = 1, WANTED_ANNOTATION = 2 };
enum {
	TEXT_RESERVE = 1 << 16
}; /* for texts, to begin with: unwritten memory costs nothing, growing from little means copies */

/* One map of labels. Those that differ from the label of the object before at the same
 * position are in label_reader.changes: struct label_change, then the bytes of the value. */
struct waiting {
	struct labels *to; /* NULL: of an object that is left out */
	uint32_t n, n_differ;
	bool null;
};
struct label_change {
	uint32_t position;
	uint32_t key; /* in keys.entries */
	uint32_t value_len;
};
struct last_label {
	uint32_t key, value_len;
	size_t value; /* where it begins in changes */
};

struct label_reader {
	struct map keys; /* value: WANTED_LABEL, WANTED_ANNOTATION, ored */
	struct waiting *objects;
	size_t n_objects, cap_objects;
	struct strbuf changes;
	/* The last label at each position. The next object mostly has the same keys there, often
	 * the same values. */
	struct last_label *before;
	size_t n_before, cap_before;
	/* The keys of the last map of annotations, in keys.entries: likewise. */
	uint32_t *annotations;
	size_t n_annotations, cap_annotations;
};

/* Whether common/keys.h has the key, as a label or as an annotation of a pod. */
static unsigned wanted_by_code(struct str key)
{
	for (int i = 0; i < LABEL_KEY_COUNT; i++)
		if (str_eq(label_keys[i], key))
			return WANTED_LABEL;
	for (int i = 0; i < POD_ANNOTATION_KEY_COUNT; i++)
		if (str_eq(pod_annotation_keys[i], key))
			return WANTED_ANNOTATION;
	if (str_starts(key, LABEL_PREFIX_GPU_GROUP))
		return WANTED_LABEL;
	return str_starts(key, POD_ANNOTATION_PREFIX_MIG) ? WANTED_ANNOTATION : 0;
}

void labels_start(struct reader *x)
{
	x->labels = xcalloc(1, sizeof *x->labels);
	strbuf_reserve(&x->labels->changes, TEXT_RESERVE);
}

void labels_free(struct reader *x)
{
	map_free(&x->labels->keys);
	strbuf_free(&x->labels->changes);
	free(x->labels->objects);
	free(x->labels->before);
	free(x->labels->annotations);
	free(x->labels);
}

static uint32_t key_index(struct reader *x, struct str key)
{
	struct label_reader *r = x->labels;
	bool fresh;
	struct map_entry *e = map_put(&r->keys, key, &fresh);

	if (fresh) {
		e->key = objects_intern(x->o, key);
		e->value = (void *)(uintptr_t)wanted_by_code(key);
	}
	return (uint32_t)(e - r->keys.entries);
}

/* The index of the key at this position of the object that is being read. */
static uint32_t key_at(struct reader *x, struct str key, size_t position)
{
	const struct label_reader *r = x->labels;

	if (position < r->n_before && str_eq(r->keys.entries[r->before[position].key].key, key))
		return r->before[position].key;
	return key_index(x, key);
}

static bool is_before(const struct label_reader *r, size_t position, uint32_t key, struct str value)
{
	const struct last_label *b;

	if (position >= r->n_before)
		return false;
	b = &r->before[position];
	return b->key == key && str_eq((struct str){r->changes.s + b->value, b->value_len}, value);
}

static void add_change(struct label_reader *r, uint32_t position, uint32_t key, struct str value)
{
	struct label_change p = {position, key, (uint32_t)value.n};
	char *end = strbuf_reserve(&r->changes, sizeof p + value.n);

	memcpy(end, &p, sizeof p);
	memcpy(end + sizeof p, value.p, value.n);
	ARRAY_GROW(r->before, position, r->cap_before);
	r->before[position] = (struct last_label){key, p.value_len, r->changes.len + sizeof p};
	r->n_before += position == r->n_before;
	r->changes.len += sizeof p + value.n;
}

static unsigned wanted_as(const struct label_reader *r, uint32_t key)
{
	return (unsigned)(uintptr_t)r->keys.entries[key].value;
}

void label_mark_wanted(struct reader *x, struct str key)
{
	if (key.n) {
		uint32_t i = key_index(x, key);

		x->labels->keys.entries[i].value =
			(void *)(uintptr_t)(wanted_as(x->labels, i) | WANTED_LABEL);
	}
}

/* The value of a label; null gives an empty text. */
static bool read_value(struct reader *x, struct str *value)
{
	*value = STR("");
	return json_null(x->r) || json_string(x->r, value);
}

/* The index of the key at this position of a map of annotations. */
static uint32_t annotation_at(struct reader *x, struct str key, size_t position)
{
	struct label_reader *r = x->labels;

	if (position < r->n_annotations &&
		str_eq(r->keys.entries[r->annotations[position]].key, key))
		return r->annotations[position];
	ARRAY_GROW(r->annotations, position, r->cap_annotations);
	r->annotations[position] = key_index(x, key);
	r->n_annotations += position == r->n_annotations;
	return r->annotations[position];
}

/* The interned key; absent if it is not wanted as that. wanted 0: every key is. */
static struct str kept_key(struct reader *x, struct str key, size_t position, unsigned wanted)
{
	uint32_t i;

	if (!wanted)
		return objects_intern(x->o, key);
	i = annotation_at(x, key, position);
	return wanted_as(x->labels, i) & wanted ? x->labels->keys.entries[i].key : (struct str){0};
}

static void read_map(struct reader *x, struct labels *l, unsigned wanted)
{
	struct label item;
	struct str key;
	size_t begin, position = 0;

	l->present = read_enter_map(x, &l->n);
	if (!l->present)
		return;
	begin = list_resume(x, l->items, l->n, sizeof item);
	while (json_key(x->r, &key)) {
		item.key = kept_key(x, key, position++, wanted);
		if (!read_value(x, &item.value) || !item.key.p)
			continue;
		item.value = objects_intern(x->o, item.value);
		list_add(x, &item, sizeof item);
	}
	l->items = named_end(x, begin, sizeof item, &l->n);
}

void read_labels(struct reader *x, void *at)
{
	read_map(x, at, 0);
}

void read_wanted_annotations(struct reader *x, void *at)
{
	read_map(x, at, WANTED_ANNOTATION);
}

size_t labels_mark(const struct reader *x)
{
	return x->labels->n_objects;
}

void labels_drop(struct reader *x, size_t mark)
{
	for (size_t i = mark; i < x->labels->n_objects; i++)
		x->labels->objects[i].to = NULL;
}

void read_waiting_labels(struct reader *x, void *at)
{
	struct label_reader *r = x->labels;
	struct waiting w = {.to = at, .null = json_null(x->r)};
	struct str key, value;

	if (!w.null)
		json_enter(x->r);
	while (!w.null && json_key(x->r, &key)) {
		uint32_t k = key_at(x, key, w.n);

		if (!read_value(x, &value))
			return;
		if (!is_before(r, w.n, k, value)) {
			add_change(r, w.n, k, value);
			w.n_differ++;
		}
		w.n++;
	}
	ARRAY_GROW(r->objects, r->n_objects, r->cap_objects);
	r->objects[r->n_objects++] = w;
}

/* Takes the changes in which the object differs from the one before it, from the text at `at` into
 * r->before. Returns the end of these changes. */
static const char *take_changes(struct label_reader *r, const struct waiting *w, const char *at)
{
	struct label_change p;

	for (uint32_t k = 0; k < w->n_differ; k++, at += sizeof p + p.value_len) {
		memcpy(&p, at, sizeof p);
		r->before[p.position] = (struct last_label){
			p.key, p.value_len, (size_t)(at - r->changes.s) + sizeof p};
	}
	return at;
}

/* Adds to *l those labels of the object that are wanted. */
static void take_labels(struct reader *x, const struct waiting *w, struct labels *l)
{
	const struct label_reader *r = x->labels;
	size_t begin = list_resume(x, l->items, l->n, sizeof *l->items);

	for (uint32_t k = 0; k < w->n; k++) {
		const struct last_label *b = &r->before[k];
		struct str value = {r->changes.s + b->value, b->value_len};

		if (!(wanted_as(r, b->key) & WANTED_LABEL))
			continue;
		struct label item = {r->keys.entries[b->key].key, objects_intern(x->o, value)};

		list_add(x, &item, sizeof item);
	}
	l->items = named_end(x, begin, sizeof *l->items, &l->n);
	l->present = true;
}

void labels_finish(struct reader *x)
{
	struct label_reader *r = x->labels;
	const char *at = r->changes.s;

	label_mark_wanted(x,
		x->o->params.given & GIVEN_POOL_KEY ? x->o->params.pool_label_key
						    : STR(DEFAULT_POOL_KEY));
	for (size_t i = 0; i < r->n_objects; i++) {
		const struct waiting *w = &r->objects[i];

		at = take_changes(r, w, at);
		if (w->to && w->null)
			*w->to = (struct labels){0};
		else if (w->to)
			take_labels(x, w, w->to);
	}
}
