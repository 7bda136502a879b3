/* A pod's spec, compacted, and the objects that it refers to. */
#include "common/import/object.h"
#include "common/grow.h"

/* ---- config maps ---- */

static void config_map_member(struct reader *x, struct jsonw *w, struct str key)
{
	struct pod_notes *p = x->pod;
	struct str name = {0};

	if (!str_eq(key, STR("name"))) {
		copy_member(x, w, key);
		return;
	}
	jsonw_keys(w, key);
	note_text(x, w, &name);
	if (!name.n)
		return;
	ARENA_GROW(&x->im->arena, p->config_maps, p->n_config_maps, p->cap_config_maps);
	p->config_maps[p->n_config_maps++] = name;
}

/* The member `wanted` of each source is a reference; others are left out, or kept as they are. */
static void config_map_source(
	struct reader *x, struct jsonw *w, struct str key, struct str wanted, bool keep_others)
{
	if (str_eq(key, wanted)) {
		jsonw_keys(w, key);
		copy_object(x, w, config_map_member);
	} else if (keep_others) {
		copy_member(x, w, key);
	} else {
		json_skip(x->r);
	}
}

/* ---- containers ---- */

static void value_from_member(struct reader *x, struct jsonw *w, struct str key)
{
	config_map_source(x, w, key, STR("configMapKeyRef"), false);
}

static void env_from_member(struct reader *x, struct jsonw *w, struct str key)
{
	config_map_source(x, w, key, STR("configMapRef"), false);
}

/* Names and values of the environment may be secrets: of a variable only the config map is kept. */
static void env_member(struct reader *x, struct jsonw *w, struct str key)
{
	if (!str_eq(key, STR("valueFrom"))) {
		json_skip(x->r);
		return;
	}
	jsonw_keys(w, key);
	copy_object(x, w, value_from_member);
}

/* What is left of a variable is kept if it names a config map. */
static void reference(struct reader *x, struct jsonw *w, member_fn *member)
{
	size_t named = x->pod->n_config_maps, begin = w->out->len;
	bool comma = w->comma;

	copy_object(x, w, member);
	if (x->pod->n_config_maps > named)
		return;
	strbuf_cut(w->out, begin);
	w->comma = comma;
}

static void env(struct reader *x, struct jsonw *w)
{
	reference(x, w, env_member);
}

static void env_from(struct reader *x, struct jsonw *w)
{
	reference(x, w, env_from_member);
}

static void container_member(struct reader *x, struct jsonw *w, struct str key)
{
	static const struct str kept[] = {STR_INIT("name"), STR_INIT("ports"),
		STR_INIT("resources"), STR_INIT("volumeMounts"), STR_INIT("restartPolicy"),
		STR_INIT("targetContainerName")};
	bool from = str_eq(key, STR("envFrom"));

	if (from || str_eq(key, STR("env"))) {
		jsonw_keys(w, key);
		copy_list(x, w, from ? env_from : env);
		return;
	}
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (str_eq(key, kept[i])) {
			copy_member(x, w, key);
			return;
		}
	json_skip(x->r);
}

static void container(struct reader *x, struct jsonw *w)
{
	copy_object(x, w, container_member);
}

/* ---- volumes and claims ---- */

static void projected_source_member(struct reader *x, struct jsonw *w, struct str key)
{
	config_map_source(x, w, key, STR("configMap"), true);
}

static void projected_source(struct reader *x, struct jsonw *w)
{
	copy_object(x, w, projected_source_member);
}

static void projected_member(struct reader *x, struct jsonw *w, struct str key)
{
	if (!str_eq(key, STR("sources"))) {
		copy_member(x, w, key);
		return;
	}
	jsonw_keys(w, key);
	copy_list(x, w, projected_source);
}

static void volume_member(struct reader *x, struct jsonw *w, struct str key)
{
	bool map = str_eq(key, STR("configMap"));

	x->needs_claim = x->needs_claim || str_eq(key, STR("persistentVolumeClaim")) ||
		str_eq(key, STR("ephemeral"));
	if (!map && !str_eq(key, STR("projected"))) {
		copy_member(x, w, key);
		return;
	}
	jsonw_keys(w, key);
	copy_object(x, w, map ? config_map_member : projected_member);
}

/* Each volume goes into one list, those that need no claim into the other one, too. */
static void volumes(struct reader *x, struct str key)
{
	struct jsonw all = {&x->refs, x->refs.len > 0}, free = {&x->no_refs, x->no_refs.len > 0};

	if (json_null(x->r) || !json_enter(x->r))
		return;
	jsonw_keys(&all, key);
	jsonw_begin(&all, '[');
	jsonw_keys(&free, STR("volumes"));
	jsonw_begin(&free, '[');
	while (json_element(x->r)) {
		struct jsonw one = {.out = &x->volume};

		strbuf_clear(&x->volume);
		x->needs_claim = false;
		copy_object(x, &one, volume_member);
		jsonw_raw(&all, strbuf_str(&x->volume));
		if (!x->needs_claim)
			jsonw_raw(&free, strbuf_str(&x->volume));
	}
	jsonw_end(&all, ']');
	jsonw_end(&free, ']');
}

void pod_spec_member(struct reader *x, struct jsonw *w, struct str key)
{
	struct jsonw refs = {&x->refs, x->refs.len > 0};
	struct pod_notes *p = x->pod;

	if (str_eq(key, STR("nodeName"))) {
		struct str node;

		if (!json_null(x->r) && json_string(x->r, &node))
			p->node = x->copy ? x->copy->node : arena_str(&x->im->arena, node);
	} else if (str_eq(key, STR("volumes"))) {
		volumes(x, key);
	} else if (str_eq(key, STR("resourceClaims"))) {
		copy_member(x, &refs, key);
	} else if (str_eq(key, STR("containers")) || str_eq(key, STR("initContainers")) ||
		str_eq(key, STR("ephemeralContainers"))) {
		jsonw_keys(w, key);
		copy_list(x, w, container);
	} else if (str_eq(key, STR("schedulerName")) || str_eq(key, STR("priorityClassName"))) {
		bool scheduler = *key.p == 's';

		jsonw_keys(w, key);
		note_text(x, w, scheduler ? &p->scheduler : &p->priority_class);
	} else if (str_eq(key, STR("priority")) && json_peek(x->r) != JSON_NULL) {
		jsonw_keys(w, key);
		p->has_priority = json_int(x->r, &p->priority);
		jsonw_int(w, p->priority);
	} else {
		copy_member(x, w, key);
	}
}
