#include "object.h"

#include "common/json.h"
#include "common/keys.h"

static void read_text(struct arena *a, struct json *r, struct str *to)
{
	struct str text;

	if (json_peek(r) != JSON_STRING)
		json_skip(r);
	else if (json_string(r, &text))
		*to = arena_str(a, text);
}

static void read_group_of_pod(struct arena *a, struct json *r, struct str *to)
{
	const struct str wanted = pod_annotation_keys[POD_ANNOTATION_POD_GROUP];
	struct str key;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, wanted))
			read_text(a, r, to);
		else
			json_skip(r);
}

static void read_meta(struct arena *a, struct json *r, enum kind kind, struct object *o)
{
	struct str key;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("name")))
			read_text(a, r, &o->name);
		else if (same_but_case(key, STR("namespace")))
			read_text(a, r, &o->ns);
		else if (kind == KIND_PODS && same_but_case(key, STR("annotations")))
			read_group_of_pod(a, r, &o->of);
		else
			json_skip(r);
}

static void read_spec(struct arena *a, struct json *r, enum kind kind, struct object *o)
{
	const struct str wanted = kind == KIND_QUEUES               ? STR("parentQueue")
		: kind == KIND_POD_GROUPS                           ? STR("queue")
		: kind == KIND_BIND_REQUESTS                        ? STR("podName")
		: kind == KIND_PODS || kind == KIND_RESOURCE_SLICES ? STR("nodeName")
								    : STR("");
	struct str key;

	if (!wanted.n || json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (kind == KIND_PODS && same_but_case(key, wanted))
			read_text(a, r, &o->on);
		else if (same_but_case(key, wanted))
			read_text(a, r, &o->of);
		else
			json_skip(r);
}

void object_read(struct arena *a, struct str raw, enum kind kind, struct object *o)
{
	struct json *r = json_over_memory(raw.p, raw.n);
	struct str key;

	if (json_peek(r) == JSON_OBJECT) {
		json_enter(r);
		while (json_key(r, &key))
			if (same_but_case(key, STR("metadata")))
				read_meta(a, r, kind, o);
			else if (same_but_case(key, STR("spec")))
				read_spec(a, r, kind, o);
			else
				json_skip(r);
	}
	json_free(r);
}
