#include "common/import/object.h"

static void pod_status_member(struct reader *x, struct jsonw *w, struct str key)
{
	bool phase = str_eq(key, STR("phase"));

	/* They name images, and nothing decides by them. */
	if (str_ends(key, STR("ontainerStatuses"))) {
		json_skip(x->r);
		return;
	}
	jsonw_keys(w, key);
	if (phase)
		note_text(x, w, &x->pod->phase);
	else
		copy_value(x, w);
}

/* The members of the next value, an object or null, into `out`, behind those that are there. */
static void part(struct reader *x, struct strbuf *out, member_fn *member)
{
	struct jsonw w = {out, out->len > 0};
	struct str key;

	if (json_null(x->r) || !json_enter(x->r))
		return;
	while (json_key(x->r, &key))
		member(x, &w, key);
}

static void plain_member(struct reader *x, struct jsonw *w, struct str key)
{
	copy_member(x, w, key);
}

static void object_member(struct reader *x, enum kind kind, struct str key, bool *spec)
{
	struct jsonw rest = {&x->rest, x->rest.len > 0};

	if (str_eq(key, STR("metadata"))) {
		part(x, &x->meta, meta_member);
	} else if (str_eq(key, STR("spec"))) {
		*spec = true;
		part(x, &x->spec, x->pod ? pod_spec_member : plain_member);
	} else if (str_eq(key, STR("status")) && (x->pod || kind == KIND_NODES)) {
		jsonw_keys(&rest, key);
		copy_object(x, &rest, x->pod ? pod_status_member : node_status_member);
	} else if (str_eq(key, STR("kind")) || str_eq(key, STR("apiVersion")) ||
		(kind == KIND_CONFIG_MAPS &&
			(str_eq(key, STR("data")) || str_eq(key, STR("binaryData"))))) {
		json_skip(x->r);
	} else {
		copy_member(x, &rest, key);
	}
}

static void head_member(struct jsonw *w, const char *key, struct str value)
{
	if (!value.n)
		return;
	jsonw_key(w, key);
	jsonw_str(w, value);
}

static void add_part(struct strbuf *out, const struct strbuf *part, bool comma)
{
	if (comma && part->len)
		strbuf_addc(out, ',');
	strbuf_addstr(out, strbuf_str(part));
}

/* Puts the parts together, in an order in which they can be added to. */
static void compose(struct reader *x, bool spec)
{
	struct object *o = x->o;
	struct strbuf *t = &x->text;
	struct jsonw w = {.out = t};

	strbuf_clear(t);
	strbuf_addz(t, OBJECT_HEAD);
	head_member(&w, "name", o->name);
	head_member(&w, "namespace", o->ns);
	add_part(t, &x->meta, w.comma);
	strbuf_addz(t, w.comma || x->meta.len ? ",\"annotations\":{" : "\"annotations\":{");
	o->notes = t->len;
	o->noted = x->notes.len > 0;
	add_part(t, &x->notes, false);
	strbuf_addz(t, "}}");
	if (spec || x->pod) {
		strbuf_addz(t, ",\"spec\":{");
		o->spec = t->len;
		o->spec_goes_on = x->spec.len > 0;
		add_part(t, &x->spec, false);
		strbuf_addc(t, '}');
	}
	add_part(t, &x->rest, true);
	strbuf_addc(t, '}');
	o->text = arena_str(&x->im->arena, strbuf_str(t));
	o->refs = arena_str(&x->im->arena, strbuf_str(&x->refs));
	o->no_refs = arena_str(&x->im->arena, strbuf_str(&x->no_refs));
}

static struct str joined(struct reader *x, struct str a, struct str b)
{
	strbuf_clear(&x->text);
	strbuf_addstr(&x->text, a);
	strbuf_addstr(&x->text, b);
	return arena_str(&x->im->arena, strbuf_str(&x->text));
}

static void rename_copy(struct reader *x)
{
	struct object *o = x->o;

	o->name = x->pod ? joined(x, o->name, x->copy->suffix) : x->copy->node;
	o->uid = joined(x, o->uid.n ? o->uid : o->name, x->copy->suffix);
}

static void start(struct reader *x, enum kind kind)
{
	struct strbuf *parts[] = {&x->meta, &x->notes, &x->refs, &x->no_refs, &x->spec, &x->rest};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		strbuf_clear(parts[i]);
	strbuf_addstr(&x->rest, strbuf_str(&x->lead));
	x->o = ARENA_NEW(&x->im->arena, struct object);
	x->pod = kind == KIND_PODS ? ARENA_NEW(&x->im->arena, struct pod_notes) : NULL;
	x->o->pod = x->pod;
	x->placeholder = x->invented = x->unready = false;
}

struct object *object_read_on(struct reader *x, enum kind kind, struct str key)
{
	bool spec = false;

	start(x, kind);
	do
		object_member(x, kind, key, &spec);
	while (json_key(x->r, &key));
	if (json_failed(x->r))
		return NULL;
	if (x->copy)
		rename_copy(x);
	compose(x, spec);
	return x->o;
}

struct object *object_read(struct reader *x, enum kind kind)
{
	struct str key;

	if (json_null(x->r) || !json_enter(x->r))
		return NULL;
	return json_key(x->r, &key) ? object_read_on(x, kind, key) : NULL;
}

void reader_free(struct reader *x)
{
	struct strbuf *all[] = {&x->meta, &x->notes, &x->refs, &x->no_refs, &x->spec, &x->rest,
		&x->lead, &x->volume, &x->text};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		strbuf_free(all[i]);
}
