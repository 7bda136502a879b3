/* An object's metadata, compacted, and what is looked at of it. */
#include "common/import/object.h"
#include "common/import/snapshotz.h"
#include "common/kai_config.h"
#include "common/keys.h"

#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"
#define HOST_LABEL "kubernetes.io/hostname"

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

void meta_member(struct reader *x, struct jsonw *w, struct str key)
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
