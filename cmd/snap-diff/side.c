#include "side.h"
#include <pthread.h>
#include <stdlib.h>
#include "common/grow.h"
#include "common/json.h"
#include "common/keys.h"
#include "common/operand.h"

struct reading {
	struct side *s;
	struct json *r;
};

/* ---- texts and extents ---- */

/* The reader's texts lie in the document, unless they have escapes. */
static struct str kept(struct side *s, struct str text)
{
	bool ours = text.p >= s->text.p && text.p < s->text.p + s->text.n;

	return ours || !text.n ? text : arena_str(&s->arena, text);
}

static void read_text(struct reading *g, struct str *to)
{
	struct str text;

	*to = (struct str){"", 0};
	if (json_peek(g->r) != JSON_STRING)
		json_skip(g->r);
	else if (json_string(g->r, &text))
		*to = kept(g->s, text);
}

/* The value that begins at this offset and was read to its end, an object or array. */
static struct str extent(const struct reading *g, uint64_t from)
{
	return (struct str){g->s->text.p + from, json_offset(g->r) + 1 - from};
}

static struct str raw_value(struct reading *g)
{
	struct str raw = {0};

	json_raw(g->r, &raw);
	return raw;
}

/* ---- objects ---- */

static void read_annotations(struct reading *g, struct object *o)
{
	struct str key;

	if (json_peek(g->r) != JSON_OBJECT) {
		json_skip(g->r);
		return;
	}
	json_enter(g->r);
	while (json_key(g->r, &key))
		if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_POD_GROUP]))
			read_text(g, &o->owner);
		else
			json_skip(g->r);
}

static void read_meta(struct reading *g, enum kind kind, struct object *o)
{
	struct str key;

	if (json_peek(g->r) != JSON_OBJECT) {
		json_skip(g->r);
		return;
	}
	json_enter(g->r);
	while (json_key(g->r, &key))
		if (str_eq(key, STR("name")))
			read_text(g, &o->name);
		else if (str_eq(key, STR("namespace")))
			read_text(g, &o->ns);
		else if (str_eq(key, STR("uid")))
			read_text(g, &o->uid);
		else if (kind == KIND_PODS && str_eq(key, STR("annotations")))
			read_annotations(g, o);
		else
			json_skip(g->r);
}

static void read_spec(struct reading *g, struct object *o)
{
	struct str key;

	if (json_peek(g->r) != JSON_OBJECT) {
		json_skip(g->r);
		return;
	}
	json_enter(g->r);
	while (json_key(g->r, &key))
		if (str_eq(key, STR("queue")))
			read_text(g, &o->owner);
		else
			json_skip(g->r);
}

static void read_object(struct reading *g, enum kind kind, struct object *o)
{
	uint64_t from = json_offset(g->r);
	struct str key;

	if (json_peek(g->r) != JSON_OBJECT) {
		o->raw = raw_value(g);
		return;
	}
	json_enter(g->r);
	while (json_key(g->r, &key))
		if (str_eq(key, STR("metadata")))
			read_meta(g, kind, o);
		else if (kind == KIND_POD_GROUPS && str_eq(key, STR("spec")))
			read_spec(g, o);
		else
			json_skip(g->r);
	o->raw = extent(g, from);
}

static void read_list(struct reading *g, struct list *l)
{
	uint64_t from = json_offset(g->r);
	static const struct object none = {.ns = {"", 0}, .name = {"", 0}, .uid = {"", 0}};

	l->is_array = json_peek(g->r) == JSON_ARRAY;
	l->n = 0;
	if (!l->is_array) {
		l->raw = raw_value(g);
		return;
	}
	json_enter(g->r);
	while (json_element(g->r)) {
		ARRAY_GROW(l->all, l->n, l->cap);
		l->all[l->n] = none;
		read_object(g, l->kind, &l->all[l->n++]);
	}
	l->raw = extent(g, from);
}

/* ---- the document ---- */

/* The place of a key; of members with one key the last one counts. fresh: it is new. */
static size_t place_of(struct side *s, struct map *places, struct str *key, bool *fresh)
{
	*key = kept(s, *key);
	struct map_entry *e = map_put(places, *key, fresh);

	if (*fresh)
		e->value = (void *)(uintptr_t)places->count;
	return (size_t)(uintptr_t)e->value - 1;
}

