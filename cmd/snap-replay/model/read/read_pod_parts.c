/* Readers of the parts of a pod's spec: containers, volumes, tolerations, affinity, resource
 * claims. */
#include "model/read/pod_parts.h"

const char *copy_raw(struct arena *a, struct str raw)
{
	char *copy = arena_alloc(a, raw.n + JSON_PADDING);

	memcpy(copy, raw.p, raw.n);
	memset(copy + raw.n, 0, JSON_PADDING);
	return copy;
}

void read_raw(struct reader *x, struct str raw, const char *copy, read_fn *read, void *at)
{
	struct json *outer = x->r;

	x->r = json_over_memory(copy, raw.n);
	read(x, at);
	json_finish(x->r);
	json_fail_inside(outer, raw, x->r);
	json_free(x->r);
	x->r = outer;
}

/* ---- config map references ---- */

struct config_map_ref {
	struct str name;
	bool optional;
};
static const struct field ref_fields[] = {
	FIELD("name", read_text, struct config_map_ref, name),
	FIELD("optional", read_bool, struct config_map_ref, optional),
	FIELDS_END,
};

static void read_ref(struct reader *x, void *at)
{
	read_object(x, at, ref_fields);
}

static void read_value_from(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("configMapKeyRef", read_ref), FIELDS_END};

	read_object(x, at, fields);
}

/* One of env[] or envFrom[]. */
static void read_env(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("valueFrom", read_value_from),
		FIELD_SAME("configMapRef", read_ref),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

/* Appends the names of those refs that are not optional to a list. */
static void add_required(
	struct reader *x, const struct config_map_ref *refs, int n_refs, struct str **names, int *n)
{
	size_t begin = list_resume(x, *names, *n, sizeof **names);

	for (int i = 0; i < n_refs; i++)
		if (refs[i].name.n && !refs[i].optional)
			list_add(x, &refs[i].name, sizeof refs[i].name);
	*names = list_end(x, begin, sizeof **names, n);
}

/* ---- containers ---- */

static void read_envs(struct reader *x, void *at)
{
	struct container *c = at;
	int n;
	struct config_map_ref *refs = read_list(x, struct config_map_ref, read_env, &n);

	add_required(x, refs, n, &c->config_maps, &c->n_config_maps);
}

static void read_port(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("hostPort", read_int32, struct host_port, port),
		FIELD("hostIP", read_text, struct host_port, ip),
		FIELD("protocol", read_text, struct host_port, protocol),
		FIELDS_END,
	};
	struct host_port *p = at;

	read_object(x, p, fields);
	if (!p->ip.n)
		p->ip = objects_intern(x->o, STR("0.0.0.0"));
	if (!p->protocol.n)
		p->protocol = objects_intern(x->o, STR("TCP"));
}

static void read_ports(struct reader *x, void *at)
{
	struct container *c = at;

	c->ports = read_list(x, struct host_port, read_port, &c->n_ports);
}

static void read_mount(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD("name", read_text, struct str, p), FIELDS_END};

	read_object(x, at, fields);
}

static void read_mounts(struct reader *x, void *at)
{
	struct container *c = at;

	c->mounts = read_list(x, struct str, read_mount, &c->n_mounts);
}

static void read_restart_policy(struct reader *x, void *at)
{
	struct str s = {0};

	read_text(x, &s);
	*(bool *)at = str_eq(s, STR("Always"));
}

static void read_requests(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("requests", read_amounts, struct container, requests), FIELDS_END};

	read_object(x, at, fields);
}

static void read_container(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("resources", read_requests),
		FIELD("restartPolicy", read_restart_policy, struct container, always),
		FIELD_SAME("ports", read_ports),
		FIELD_SAME("volumeMounts", read_mounts),
		FIELD_SAME("env", read_envs),
		FIELD_SAME("envFrom", read_envs),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_containers(struct reader *x, void *at)
{
	struct containers *c = at;

	c->items = read_list(x, struct container, read_container, &c->n);
}

void read_pod_level(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("requests", read_amounts, struct amounts, items), FIELDS_END};

	read_object(x, at, fields);
}

/* ---- volumes ---- */

static void read_claim_source(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("claimName", read_text, struct volume_part, claim), FIELDS_END};
	struct volume_part *v = at;

	v->is_claim = json_peek(x->r) == JSON_OBJECT;
	read_object(x, v, fields);
}

static void read_projected_source(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("configMap", read_ref), FIELDS_END};

	read_object(x, at, fields);
}

static void read_projected_sources(struct reader *x, void *at)
{
	struct volume_part *v = at;
	int n;
	struct config_map_ref *refs =
		read_list(x, struct config_map_ref, read_projected_source, &n);

	add_required(x, refs, n, &v->config_maps, &v->n_config_maps);
}

