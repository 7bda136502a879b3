/* Volumes of pods, and the names that are made of them: the claim of an ephemeral volume is named
 * POD-VOLUME, the config maps of shared GPUs after an annotation of the pod. */
#include "volumes.h"

#include "common/grow.h"
#include "settings.h"

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

/* A volume while its members are read. */
struct volume {
	/* The members that make it differ from others: all but its name, its claim, and those of
	 * which only a name counts. */
	struct strbuf rest;
	struct strbuf name;
	struct strbuf copy; /* of a member that is read twice */
	bool hidden;        /* the rest does not count */
	bool ephemeral;
};

/* What is read for its text is walked again. */
static void walk_again(struct walk *w, struct volume *v, const struct schema *s, struct str raw)
{
	struct json *r = w->r;

	strbuf_clear(&v->copy);
	strbuf_addstr(&v->copy, raw);
	memset(strbuf_reserve(&v->copy, JSON_PADDING), 0, JSON_PADDING);
	w->r = json_over_memory(v->copy.s, v->copy.len);
	walk_value(w, s);
	json_free(w->r);
	w->r = r;
}

static void take_name_of(struct walk *w, struct volume *v)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (!w->writing)
		strbuf_addstr(&v->name, s);
	walk_name(w, NAMES_VOLUME, s);
}

static void take_other_member(
	struct walk *w, struct volume *v, const struct schema_member *m, struct str key)
{
	struct str raw;
	bool kept = !m && walk_listed(w, key, w->settings->keep, w->settings->n_keep);

	v->hidden = v->hidden || str_eq(key, STR("configMap")) || str_eq(key, STR("secret"));
	v->ephemeral = v->ephemeral || str_eq(key, STR("ephemeral"));
	strbuf_addc(&v->rest, '"');
	strbuf_addstr(&v->rest, key);
	strbuf_addz(&v->rest, "\":");
	if (kept)
		put_key(w, key);
	else if (m)
		put_member(w, m);
	if (!json_raw(w->r, &raw))
		return;
	strbuf_addstr(&v->rest, raw);
	if (kept)
		put(w, raw);
	else if (m)
		walk_again(w, v, m->of, raw);
}

static void take_members(struct walk *w, struct volume *v)
{
	const struct schema *volume = schema_of(w->schemas, "volume");
	struct place here = {w->place, {0}};
	struct str key;
	int hint = 0;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &key)) {
		const struct schema_member *m = schema_find(volume, key, &hint);

		if (m && w->settings->n_drop &&
			walk_listed(w, m->key, w->settings->drop, w->settings->n_drop)) {
			json_skip(w->r);
			continue;
		}
		here.key = m ? m->key : key;
		w->place = m ? &here : here.above;
		if (m && str_eq(m->key, STR("name"))) {
			put_member(w, m);
			take_name_of(w, v);
		} else if (m && str_eq(m->key, STR("persistentVolumeClaim"))) {
			put_member(w, m);
			walk_value(w, m->of);
		} else {
			take_other_member(w, v, m, key);
		}
		w->place = here.above;
	}
	if (!v->hidden)
		take_rest(w, strbuf_str(&v->rest));
	put(w, STR("}"));
}

static void take_volume(struct walk *w, struct volume *v)
{
	strbuf_clear(&v->rest);
	strbuf_clear(&v->name);
	v->hidden = v->ephemeral = false;
	w->quiet = true;
	take_members(w, v);
	w->quiet = false;
	if (v->ephemeral && !w->writing)
		note_claim(w->derived, w->pod, strbuf_str(&v->name));
}

void take_volumes(struct walk *w)
{
	struct volume v = {0};

	if (!walk_enter(w, JSON_ARRAY))
		return;
	while (json_element(w->r)) {
		put_comma(w);
		take_volume(w, &v);
	}
	put(w, STR("]"));
	strbuf_free(&v.rest);
	strbuf_free(&v.name);
	strbuf_free(&v.copy);
}