static struct list *list_of(struct side *s, struct str key)
{
	bool fresh;
	size_t i = place_of(s, &s->list_places, &key, &fresh);

	if (fresh) {
		ARRAY_GROW(s->lists, s->n_lists, s->cap_lists);
		s->lists[s->n_lists++] = (struct list){.key = key, .kind = kind_of_key(key)};
	}
	return &s->lists[i];
}

static void forget_lists(struct side *s)
{
	for (size_t i = 0; i < s->n_lists; i++)
		free(s->lists[i].all);
	s->n_lists = 0;
	map_free(&s->list_places);
}

static void read_part(struct reading *g, struct str key)
{
	struct side *s = g->s;
	bool fresh;
	size_t i = place_of(s, &s->part_places, &key, &fresh);

	if (fresh) {
		ARRAY_GROW(s->parts, s->n_parts, s->cap_parts);
		s->parts[s->n_parts++] = (struct part){.key = key};
	}
	s->parts[i].raw = raw_value(g);
}

/* The key may be written in several ways: the first one that has lists is meant. */
static void read_raw_objects(struct reading *g, struct str key)
{
	struct side *s = g->s;
	bool other = s->raw_objects.n && !str_eq(s->raw_objects, key);

	if (json_peek(g->r) != JSON_OBJECT || other) {
		if (!other) {
			forget_lists(s);
			s->raw_objects = (struct str){0};
		}
		read_part(g, key);
		return;
	}
	forget_lists(s);
	s->raw_objects = kept(s, key);
	void *place = map_get(&s->part_places, key);
	if (place)
		s->parts[(uintptr_t)place - 1].raw = (struct str){0};
	json_enter(g->r);
	while (json_key(g->r, &key))
		read_list(g, list_of(s, key));
}

static void read_document(struct reading *g)
{
	struct json *r = g->r;
	const char *seems = "";
	bool any = false;
	struct str key;

	if (json_peek(r) != JSON_OBJECT && !json_failed(r)) {
		json_fail_foreign(r, NO_SNAPSHOT_HINT, "no object");
		return;
	}
	json_enter(r);
	while (json_key(r, &key)) {
		any = any || is_snapshot_key(key);
		seems = *seems ? seems : key_seems(key);
		if (same_but_case(key, STR("rawObjects")))
			read_raw_objects(g, key);
		else
			read_part(g, key);
	}
	if (json_finish(r) && !any)
		json_fail_foreign(r, NO_SNAPSHOT_HINT, NO_SNAPSHOT "%s", seems);
}

bool side_index(struct side *s, struct error *e)
{
	struct reading g = {s, json_over_memory(s->text.p, s->text.n)};
	bool good;

	read_document(&g);
	good = !json_failed(g.r);
	if (!good)
		json_error(g.r, e);
	json_free(g.r);
	return good;
}

/* ---- both inputs ---- */

static void read_captured(struct side *s)
{
	struct error ignored = {0};
	const struct capture_info *c = input_capture(s->in, &ignored);

	s->captured = c ? c->at : TIME_ZERO;
}

static void *read_side(void *side)
{
	struct side *s = side;

	s->in = input_open(s->path, NULL, &s->error);
	if (!s->in || !input_read_all(s->in, &s->text, &s->error))
		return NULL;
	s->events = str_starts(s->text, STR("{\"event\":"));
	s->patch = str_starts(s->text, STR("{\"patch\":"));
	read_captured(s);
	if (!s->events && !s->patch)
		side_index(s, &s->error);
	return NULL;
}

bool sides_read(struct side sides[2])
{
	pthread_t other;
	bool beside = pthread_create(&other, NULL, read_side, &sides[1]) == 0;

	read_side(&sides[0]);
	if (beside)
		pthread_join(other, NULL);
	else
		read_side(&sides[1]);
	return !sides[0].error.status && !sides[1].error.status;
}

const char *side_name(const struct side *s)
{
	return operand_input(s->path);
}

void side_close(struct side *s)
{
	forget_lists(s);
	free(s->lists);
	free(s->parts);
	map_free(&s->part_places);
	arena_free(&s->arena);
	input_close(s->in);
}
