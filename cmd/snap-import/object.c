#include "object.h"
#include "common/grow.h"
#include "common/keys.h"

#define UPCOMING_NOTE "cluster-autoscaler.k8s.io/upcoming-node"
#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"
#define HOST_LABEL "kubernetes.io/hostname"

/* ---- copying ---- */

void copy_object(struct reader *x, struct jsonw *w, member_fn *member)
{
	struct str key;

	if (json_null(x->r)) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '{');
	if (json_enter(x->r))
		while (json_key(x->r, &key))
			member(x, w, key);
	jsonw_end(w, '}');
}

void copy_list(struct reader *x, struct jsonw *w, void (*element)(struct reader *, struct jsonw *))
{
	if (json_null(x->r)) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '[');
	if (json_enter(x->r))
		while (json_element(x->r))
			element(x, w);
	jsonw_end(w, ']');
}

/* Appends valid JSON without its blanks. */
static void add_dense(struct strbuf *out, struct str json)
{
	bool inside = false;
	size_t done = 0;

	for (size_t i = 0; i < json.n; i++) {
		char c = json.p[i];

		if (inside && c == '\\') {
			i++;
		} else if (c == '"') {
			inside = !inside;
		} else if (!inside && (c == ' ' || c == '\n' || c == '\t' || c == '\r')) {
			strbuf_add(out, json.p + done, i - done);
			done = i + 1;
		}
	}
	strbuf_add(out, json.p + done, json.n - done);
}

void copy_value(struct reader *x, struct jsonw *w)
{
	struct str json;

	if (!json_raw(x->r, &json))
		return;
	jsonw_raw(w, STR(""));
	/* Documents without line ends, the usual ones of a program, have no blanks worth a walk. */
	if (str_find(json, '\n'))
		add_dense(w->out, json);
	else
		strbuf_addstr(w->out, json);
}

void copy_member(struct reader *x, struct jsonw *w, struct str key)
{
	jsonw_keys(w, key);
	copy_value(x, w);
}

void note_text(struct reader *x, struct jsonw *w, struct str *text)
{
	struct str s;

	if (json_null(x->r)) {
		jsonw_null(w);
	} else if (json_string(x->r, &s)) {
		*text = arena_str(&x->im->arena, s);
		jsonw_str(w, s);
	}
}

void note_bool(struct reader *x, bool *value)
{
	if (!json_null(x->r))
		json_bool(x->r, value);
}

/* ---- metadata ---- */

static void label_member(struct reader *x, struct jsonw *w, struct str key)
{
	bool host = x->copy && str_eq(key, STR(HOST_LABEL));
	bool queue = x->pod && str_eq(key, STR(QUEUE_LABEL));

	if (!host && !queue) {
		copy_member(x, w, key);
		return;
	}
	jsonw_keys(w, key);
	if (queue) {
		note_text(x, w, &x->pod->queue);
	} else {
		json_skip(x->r);
		jsonw_str(w, x->copy->node);
	}
}

static bool is_text(struct reader *x, struct jsonw *w, struct str wanted)
{
	struct str got = {0};

	note_text(x, w, &got);
	return str_eq(got, wanted);
}

static void note_member(struct reader *x, struct jsonw *w, struct str key)
{
	if (str_eq(key, STR(LAST_APPLIED))) {
		json_skip(x->r);
	} else if (str_eq(key, STR(UPCOMING_NOTE))) {
		jsonw_keys(w, key);
		x->placeholder = is_text(x, w, STR("true"));
	} else if (x->pod && str_eq(key, pod_annotation_keys[POD_ANNOTATION_POD_GROUP])) {
		jsonw_keys(w, key);
		note_text(x, w, &x->pod->group);
	} else {
		copy_member(x, w, key);
	}
}

/* The owner that is being read; the one that is the controller is kept. */
struct owner {
	struct str kind, name;
	bool controls;
};

static void read_owner(struct reader *x, struct jsonw *w)
{
	struct owner owner = {0};
	struct str key;

	if (json_null(x->r))
		return;
	jsonw_begin(w, '{');
	if (json_enter(x->r))
		while (json_key(x->r, &key)) {
			bool kind = str_eq(key, STR("kind")), name = str_eq(key, STR("name"));
			bool controls = str_eq(key, STR("controller"));

			jsonw_keys(w, key);
			if (kind || name) {
				note_text(x, w, kind ? &owner.kind : &owner.name);
			} else if (controls) {
				note_bool(x, &owner.controls);
				jsonw_bool(w, owner.controls);
			} else {
				copy_value(x, w);
			}
		}
	jsonw_end(w, '}');
	if (x->pod && owner.controls) {
		x->pod->owner_kind = owner.kind;
		x->pod->owner = owner.name;
	}
}

static void meta_text(struct reader *x, struct str *text)
{
	struct str s;

	if (!json_null(x->r) && json_string(x->r, &s))
		*text = arena_str(&x->im->arena, s);
}

static void annotations(struct reader *x)
{
	struct jsonw notes = {&x->notes, x->notes.len > 0};
	struct str key;

	if (json_null(x->r) || !json_enter(x->r))
		return;
	while (json_key(x->r, &key))
		note_member(x, &notes, key);
}

static void meta_member(struct reader *x, struct jsonw *w, struct str key)
{
	if (str_eq(key, STR("name"))) {
		meta_text(x, &x->o->name);
	} else if (str_eq(key, STR("namespace"))) {
		meta_text(x, &x->o->ns);
	} else if (str_eq(key, STR("uid"))) {
		meta_text(x, &x->o->uid);
	} else if (str_eq(key, STR("managedFields"))) {
		json_skip(x->r);
	} else if (str_eq(key, STR("annotations"))) {
		annotations(x);
	} else if (str_eq(key, STR("labels"))) {
		jsonw_keys(w, key);
		copy_object(x, w, label_member);
	} else if (str_eq(key, STR("ownerReferences"))) {
		jsonw_keys(w, key);
		copy_list(x, w, read_owner);
	} else {
		if (x->pod && str_eq(key, STR("deletionTimestamp")))
			x->pod->leaving = json_peek(x->r) != JSON_NULL;
		copy_member(x, w, key);
	}
}

/* ---- the object ---- */

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
	x->o = ARENA_NEW(&x->im->arena, struct object);
	x->pod = kind == KIND_PODS ? ARENA_NEW(&x->im->arena, struct pod_notes) : NULL;
	x->o->pod = x->pod;
	x->placeholder = x->invented = x->unready = false;
}

struct object *object_read(struct reader *x, enum kind kind)
{
	bool spec = false;
	struct str key;

	if (json_null(x->r) || !json_enter(x->r))
		return NULL;
	start(x, kind);
	while (json_key(x->r, &key))
		object_member(x, kind, key, &spec);
	if (json_failed(x->r))
		return NULL;
	if (x->copy)
		rename_copy(x);
	compose(x, spec);
	return x->o;
}

void reader_free(struct reader *x)
{
	struct strbuf *all[] = {&x->meta, &x->notes, &x->refs, &x->no_refs, &x->spec, &x->rest,
		&x->volume, &x->text};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		strbuf_free(all[i]);
}
