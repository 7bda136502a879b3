/* Volumes of pods, and the names that are made of them: the claim of an ephemeral volume is named
 * POD-VOLUME, the config maps of shared GPUs after an annotation of the pod. */
#include "volumes.h"

#include "common/grow.h"

void derived_free(struct derived *d)
{
	arena_free(&d->arena);
	*d = (struct derived){0};
}

/* ---- names that are made of others ---- */

static void note_claim(struct derived *d, struct str pod, struct str volume)
{
	ARENA_GROW(&d->arena, d->items, d->n, d->cap);
	d->items[d->n++] =
		(struct derivation){arena_str(&d->arena, pod), arena_str(&d->arena, volume)};
}

static void derive_claim(struct book *b, struct strbuf *text, const struct derivation *d)
{
	const struct name *pod = book_find(b, NAMES_POD, d->pod),
			  *volume = book_find(b, NAMES_VOLUME, d->volume);
	struct strbuf old = {0};

	if (!pod || !volume)
		return;
	strbuf_addf(&old, STR_FMT "-" STR_FMT, STR_ARG(d->pod), STR_ARG(d->volume));
	strbuf_addf(text, STR_FMT "-" STR_FMT, STR_ARG(pod->to), STR_ARG(volume->to));
	book_derive(b, NAMES_VOLUME_CLAIM, strbuf_str(&old), strbuf_str(text));
	strbuf_free(&old);
}

/* Config maps whose names begin with a stem: of several the longest. */
static void derive_config_maps(struct book *b, struct strbuf *text)
{
	enum { NAME_MOST = 253 }; /* of an object in Kubernetes */
	const struct map *m = &b->kinds[NAMES_CONFIG_MAP];

	for (size_t i = 0; i < m->count; i++) {
		const struct name *n = m->entries[i].value, *stem = NULL;

		for (size_t len = n->old.n < NAME_MOST ? n->old.n : NAME_MOST; len > 1 && !stem;
			len--) {
			stem = book_find(b, NAMES_CONFIG_MAP, (struct str){n->old.p, len - 1});
			stem = stem && stem->used ? stem : NULL;
		}
		if (!stem || n->used)
			continue;
		strbuf_clear(text);
		strbuf_addf(text, STR_FMT "-%zu", STR_ARG(stem->to), i);
		book_derive(b, NAMES_CONFIG_MAP, n->old, strbuf_str(text));
	}
}

/* Names of resources that stand for a device class. */
static void derive_resources(struct book *b, struct strbuf *text)
{
	static const struct str stem = STR_INIT("deviceclass.resource.kubernetes.io/");
	const struct map *m = &b->kinds[NAMES_RESOURCE];

	for (size_t i = 0; i < m->count; i++) {
		const struct name *n = m->entries[i].value;

		if (!str_starts(n->old, stem))
			continue;
		const struct name *class = book_find(
			b, NAMES_DEVICE_CLASS, (struct str){n->old.p + stem.n, n->old.n - stem.n});
		if (!class)
			continue;
		strbuf_clear(text);
		strbuf_addf(text, STR_FMT STR_FMT, STR_ARG(stem), STR_ARG(class->to));
		book_derive(b, NAMES_RESOURCE, n->old, strbuf_str(text));
	}
}

void derived_apply(const struct derived *d, struct book *b)
{
	struct strbuf text = {0};

	for (int i = 0; i < d->n; i++) {
		strbuf_clear(&text);
		derive_claim(b, &text, &d->items[i]);
	}
	if (d->stems)
		derive_config_maps(b, &text);
	derive_resources(b, &text);
	strbuf_free(&text);
}

void take_config_map_stem(struct walk *w)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (!w->writing && s.n) {
		struct name *n = book_add(w->book, NAMES_CONFIG_MAP, s);

		n->used = true;
		w->derived->stems = true;
	}
	walk_name(w, NAMES_CONFIG_MAP, s);
}

/* ---- volumes ---- */

/* Two pods differ for the scheduler where their volumes do (rules/01 11), whatever these say: what
 * is not in the table becomes one name of the whole text. */
static void take_rest(struct walk *w, struct str rest)
{
	if (!rest.n)
		return;
	put_key(w, STR("hostPath"));
	put(w, STR("{\"path\":"));
	walk_name(w, NAMES_TEXT, rest);
	put(w, STR("}"));
}

static bool is_listed(struct str key)
{
	return str_eq(key, STR("name")) || str_eq(key, STR("persistentVolumeClaim"));
}

/* The members of a volume that make it differ from others: all but its name, its claim, and those
 * of which only a name counts. */
static void add_rest(
	struct strbuf *rest, struct json *r, bool *hidden, bool *ephemeral, struct strbuf *name)
{
	struct str key, raw, text;

	json_enter(r);
	while (json_key(r, &key)) {
		*hidden = *hidden || str_eq(key, STR("configMap")) || str_eq(key, STR("secret"));
		*ephemeral = *ephemeral || str_eq(key, STR("ephemeral"));
		if (str_eq(key, STR("name")) && json_peek(r) == JSON_STRING) {
			if (json_string(r, &text))
				strbuf_addstr(name, text);
			continue;
		}
		bool listed = is_listed(key);
		if (!listed)
			strbuf_addf(rest, "\"" STR_FMT "\":", STR_ARG(key));
		if (json_raw(r, &raw) && !listed)
			strbuf_addstr(rest, raw);
	}
}

static void take_volume(struct walk *w, struct json *r)
{
	struct schema *volume = schema_of(w->schemas, "volume");
	struct arena copies = {0};
	struct strbuf rest = {0}, name = {0};
	bool hidden = false, ephemeral = false;
	struct str raw;

	if (!json_raw(r, &raw))
		return;
	char *copy = arena_alloc(&copies, raw.n + JSON_PADDING);
	memcpy(copy, raw.p, raw.n);
	memset(copy + raw.n, 0, JSON_PADDING);
	w->r = json_over_memory(copy, raw.n);
	if (json_peek(w->r) == JSON_OBJECT)
		add_rest(&rest, w->r, &hidden, &ephemeral, &name);
	json_free(w->r);
	w->r = json_over_memory(copy, raw.n);
	w->quiet = true;
	walk_value(w, volume);
	w->quiet = false;
	json_free(w->r);
	w->r = r;
	if (w->writing && w->out->len && w->out->s[w->out->len - 1] == '}') {
		strbuf_cut(w->out, w->out->len - 1);
		if (!hidden)
			take_rest(w, strbuf_str(&rest));
		put(w, STR("}"));
	} else if (!hidden) {
		take_rest(w, strbuf_str(&rest));
	}
	if (ephemeral && !w->writing)
		note_claim(w->derived, w->pod, strbuf_str(&name));
	strbuf_free(&rest);
	strbuf_free(&name);
	arena_free(&copies);
}

void take_volumes(struct walk *w)
{
	if (json_peek(w->r) != JSON_ARRAY) {
		take_other(w);
		return;
	}
	json_enter(w->r);
	put(w, STR("["));
	while (json_element(w->r)) {
		put_comma(w);
		take_volume(w, w->r);
	}
	put(w, STR("]"));
}