static void read_projected(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("sources", read_projected_sources), FIELDS_END};

	read_object(x, at, fields);
}

static void read_config_map_volume(struct reader *x, void *at)
{
	struct volume_part *v = at;
	struct config_map_ref ref = {0};

	v->hidden = v->hidden || json_peek(x->r) == JSON_OBJECT;
	read_object(x, &ref, ref_fields);
	add_required(x, &ref, 1, &v->config_maps, &v->n_config_maps);
}

static void read_secret_volume(struct reader *x, void *at)
{
	struct volume_part *v = at;

	v->hidden = v->hidden || json_peek(x->r) == JSON_OBJECT;
	json_skip(x->r);
}

static void read_volume_members(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct volume_part, name),
		FIELD_SAME("persistentVolumeClaim", read_claim_source),
		FIELD("ephemeral", read_present, struct volume_part, ephemeral),
		FIELD_SAME("configMap", read_config_map_volume),
		FIELD_SAME("secret", read_secret_volume),
		FIELD_SAME("projected", read_projected),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_signature_text(struct reader *x, void *at)
{
	struct strbuf text = {0};

	read_canonical(x, &text);
	if (!json_failed(x->r) && !str_eq(strbuf_str(&text), STR("n")))
		*(struct str *)at = objects_intern(x->o, strbuf_str(&text));
	strbuf_free(&text);
}

/* All members but the name. */
static void read_volume_signature(struct reader *x, void *at)
{
	struct strbuf text = {0};
	size_t begin = list_begin(x);
	struct str key;
	struct label m, *members;
	int n;

	if (read_enter(x))
		while (json_key(x->r, &key)) {
			m = (struct label){.key = objects_intern(x->o, key)};
			read_signature_text(x, &m.value);
			if (m.value.n && !str_eq(m.key, STR("name")))
				list_add(x, &m, sizeof m);
		}
	members = list_end(x, begin, sizeof m, &n);
	n = (int)sort_by_name(members, (size_t)n, sizeof m);
	for (int i = 0; i < n; i++) {
		canonical_text(&text, members[i].key);
		canonical_text(&text, members[i].value);
	}
	*(struct str *)at = objects_intern(x->o, strbuf_str(&text));
	strbuf_free(&text);
}

static void read_volume_part(struct reader *x, void *at)
{
	struct volume_part *v = at;
	struct arena spare = {0};
	struct str raw;
	const char *copy;

	if (!json_raw(x->r, &raw))
		return;
	copy = copy_raw(&spare, raw);
	read_raw(x, raw, copy, read_volume_members, v);
	if (!v->hidden && !json_failed(x->r))
		read_raw(x, raw, copy, read_volume_signature, &v->signature);
	arena_free(&spare);
}

void read_volumes(struct reader *x, void *at)
{
	struct volume_parts *v = at;

	v->items = read_list(x, struct volume_part, read_volume_part, &v->n);
}

/* ---- tolerations, affinity, claims ---- */

static void read_toleration(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("key", read_text, struct toleration, key),
		FIELD("operator", read_text, struct toleration, op),
		FIELD("effect", read_text, struct toleration, effect),
		FIELD("value", read_text, struct toleration, value),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_tolerations(struct reader *x, void *at)
{
	struct toleration_list *t = at;

	t->present = json_peek(x->r) == JSON_ARRAY;
	t->items = read_list(x, struct toleration, read_toleration, &t->n);
}

static void read_node_affinity(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("requiredDuringSchedulingIgnoredDuringExecution", read_node_selector,
			struct affinity_part, node),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_affinity(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("nodeAffinity", read_node_affinity),
		FIELD("podAffinity", read_pod_affinity, struct affinity_part, affinity),
		FIELD("podAntiAffinity", read_pod_affinity, struct affinity_part, anti_affinity),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_template(struct reader *x, void *at)
{
	struct str template = {0};

	read_text(x, &template);
	*(bool *)at = template.p;
}

static void read_claim_entry(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct claim_reference, name),
		FIELD("resourceClaimName", read_text, struct claim_reference, claim),
		FIELD("resourceClaimTemplateName", read_template, struct claim_reference,
			templated),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_claim_entries(struct reader *x, void *at)
{
	struct claim_list *c = at;
	struct map names = {0};
	struct map_entry *e;
	bool fresh;

	c->items = read_list(x, struct claim_reference, read_claim_entry, &c->n);
	for (int i = 0; i < c->n; i++) {
		e = map_put(&names, c->items[i].name, &fresh);
		if (fresh)
			e->value = &c->items[i];
		c->items[i].first = (int)((const struct claim_reference *)e->value - c->items);
	}
	map_free(&names);
}
