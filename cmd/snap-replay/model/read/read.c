#include "model/read/read.h"

#include <stdlib.h>

#include "model/read/pod_parts.h"

/* Lists of objects.h are all laid out like this. */
struct object_list {
	void **items;
	int n;
};

struct kind_reader {
	read_fn *read;
	size_t size, list;
};
#define KIND_READER(NAME, type, list, reader) \
	[KIND_##NAME] = {reader, sizeof(struct type), offsetof(struct objects, list)},
static const struct kind_reader readers[KIND_COUNT] = {OBJECT_LISTS(KIND_READER)};

/* Namespaces and names of the objects read. */
struct seen {
	struct map map;
	struct arena arena; /* of the keys */
};

/* True if the object is kept: it is the first of its namespace and name. The API server refuses
 * others (rules/01 2.2 step 5), and a namespace on an object of a kind without namespaces. */
static bool keep(struct reader *x, enum kind kind, struct seen *seen, const struct object_meta *m)
{
	bool fresh;
	const char **names;

	if (snapshot_kinds[kind].cluster_scoped && m->ns.n) {
		warn_input(x->w, m->name,
			"a namespace on an object of %s, which have none: left out",
			kind_key(kind));
		return false;
	}
	names = arena_alloc(&seen->arena, 2 * sizeof *names);
	names[0] = m->ns.n ? m->ns.p : NULL; /* interned: addresses stand for the texts */
	names[1] = m->name.p;
	map_put(&seen->map, (struct str){(const char *)names, 2 * sizeof *names}, &fresh);
	strbuf_clear(&x->text);
	if (!fresh) {
		strbuf_addf(&x->text, STR_FMT "%s" STR_FMT, STR_ARG(m->ns), m->ns.n ? "/" : "",
			STR_ARG(m->name));
		warn_doubt(x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_DUPLICATE_NAME,
			kind_key(kind));
	} else if (!m->name.n) {
		strbuf_addf(&x->text, "rawObjects.%s", kind_key(kind));
		warn_doubt(
			x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_NAME_MISSING, kind_key(kind));
	}
	return fresh;
}

static void read_kind(struct reader *x, enum kind kind)
{
	const struct kind_reader *k = &readers[kind];
	struct object_list *list = (struct object_list *)(void *)((char *)x->o + k->list);
	size_t begin = list_begin(x);
	unsigned bit = 1u << kind;
	struct seen seen = {0};
	/* Memory for the next object. One that is left out gives its memory back: there may be very
	 * many. */
	struct object_meta *m = NULL;

	x->o->null_kinds |= json_peek(x->r) == JSON_NULL ? bit : 0;
	x->o->empty_kinds |= json_peek(x->r) == JSON_ARRAY ? bit : 0;
	if (read_enter(x))
		while (json_element(x->r)) {
			size_t mark = labels_mark(x);

			m = m ? memset(m, 0, k->size) : arena_zalloc(&x->o->arena, 1, k->size);
			x->o->empty_kinds &= ~bit;
			if (json_peek(x->r) == JSON_NULL) {
				json_fail(x->r, "null where an object should be");
				break;
			}
			m->creation = m->deletion = TIME_ZERO;
			k->read(x, m);
			if (!json_failed(x->r) && keep(x, kind, &seen, m)) {
				list_add(x, &m, sizeof m);
				m = NULL;
			} else {
				labels_drop(x, mark);
			}
		}
	list->items = list_end(x, begin, sizeof *list->items, &list->n);
	map_free(&seen.map);
	arena_free(&seen.arena);
}

static void read_raw_objects(struct reader *x, void *at)
{
	struct str key;

	(void)at;
	x->has_raw_objects = json_peek(x->r) == JSON_OBJECT;
	if (!read_enter(x))
		return;
	while (json_key(x->r, &key)) {
		enum kind kind = kind_of_key(key);

		if (kind != KIND_NONE) {
			read_kind(x, kind);
			continue;
		}
		if (!kind_was_known(key)) {
			strbuf_clear(&x->text);
			strbuf_addf(&x->text, "rawObjects.%.*s", (int)(key.n < 100 ? key.n : 100),
				key.p);
			warn_doubt(x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_KIND_UNKNOWN);
		}
		json_skip(x->r);
	}
}

/* Not the scheduler's, which ignores the key: whatever else it holds is no error. */
static void read_captured_at(struct reader *x, void *at)
{
	struct str text;
	struct instant t;

	if (json_peek(x->r) != JSON_STRING)
		json_skip(x->r);
	else if (json_string(x->r, &text) && rfc3339_parse(text, &t))
		*(struct instant *)at = t;
}

static void read_lots(struct reader *x, void *at)
{
	struct objects *o = at;
	size_t begin = list_begin(x);
	struct str name;

	if (json_peek(x->r) != JSON_ARRAY) {
		json_skip(x->r);
		return;
	}
	json_enter(x->r);
	while (json_element(x->r))
		if (json_peek(x->r) != JSON_STRING) {
			json_skip(x->r);
		} else if (json_string(x->r, &name)) {
			name = objects_intern(x->o, name);
			list_add(x, &name, sizeof name);
		}
	o->lots = list_end(x, begin, sizeof *o->lots, &o->n_lots);
}

static void read_source(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("capturedAt", read_captured_at, struct objects, captured),
		FIELD_SAME("lots", read_lots),
		FIELDS_END,
	};

	if (json_peek(x->r) == JSON_OBJECT)
		read_object(x, at, fields);
	else
		json_skip(x->r);
}

static bool check_parts(struct reader *x, struct error *e)
{
	static const char hint[] =
		"capture it again with snap-fetch, and look with snap-inspect --check";

	if (!x->has_raw_objects)
		error_set(e, SNAP_INPUT, "not a snapshot", "rawObjects is %s", "missing or null");
	else if (!x->has_params)
		error_set(e, SNAP_INPUT, "not a whole snapshot", "schedulerParams is %s",
			"missing or null");
	else
		return true;
	error_hint(e, "%s", hint);
	return false;
}

bool objects_read(struct objects *o, struct json *r, struct warnings *w, struct error *e)
{
	static const struct field fields[] = {
		FIELD("config", read_config, struct objects, config),
		FIELD("schedulerParams", read_params, struct objects, params),
		FIELD_SAME("rawObjects", read_raw_objects),
		FIELD_SAME("discovery", read_discovery),
		FIELD_SAME(SOURCE_KEY, read_source),
		FIELDS_END,
	};
	struct reader x = {.o = o, .r = r, .w = w};
	bool done = false;

	follows_find(STR(FOLLOWS_DEFAULT), &o->follows);
	o->newest = o->captured = TIME_ZERO;
	pod_cache_start(&x);
	labels_start(&x);
	read_object(&x, o, fields);
	json_finish(r);
	if (json_failed(r)) {
		json_error(r, e);
	} else if (check_parts(&x, e) && config_read_other(&x, e)) {
		if (!o->config.present) {
			warn_doubt(w, STR("config"), "capture it again with snap-fetch",
				"no configuration in the snapshot: the scheduler's built-in defaults are used");
			config_default(&x);
		}
		read_gates(&x);
		labels_finish(&x);
		o->no_spec = pod_spec_make(&x, &(struct pod_spec_key){0});
		done = true;
	}
	pod_cache_free(&x);
	labels_free(&x);
	strbuf_free(&x.scratch);
	strbuf_free(&x.text);
	return done;
}
